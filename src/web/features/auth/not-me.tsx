import './auth.css';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROVIDER_KEYS, PROVIDERS } from '../../../contract/providers.ts';
import { call, serverMessage, UNKNOWN_OUTCOME } from '../../api/client.ts';
import { Link } from '../../navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { AuthPage, BackToSignIn } from './auth-page.tsx';

/** What the page says about what was added. */
interface Words {
  /** What the letter was about. */
  readonly added: string;
  /** What the press ends. */
  readonly ends: string;
  /** What has ended. */
  readonly ended: string;
  readonly mine: string;
}

/**
 * The target of 'This was not me' in a letter about a new way to sign in, a new device or a new link. It works signed
 * out. Opening it changes nothing, because mail scanners open links; the press does.
 */
export function NotMe() {
  const [parameters] = useState(() => new URLSearchParams(location.hash.slice(1)));
  const secret = parameters.get('secret');
  const { added, ends, ended, mine } = wordsOf(parameters.get('way'));
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
      <AuthPage title="Your account is safe" subtitle={ended}>
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
    <AuthPage title="Was this not you?" subtitle={added}>
      <p>{ends} You are logged out on every phone and computer, too. What you saved stays.</p>
      {end.isError && <Message kind="danger">{serverMessage(end.error, UNKNOWN_OUTCOME)}</Message>}
      <Button kind="main" busy={end.isPending} onPress={() => end.mutate(secret)}>
        {end.isPending ? 'Ending it...' : 'It was not me. End it'}
      </Button>
      <p>{mine}</p>
      <BackToSignIn />
    </AuthPage>
  );
}

function wordsOf(way: string | null): Words {
  if (way === 'browser') {
    return {
      added: 'Someone signed in to your account on a new device.',
      ends: 'If it was not you, press the button. That device is then logged out.',
      ended: 'That device is logged out.',
      mine: 'If it was you, you can close this page.',
    };
  }
  if (way === 'share') {
    return {
      added: 'There is a new link to your data.',
      ends: 'If you did not make it, press the button. That link then stops, with any others from that hour.',
      ended: 'That link does not work now.',
      mine: 'If you made it yourself, you can close this page.',
    };
  }
  return {
    added: `There is a new way to sign in to your account${nameOf(way)}.`,
    ends: 'If you did not add it, press the button. Nobody can then sign in that way.',
    ended: 'Nobody can sign in that way now.',
    mine: 'If you added it yourself, you can close this page.',
  };
}

/** The way to sign in that the link names. Only known names are shown: anybody can make a link. */
function nameOf(way: string | null): string {
  if (way === 'password') return ': a password';
  const provider = PROVIDER_KEYS.find((key) => key === way);
  return provider ? `: ${PROVIDERS[provider]}` : '';
}
