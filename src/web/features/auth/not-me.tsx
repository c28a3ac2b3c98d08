import './auth.css';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROVIDER_KEYS, PROVIDERS } from '../../../contract/providers.ts';
import { call, serverMessage, UNKNOWN_OUTCOME } from '../../api/client.ts';
import { Link } from '../../navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { AuthPage, BackToSignIn } from './auth-page.tsx';

/**
 * The target of 'This was not me' in a letter about a new way to sign in. It works signed out. Opening it changes
 * nothing, because mail scanners open links; the press does.
 */
export function NotMe() {
  const [parameters] = useState(() => new URLSearchParams(location.hash.slice(1)));
  const secret = parameters.get('secret');
  const name = nameOf(parameters.get('way'));
  const end = useMutation({
    meta: { showsOwnError: true },
    mutationFn: (given: string) => call('endWayIn', { secret: given }),
  });
  if (!secret) {
    return (
      <AuthPage title="Was this not you?" subtitle="Part of this link is missing.">
        <Message kind="danger">Open the link in the email again.</Message>
        <BackToSignIn />
      </AuthPage>
    );
  }
  if (end.isSuccess) {
    return (
      <AuthPage title="Your account is safe" subtitle="Nobody can sign in that way now.">
        <Message kind="success">You have been logged out everywhere.</Message>
        <p>Now set a new password, in case somebody knows the old one.</p>
        <Link className="button button-main" to="/forgot-password">
          Set a new password
        </Link>
        <BackToSignIn />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title="Was this not you?"
      subtitle={`There is a new way to sign in to your account${name}.`}
    >
      <p>
        If you did not add it, press the button. Nobody can then sign in that way, and you are
        logged out on every phone and computer. What you saved stays.
      </p>
      {end.isError && <Message kind="danger">{serverMessage(end.error, UNKNOWN_OUTCOME)}</Message>}
      <Button kind="main" busy={end.isPending} onPress={() => end.mutate(secret)}>
        {end.isPending ? 'Ending it...' : 'It was not me. End it'}
      </Button>
      <p>If you added it yourself, you can close this page.</p>
      <BackToSignIn />
    </AuthPage>
  );
}

/** The way to sign in that the link names. Only known names are shown: anybody can make a link. */
function nameOf(way: string | null): string {
  if (way === 'password') return ': a password';
  const provider = PROVIDER_KEYS.find((key) => key === way);
  return provider ? `: ${PROVIDERS[provider]}` : '';
}
