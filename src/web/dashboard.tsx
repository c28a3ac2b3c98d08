import './dashboard.css';
import { useEffect } from 'react';
import { useCurrentPush } from './api/reminders.ts';
import { useUser } from './api/user.ts';
import { EntriesProvider } from './entries/use-entries.tsx';
import { Overview } from './features/overview/overview.tsx';
import { Header, logOutDialog } from './header.tsx';
import { navigate, useAddress } from './navigation.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { Page } from './ui/page.tsx';
import { part } from './ui/part.tsx';
import { Segments } from './ui/segments.tsx';
import { ZoneNotice } from './zone-notice.tsx';

const profile = part(async () => (await import('./features/profile/profile.tsx')).Profile);
const visit = part(async () => (await import('./features/visit/visit-screen.tsx')).VisitScreen);
const settings = part(async () => (await import('./features/settings/settings.tsx')).Settings);

const TABS = [
  { key: 'overview', label: 'Symptom Overview', content: <Overview /> },
  { key: 'profile', label: 'Profile', content: <profile.Component /> },
  { key: 'settings', label: 'Settings', content: <settings.Component /> },
] as const;

/** The signed-in person's page. The selected tab is in the URL, but switching tabs adds no history entry. */
export function Dashboard() {
  const { parameters } = useAddress();
  useEffect(() => {
    // Loads the other tabs and the log-out dialog before they are pressed.
    for (const { fetchWhenIdle } of [profile, settings, visit, logOutDialog]) fetchWhenIdle();
  }, []);
  useCurrentPush(useUser().id);
  useEffect(() => {
    const open = ({ data }: MessageEvent<{ readonly open?: string }>) => {
      if (data?.open) navigate(data.open, { replace: true });
    };
    navigator.serviceWorker?.addEventListener('message', open);
    return () => navigator.serviceWorker?.removeEventListener('message', open);
  }, []);
  // The page for a visit takes the place of the tabs.
  const isVisit = parameters.has('visit');
  const chosen = TABS.find(({ key }) => key === parameters.get('tab')) ?? TABS[0];
  return (
    <EntriesProvider>
      <Page title={isVisit ? 'Page for your visit' : chosen.label} header={<Header />}>
        <OfflineNotice key={chosen.key} />
        <ZoneNotice />
        {isVisit ? (
          <visit.Component />
        ) : (
          <Segments
            label="Sections"
            segments={TABS}
            chosen={chosen.key}
            onChoose={(key) =>
              navigate(key === 'overview' ? '/dashboard' : `/dashboard?tab=${key}`, {
                replace: true,
              })
            }
          />
        )}
      </Page>
    </EntriesProvider>
  );
}
