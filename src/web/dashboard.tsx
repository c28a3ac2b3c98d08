import './dashboard.css';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { SendingContext, useSendUnsent } from './api/send-unsent.ts';
import { useSignOut } from './api/session.ts';
import { useUser } from './api/user.ts';
import { Overview } from './features/overview/overview.tsx';
import { BrandMark } from './ui/brand.tsx';
import { Button } from './ui/button.tsx';
import { KeepStates } from './ui/kept-state.tsx';
import { fetchInQuiet, later } from './ui/later.tsx';
import { Message } from './ui/message.tsx';
import { Page } from './ui/page.tsx';
import { Segments } from './ui/segments.tsx';

const profile = later(async () => (await import('./features/profile/profile.tsx')).Profile);
const settings = later(async () => (await import('./features/settings/settings.tsx')).Settings);

const TABS = [
  { key: 'overview', label: 'Symptom Overview', content: () => <Overview /> },
  { key: 'profile', label: 'Profile', content: () => <profile.Component /> },
  { key: 'settings', label: 'Settings', content: () => <settings.Component /> },
] as const;

/** The signed-in person's page; its tab is in the address, and is no step of the browser's history. */
export function Dashboard() {
  const [parameters, setParameters] = useSearchParams();
  // Forms that wait are sent from every tab.
  const sending = useSendUnsent(useUser().id);
  useEffect(() => fetchInQuiet(profile, settings), []);
  const chosen = TABS.find(({ key }) => key === parameters.get('tab')) ?? TABS[0];
  return (
    <Page title={chosen.label} header={<Header />}>
      <SendingContext value={sending}>
        <KeepStates>
          <Segments
            label="Sections"
            segments={TABS}
            chosen={chosen.key}
            onChoose={(key) =>
              setParameters(key === 'overview' ? {} : { tab: key }, { replace: true })
            }
          />
        </KeepStates>
      </SendingContext>
    </Page>
  );
}

function Header() {
  const { id, name, firstName, email } = useUser();
  const signOut = useSignOut(id);
  return (
    <header className="header">
      <div className="header-content">
        <h1 className="brand">
          <BrandMark />
          Symptom Tracker
        </h1>
        <p className="welcome welcome-long">Welcome, {name || firstName || email}</p>
        <p className="welcome welcome-short">Welcome, {firstName || name || email}</p>
        <Button kind="small" busy={signOut.isPending} onPress={signOut.mutate}>
          Logout
        </Button>
      </div>
      {signOut.isError && (
        <div className="header-message">
          <Message kind="danger">You are still signed in. Please try again.</Message>
        </div>
      )}
    </header>
  );
}
