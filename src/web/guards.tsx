import { Navigate, Outlet } from 'react-router';
import { useSession } from './api/session.ts';
import { BrandMark } from './ui/brand.tsx';
import { Button } from './ui/button.tsx';
import { Loading } from './ui/loading.tsx';
import { Message } from './ui/message.tsx';
import { Page } from './ui/page.tsx';

/** For screens of signed-in people; others go and sign in. */
export function SignedIn() {
  const session = useSession();
  if (session.data?.hasProfile) return <Outlet />;
  if (session.data) return <Navigate to="/signup" replace />;
  if (session.data === null) return <Navigate to="/signin" replace />;
  return <Waiting failed={session.isError} onRetry={session.refetch} />;
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
  return <Waiting failed={session.isError} onRetry={session.refetch} />;
}

function Waiting({ failed, onRetry }: { readonly failed: boolean; readonly onRetry: () => void }) {
  return (
    <Page title="Loading">
      <h1 className="brand waiting-brand">
        <BrandMark />
        Symptom Tracker
      </h1>
      {failed ? (
        <div className="narrow">
          <Message kind="danger">The server cannot be reached right now.</Message>
          <Button onPress={onRetry}>Try again</Button>
        </div>
      ) : (
        <Loading />
      )}
    </Page>
  );
}
