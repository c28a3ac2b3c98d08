import '../identity/auth.css';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionUser } from '../../contract/entities.ts';
import { AuthPage } from '../identity/auth-page.tsx';
import { call, serverMessage } from '../platform/client.ts';
import { Failure } from '../platform/failure.tsx';
import { Link, navigate } from '../platform/navigation.tsx';
import { useRefreshSession, useSession } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { forgetInvitation, takeSecret } from './invitation-secret.ts';
import { InvitedSignUp } from './invited-sign-up.tsx';
import { type Invitation as Invited, useInvitation } from './queries.ts';
import { chooseTracker } from './tracker.ts';

/**
 * The page that an invitation's link opens. It names the inviting person. Signed-out people can sign in or sign up;
 * signed-in people can accept.
 */
export function Invitation() {
  const [secret] = useState(takeSecret);
  const session = useSession();
  const invitation = useInvitation(secret);
  if (!secret || invitation.isError) {
    const words = 'This link is incomplete. Please open the link in the email again.';
    return (
      <AuthPage title="Invitation" subtitle="Someone asked you to help.">
        <Message kind="danger">
          {secret
            ? serverMessage(
                invitation.error,
                'We can’t reach the server. Check your connection, then open the link again.',
              )
            : words}
        </Message>
        <Link className="link" to="/dashboard">
          Go to Symptom Tracker
        </Link>
      </AuthPage>
    );
  }
  if (!invitation.data || session.data === undefined) {
    return (
      <AuthPage title="Invitation" subtitle="Someone asked you to help.">
        <Loading />
      </AuthPage>
    );
  }
  return <Known secret={secret} invitation={invitation.data} user={session.data} />;
}

function Known({
  secret,
  invitation,
  user,
}: {
  readonly secret: string;
  readonly invitation: Invited;
  readonly user: SessionUser | null;
}) {
  const { name, may, notes } = invitation;
  const firstName = invitation.firstName || name;
  return (
    <AuthPage title={`Help ${firstName}?`} subtitle={`${name} asks you to help.`}>
      <p>{firstName} has Parkinson’s, and keeps track of it in Symptom Tracker. If you say yes:</p>
      <ul className="listed">
        <li>
          You see what {firstName} enters: symptoms, medication, check-ins, the diary, falls, blood
          pressure and the report.
        </li>
        <li>{notes ? 'You see the notes.' : 'You do not see the notes.'}</li>
        <li>
          {may === 'log'
            ? `You can add entries for ${firstName}. Each one says that you entered it.`
            : 'You cannot change anything.'}
        </li>
        <li>You or {firstName} can end this at any time.</li>
      </ul>
      {user ? (
        <Accept {...{ secret, firstName, user }} invited={invitation.email} />
      ) : (
        <>
          <p>To help {firstName}, create your own account first.</p>
          <InvitedSignUp secret={secret} email={invitation.email} />
          <div className="auth-new">
            <p>Already have an account?</p>
            <Link className="button button-wide" to="/signin">
              Sign in
            </Link>
          </div>
        </>
      )}
    </AuthPage>
  );
}

function Accept({
  secret,
  firstName,
  invited,
  user,
}: {
  readonly secret: string;
  readonly firstName: string;
  /** The address that was invited. */
  readonly invited: string;
  readonly user: SessionUser;
}) {
  const refresh = useRefreshSession();
  const accept = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => call('acceptInvitation', { userId: user.id, secret }),
    onSuccess: async (answer) => {
      forgetInvitation();
      // Someone who must wait for the person's yes sees their own tracker, with a notice.
      chooseTracker(user, 'userId' in answer ? answer.userId : user.id);
      await refresh();
      navigate('/dashboard', { replace: true });
    },
  });
  return (
    <>
      <p className="account-email">You are signed in as {user.email}.</p>
      {user.email !== invited && (
        <p>
          The invitation is for {invited}. So we will first ask {firstName} if it is you.
        </p>
      )}
      <Failure of={accept.error} otherwise="We couldn’t accept the invitation. Please try again." />
      <Button kind="main" busy={accept.isPending} onPress={accept.mutate}>
        Help {firstName}
      </Button>
      <Button
        wide
        onPress={() => {
          forgetInvitation();
          navigate('/dashboard', { replace: true });
        }}
      >
        Not now
      </Button>
    </>
  );
}
