import { type ReactNode, useState } from 'react';
import { Navigate, Outlet } from 'react-router';
import { useSession } from './api/session.ts';
import { UserContext } from './api/user.ts';
import { BrandMark } from './ui/brand.tsx';
import { Button } from './ui/button.tsx';
import { Loading } from './ui/loading.tsx';
import { Message } from './ui/message.tsx';
import { Page } from './ui/page.tsx';

/**
 * For screens of signed-in people; others go and sign in. Someone whose session ends in the middle of a
 * form stays, to save what was typed after signing in elsewhere; not so where they signed out by hand.
 */
export function SignedIn() {
  const session = useSession();
  const [unsaved, setUnsaved] = useState(false);
  const [last, setLast] = useState(session.data);
  if (session.data && session.data !== last) setLast(session.data);
  const user = session.data ?? (unsaved ? last : undefined);
  if (user?.hasProfile) {
    return (
      // Nothing of one person's page outlives a change to another.
      <UserContext key={user.id} value={{ user, setUnsaved }}>
        <Outlet />
      </UserContext>
    );
  }
  if (session.data) return <Navigate to="/signup" replace />;
  if (session.data === null) return <Navigate to="/signin" replace />;
  return <Waiting problem={session.isError && <Unreachable onRetry={session.refetch} />} />;
}

/**
 * For signing in and up; who is signed in already goes on to the dashboard, a new user to the profile.
 * Someone whose profile is not saved yet stays on the sign-up screen to finish it.
 */
export function SignedOut() {
  const session = useSession();
  if (session.data?.hasProfile) {
    return (
      <Navigate to={session.data.isNewUser ? '/dashboard?tab=profile' : '/dashboard'} replace />
    );
  }
  if (session.data || session.data === null) return <Outlet />;
  return <Waiting problem={session.isError && <Unreachable onRetry={session.refetch} />} />;
}

/** While it is looked up who is here. */
export function Waiting({ problem }: { readonly problem?: ReactNode }) {
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
      <Message kind="danger">The server cannot be reached right now.</Message>
      <p>You can’t use the app until it is back. Anything saved on this device is safe.</p>
      <Button onPress={onRetry}>Try again</Button>
    </div>
  );
}
