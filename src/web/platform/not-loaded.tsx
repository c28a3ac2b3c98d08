import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { type Fetched, isUnreached, useIsOffline } from './offline.ts';

/**
 * Stands where something of the server's could not be loaded, with a button that asks for it again. It is red only if
 * the server answered with an error.
 */
export function NotLoaded({
  what,
  query,
}: {
  /** Its name, such as 'your reminders'. */
  readonly what: string;
  readonly query: Fetched & { readonly refetch: () => unknown };
}) {
  const isOut = isUnreached(query, useIsOffline());
  return (
    <>
      {isOut ? (
        <p>We can’t show {what} without a connection.</p>
      ) : (
        <Message kind="danger">We couldn’t load {what}.</Message>
      )}
      <Button onPress={query.refetch}>Try again</Button>
    </>
  );
}
