import './auth.css';
import { useEffect, useRef } from 'react';
import { Link, Navigate } from 'react-router';
import { useVisitOutcome } from '../../api/visits.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { AuthPage } from './auth-page.tsx';

/**
 * Where the browser comes back from a provider. A window of its own tells the page that opened it how it
 * went, and closes; where the provider's page was in the place of ours, we go on from here.
 */
export function VisitEnd() {
  const { mutate, data: outcome, isError, isPending } = useVisitOutcome();
  const asked = useRef(false);
  useEffect(() => {
    // The outcome is told once.
    if (!asked.current) mutate();
    asked.current = true;
  }, [mutate]);
  const isPopup = outcome?.mode === 'popup';
  useEffect(() => {
    if (isPopup) window.close();
  }, [isPopup]);

  if (outcome?.mode === 'page') {
    const place = outcome.purpose === 'signIn' ? '/signin' : '/dashboard?tab=settings';
    return <Navigate to={place} state={outcome} replace />;
  }
  if (isPending || (outcome === undefined && !isError)) {
    return (
      <AuthPage title="One moment, please" subtitle="One moment, please...">
        <Loading />
      </AuthPage>
    );
  }
  if (isError) {
    return (
      <AuthPage title="Not finished yet" subtitle="The server cannot be reached right now.">
        <Button kind="main" onPress={mutate}>
          Try again
        </Button>
        <WayIn />
      </AuthPage>
    );
  }
  if (outcome?.problem === '') {
    return (
      <AuthPage title="It worked" subtitle="You can close this window.">
        <Button kind="main" onPress={() => window.close()}>
          Close this window
        </Button>
        <WayIn />
      </AuthPage>
    );
  }
  return (
    <AuthPage title="That did not work" subtitle="You can try again.">
      <Message kind="danger">
        {outcome?.problem ?? 'This sign-in has expired. Please try again.'}
      </Message>
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
