import './dashboard.css';
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import { HelperNotice } from './caregivers/helper-notice.tsx';
import { forWhom, trackerName, useShownTracker } from './caregivers/tracker.ts';
import { TrackerChoice } from './caregivers/tracker-choice.tsx';
import { EarlierEntries } from './entries/earlier-entries.tsx';
import { OfflineNotice } from './entries/offline-notice.tsx';
import { findTyped } from './entries/unsaved.ts';
import { UnsentNotice } from './entries/unsent-notice.tsx';
import { EntriesProvider } from './entries/use-entries.tsx';
import { Header, logOutDialog } from './header.tsx';
import { HelpedTracker, reportDownload } from './helped-tracker.tsx';
import { SplitNotice } from './identity/split-notice.tsx';
import { KINDS } from './kinds.ts';
import { Overview } from './overview/overview.tsx';
import { navigate, useAddress, useTopOfPage } from './platform/navigation.tsx';
import { UserContext, useHelping, useMe, useSignedIn } from './platform/user.ts';
import { ZoneNotice } from './profile/zone-notice.tsx';
import { useCurrentPush } from './reminders/use-current-push.ts';
import { ForWhomContext } from './ui/for-whom.tsx';
import { keepFocus } from './ui/kept-focus.ts';
import { lazy } from './ui/lazy.tsx';
import { Loading } from './ui/loading.tsx';
import { Message } from './ui/message.tsx';
import { OnDevice } from './ui/on-device.tsx';
import { Page } from './ui/page.tsx';
import { useSegments } from './ui/segments.tsx';

const profile = lazy(async () => (await import('./profile-screen.tsx')).Profile);
const visit = lazy(async () => (await import('./visits/visit-screen.tsx')).VisitScreen);
const paper = lazy(async () => (await import('./paper/paper-screen.tsx')).PaperScreen);
const tablets = lazy(async () => (await import('./tablets/tablets-screen.tsx')).TabletsScreen);
const settings = lazy(async () => (await import('./settings/settings.tsx')).Settings);

const TABS = [
  { key: 'overview', label: 'Symptom Overview', content: <Overview /> },
  { key: 'profile', label: 'Profile', content: <profile.Component /> },
  { key: 'settings', label: 'Settings', content: <settings.Component /> },
] as const;

/** Pages that replace the tabs, by the name in the address. */
const OPENED = [
  { parameter: 'visit', title: 'Page for your visit', content: <visit.Component /> },
  { parameter: 'tablets', title: 'Tablets left', content: <tablets.Component /> },
  { parameter: 'paper', title: 'Paper', content: <paper.Component /> },
] as const;

/** The signed-in person's page: their own tracker, or that of somebody whom they help. */
export function Dashboard() {
  useEffect(() => keepFocus(document), []);
  const signedIn = useSignedIn();
  const tracker = useShownTracker(signedIn.me);
  const { user, helping } = tracker;
  const openReminder = useEffectEvent(({ data }: MessageEvent<{ readonly open?: string }>) => {
    // What is typed for somebody else would be lost with their tracker.
    if (!data?.open || (helping && findTyped(signedIn.me.id).length > 0)) return;
    // A reminder is about one's own tracker, even if another one is shown.
    tracker.showOwn();
    navigate(data.open, { replace: true });
  });
  useEffect(() => {
    const pressed = (event: MessageEvent) => openReminder(event);
    navigator.serviceWorker?.addEventListener('message', pressed);
    return () => navigator.serviceWorker?.removeEventListener('message', pressed);
  }, []);
  const shown = useMemo(() => user && { ...signedIn, user, helping }, [signedIn, user, helping]);
  if (!shown) {
    return (
      <Page
        title="Loading"
        header={
          <header className="header">
            <h1 className="visually-hidden">Symptom Tracker</h1>
            <TrackerChoice tracker={tracker} />
          </header>
        }
      >
        {tracker.isError ? (
          <Message kind="danger">
            We can’t load this tracker right now. Press ‘Change’ above to open your own.
          </Message>
        ) : (
          <Loading />
        )}
      </Page>
    );
  }
  return (
    <UserContext value={shown}>
      <EntriesProvider kinds={KINDS}>
        <Tracker choice={<TrackerChoice tracker={tracker} />} />
      </EntriesProvider>
    </UserContext>
  );
}

/** The selected tab is in the URL, but switching tabs adds no history entry. */
function Tracker({ choice }: { readonly choice: ReactNode }) {
  const helping = useHelping();
  const { parameters } = useAddress();
  useEffect(() => {
    // Loads the code of the other tabs, the page for a visit and the log-out dialog before the person opens them.
    const others = helping ? [reportDownload, visit] : [profile, settings, visit];
    for (const { fetchLater } of [...others, logOutDialog]) fetchLater();
  }, [helping]);
  useCurrentPush(useMe().id);
  // These pages replace the tabs.
  const opened = OPENED.find(({ parameter }) => parameters.has(parameter));
  useTopOfPage(opened?.parameter ?? 'tabs');
  const chosen = TABS.find(({ key }) => key === parameters.get('tab')) ?? TABS[0];
  const { tabs, panels } = useSegments<(typeof TABS)[number]['key']>({
    label: 'Sections',
    segments: TABS,
    chosen: chosen.key,
    onChoose: (key) =>
      navigate(key === 'overview' ? '/dashboard' : `/dashboard?tab=${key}`, { replace: true }),
  });
  if (helping) {
    return (
      <Page
        title={trackerName(helping)}
        header={<Header band={choice} isOpened={opened !== undefined} />}
      >
        <OfflineNotice />
        <UnsentNotice />
        <EarlierEntries />
        {/* The header is outside, because its dialogs concern the caregiver. */}
        <ForWhomContext value={forWhom(helping)}>
          {opened?.content ?? <HelpedTracker />}
        </ForWhomContext>
      </Page>
    );
  }
  return (
    <Page
      title={opened?.title ?? chosen.label}
      header={<Header tabs={!opened && tabs} band={choice} isOpened={opened !== undefined} />}
    >
      <OfflineNotice key={chosen.key} />
      <UnsentNotice />
      <EarlierEntries />
      <SplitNotice />
      <HelperNotice />
      <OnDevice>
        <ZoneNotice />
      </OnDevice>
      {opened?.content ?? <div className="stack">{panels}</div>}
    </Page>
  );
}
