import { type ReactNode, useMemo, useState } from 'react';
import { INVITATION_PATH } from '../contract/providers.ts';
import { hasInvitation } from './caregivers/invitation-secret.ts';
import { Redirect } from './platform/navigation.tsx';
import { useSession } from './platform/session.ts';
import { UserContext } from './platform/user.ts';
import { BrandMark } from './ui/brand.tsx';
import { Button } from './ui/button.tsx';
import { Loading } from './ui/loading.tsx';
import { Message } from './ui/message.tsx';
import { Page } from './ui/page.tsx';

/**
 * Guards the screens for signed-in people and redirects everybody else to sign in. If the session ends while a form has
 * unsaved input, the page stays, so that the form can be saved after a sign-in in another window. If the person logs
 * out by hand, the page does not stay.
 */
export function SignedIn({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const [unsaved, setUnsaved] = useState(false);
  const [last, setLast] = useState(session.data);
  if (session.data && session.data !== last) setLast(session.data);
  // While the session is fetched again, it may turn out that the person has signed in again in another window.
  const user = session.data ?? (unsaved || session.isFetching ? last : undefined);
  // Memoized, so that the first letter typed in a form does not render the whole page again.
  const signedIn = useMemo(() => user && { user, me: user, setUnsaved }, [user]);
  if (signedIn?.user.hasProfile) {
    return (
      // Remount everything when another person signs in.
      <UserContext key={signedIn.user.id} value={signedIn}>
        {children}
      </UserContext>
    );
  }
  if (session.data) return <Leaving to="/signup" />;
  if (session.data === null) return <Leaving to="/signin" />;
  return <SessionLoading problem={session.isError && <Unreachable onRetry={session.refetch} />} />;
}

/**
 * Guards the sign-in and sign-up screens and redirects a signed-in person to the dashboard, a new user to the profile,
 * and a person who opened an invitation in this tab to the invitation. An account without a profile stays on the
 * sign-up screen to complete it.
 */
export function SignedOut({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  if (session.data?.hasProfile) {
    if (hasInvitation()) return <Leaving to={INVITATION_PATH} />;
    return <Leaving to={session.data.isNewUser ? '/dashboard?tab=profile' : '/dashboard'} />;
  }
  if (session.data || session.data === null) return children;
  return <SessionLoading problem={session.isError && <Unreachable onRetry={session.refetch} />} />;
}

/** Shown during a redirect, until the code of the target screen is loaded. */
function Leaving({ to }: { readonly to: string }) {
  return (
    <>
      <Redirect to={to} />
      <SessionLoading />
    </>
  );
}

/** Shown until the session is known: a spinner, or the error if it could not be loaded. */
export function SessionLoading({ problem }: { readonly problem?: ReactNode }) {
  return (
    <Page title="Loading">
      <h1 className="brand waiting-brand">
        <BrandMark />
        Symptom Tracker
      </h1>
      {problem || <Loading />}
    </Page>
  );
}

function Unreachable({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="narrow">
      <Message kind="danger">We can’t reach the server right now.</Message>
      <p>You can’t use the app until the server is back. Anything saved on this device is safe.</p>
      <Button kind="main" onPress={onRetry}>
        Try again
      </Button>
    </div>
  );
}
