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
  /** Its name, such as 'Your reminders'. */
  readonly what: string;
  readonly query: Fetched & { readonly refetch: () => unknown };
}) {
  const isOut = isUnreached(query, useIsOffline());
  return (
    <>
      {isOut ? (
        <p>{what} can’t be shown without a connection.</p>
      ) : (
        <Message kind="danger">{what} could not be loaded.</Message>
      )}
      <Button onPress={query.refetch}>Try again</Button>
    </>
  );
}
