import './auth.css';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { accountErrors } from '../../contract/account-errors.ts';
import { refusalOf } from '../platform/client.ts';
import { Failure } from '../platform/failure.tsx';
import { Link } from '../platform/navigation.tsx';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { AuthPage, BackToSignIn } from './auth-page.tsx';

/** What a page says before and after its press. */
export interface PressWords {
  readonly title: string;
  readonly subtitle: string;
  /** What the press does. */
  readonly press: string;
  readonly button: string;
  readonly busy: string;
  /** For somebody who did it themselves. */
  readonly mine: string;
  readonly doneTitle: string;
  readonly doneSubtitle: string;
  /** Why to set a new password. */
  readonly next: string;
}

/** The parameters behind '#' in the address, as it was when the page opened. No server sees them. */
export function useFragment(): URLSearchParams {
  const [parameters] = useState(() => new URLSearchParams(location.hash.slice(1)));
  return parameters;
}

/**
 * The target of a link in a letter whose press ends all sessions. It works signed out. Opening it changes nothing,
 * because mail scanners open links; the press does.
 */
export function LetterPress({
  secret,
  words,
  onPress,
  help,
}: {
  /** Null if a part of the link is missing. */
  readonly secret: string | null;
  readonly words: PressWords;
  /** Shown with an ended link, for somebody whom a new password does not help. */
  readonly help?: ReactNode;
  readonly onPress: (secret: string) => Promise<unknown>;
}): ReactNode {
  const pressed = useMutation({ meta: { showsOwnError: true }, mutationFn: onPress });
  const { title, subtitle, press, button, busy, mine } = words;
  const ended =
    refusalOf(pressed.error, accountErrors.wayInEnded) ||
    refusalOf(pressed.error, accountErrors.emailUndoEnded);
  const isOver = pressed.isSuccess || ended !== '';
  useEffect(() => {
    // The pressed button has been unmounted.
    if (isOver) document.querySelector('main')?.focus({ preventScroll: true });
  }, [isOver]);
  if (!secret) {
    return (
      <AuthPage title={title} subtitle="Part of this link is missing.">
        <Message kind="danger">Open the link in the email again.</Message>
        <BackToSignIn />
      </AuthPage>
    );
  }
  if (pressed.isSuccess) {
    return (
      <AuthPage title={words.doneTitle} subtitle={words.doneSubtitle}>
        <Message kind="success">You have been logged out everywhere.</Message>
        <p>{words.next}</p>
        <NewPassword />
        <BackToSignIn />
      </AuthPage>
    );
  }
  if (ended) {
    return (
      <AuthPage title={title}>
        <Message kind="danger">{ended}</Message>
        <NewPassword />
        {help}
        <BackToSignIn />
      </AuthPage>
    );
  }
  return (
    <AuthPage title={title} subtitle={subtitle}>
      <p>{press}</p>
      <Failure of={pressed.error} />
      <Button kind="main" busy={pressed.isPending} onPress={() => pressed.mutate(secret)}>
        {pressed.isPending ? busy : button}
      </Button>
      <p>{mine}</p>
      <BackToSignIn />
    </AuthPage>
  );
}

function NewPassword() {
  return (
    <Link className="button button-main" to="/forgot-password">
      Set a new password
    </Link>
  );
}
