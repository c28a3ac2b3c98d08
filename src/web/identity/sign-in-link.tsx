import './auth.css';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { accountErrors } from '../../contract/account-errors.ts';
import { call, refusalOf } from '../platform/client.ts';
import { useConfig } from '../platform/config.ts';
import { Failure } from '../platform/failure.tsx';
import { forgetAnswers } from '../platform/kept.ts';
import { Redirect } from '../platform/navigation.tsx';
import { useSession, useSetSession } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Message } from '../ui/message.tsx';
import { AuthPage, BackToSignIn } from './auth-page.tsx';
import { LinkRequest } from './link-request.tsx';
import { PrivacyLine } from './privacy-line.tsx';

/**
 * The target of a sign-in link in an email. Opening the link alone does not sign in, because mail scanners open links.
 * Before the press, the page shows the account's address, in case the link is another person's.
 */
export function SignInLink() {
  const [carried] = useState(readLink);
  const session = useSession();
  const setSession = useSetSession();
  const signIn = useMutation({
    mutationFn: (link: NonNullable<typeof carried>) => {
      // The answers that are stored on the device may be another account's. They are erased now, because the page may
      // be closed before the server answers.
      forgetAnswers();
      return call('signInWithLink', link);
    },
    onSuccess: setSession,
  });
  if (!carried) return <IncompleteLink />;
  if (signIn.data) {
    return <Redirect to={signIn.data.isNewUser ? '/dashboard?tab=profile' : '/dashboard'} />;
  }
  const isOther = session.data && session.data.email !== carried.email;
  // Another press would be refused again.
  const isRefused =
    refusalOf(signIn.error, accountErrors.linkElsewhere) !== '' ||
    refusalOf(signIn.error, accountErrors.emailHeld) !== '';
  const isSpent = refusalOf(signIn.error, accountErrors.linkSpent) !== '';
  return (
    <AuthPage
      title="Sign in with your email link"
      subtitle={
        isSpent || isRefused
          ? `This link was for ${carried.email}.`
          : `You are signing in as ${carried.email}.`
      }
    >
      {isOther && !isRefused && (
        <Message kind="warning">
          {session.data?.email
            ? `You are signed in as ${session.data.email}. You will be logged out of that account.`
            : 'You are signed in to another account on this device. You will be logged out of it.'}
        </Message>
      )}
      <Failure of={signIn.error} otherwise="Sign in failed. Please try again." />
      {isSpent && <LinkRequest isMain email={carried.email} />}
      {!isSpent && !isRefused && (
        <>
          <PrivacyLine by="buttons" />
          <Button kind="main" busy={signIn.isPending} onPress={() => signIn.mutate(carried)}>
            Sign in
          </Button>
        </>
      )}
      <BackToSignIn />
    </AuthPage>
  );
}

/**
 * Shown if parts of the link are missing. Offers a new link if this installation sends email. The address field starts
 * with the address in the link, if the link has one.
 */
function IncompleteLink() {
  const [email, setEmail] = useState(() => parameters().get('email') ?? '');
  const canMail = useConfig().data?.signInLink === true;
  return (
    <AuthPage title="Sign in with your email link" subtitle="Part of this link is missing.">
      <Message kind="danger">
        {canMail
          ? 'Open the link in the email again, or press “Email me a new link”.'
          : 'Open the link in the email again.'}
      </Message>
      {canMail && (
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
        />
      )}
      <LinkRequest isMain email={email} />
      <BackToSignIn />
    </AuthPage>
  );
}

/** The parameters in the URL's fragment, which the browser sends to no server. */
function parameters(): URLSearchParams {
  return new URLSearchParams(location.hash.slice(1));
}

function readLink(): { email: string; challenge: string; code: string } | undefined {
  const email = parameters().get('email');
  const challenge = parameters().get('challenge');
  const code = parameters().get('code');
  return email && challenge && code ? { email, challenge, code } : undefined;
}
