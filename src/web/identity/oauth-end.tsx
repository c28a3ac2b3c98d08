import './auth.css';
import { useEffect, useRef } from 'react';
import type { OAuthPurpose } from '../../contract/providers.ts';
import { Link, Redirect } from '../platform/navigation.tsx';
import { settingPath } from '../platform/setting.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { AuthPage } from './auth-page.tsx';
import { useOAuthOutcome } from './oauth-popup.ts';

/** Where the app continues after an OAuth flow in this tab. */
const PLACES: Readonly<Record<OAuthPurpose, string>> = {
  signIn: '/signin',
  join: settingPath('ways-in'),
  sheets: settingPath('spreadsheet'),
  confirm: '/dashboard?tab=settings',
};

/**
 * The target of a provider's redirect. A popup reports the outcome to the page that opened it, then closes. If the
 * OAuth flow ran in this tab, the app continues here.
 */
export function OAuthEnd() {
  const { mutate, data: outcome, isError, isPending } = useOAuthOutcome();
  const asked = useRef(false);
  useEffect(() => {
    // The server returns the outcome only once, and React may run this effect twice.
    if (!asked.current) mutate();
    asked.current = true;
  }, [mutate]);
  const isPopup = outcome?.mode === 'popup';
  useEffect(() => {
    if (isPopup) window.close();
  }, [isPopup]);

  if (outcome?.mode === 'page') {
    return <Redirect to={PLACES[outcome.purpose]} data={outcome} />;
  }
  if (isPending || (outcome === undefined && !isError)) {
    return (
      <AuthPage title="One moment, please" subtitle="We are almost done.">
        <Loading />
      </AuthPage>
    );
  }
  if (isError) {
    return (
      <AuthPage
        title="We can’t reach the server"
        subtitle="Check your connection, then press Try again."
      >
        <Button kind="main" onPress={mutate}>
          Try again
        </Button>
        <WayIn />
      </AuthPage>
    );
  }
  if (outcome?.problem === '') {
    return (
      <AuthPage title="You are connected" subtitle="You can close this window.">
        <Button kind="main" onPress={() => window.close()}>
          Close this window
        </Button>
        <WayIn />
      </AuthPage>
    );
  }
  if (!outcome) {
    return (
      <AuthPage title="This page has expired" subtitle="It is too old, or it was already used.">
        <Message kind="danger">Go back to Symptom Tracker and start again.</Message>
        <WayIn />
      </AuthPage>
    );
  }
  return (
    <AuthPage title="We couldn’t connect you" subtitle="You can try again.">
      <Message kind="danger">{outcome.problem}</Message>
      <WayIn />
    </AuthPage>
  );
}

function WayIn() {
  return (
    <Link className="link" to="/signin">
      Go to Symptom Tracker
    </Link>
  );
}
