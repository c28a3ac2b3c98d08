import type { ComponentProps } from 'react';
import { IntoView } from '../ui/into-view.tsx';
import { LoggedOut } from '../ui/logged-out.tsx';
import { Message } from '../ui/message.tsx';
import { isStatus, serverMessage, UNKNOWN_OUTCOME } from './client.ts';

/** Says why a call failed: the server's sentence, if our server answered. Shows nothing without an error. */
export function Failure({
  of: error,
  otherwise = UNKNOWN_OUTCOME,
  afterSignIn,
}: {
  readonly of: Error | null | undefined;
  /** What to say if our server did not answer. */
  readonly otherwise?: string;
  /** What to do after a new sign-in, if the session has ended: 'try again.' Without it, the server's sentence says so. */
  readonly afterSignIn?: string;
}) {
  if (!error) return null;
  return (
    <Message kind="danger">
      {afterSignIn && isStatus(error, 401) ? (
        <LoggedOut>{afterSignIn}</LoggedOut>
      ) : (
        serverMessage(error, otherwise)
      )}
    </Message>
  );
}

/** A `Failure` that is scrolled into view when it appears, above the bar of a dialog. */
export function FailureInView(props: ComponentProps<typeof Failure>) {
  return (
    props.of && (
      <IntoView>
        <Failure {...props} />
      </IntoView>
    )
  );
}
