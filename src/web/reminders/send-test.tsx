import type { UseMutationResult } from '@tanstack/react-query';
import { serverMessage } from '../platform/client.ts';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';

/** The button that sends a test, and what became of it. */
export function SendTest({
  test,
  isOffered = true,
}: {
  readonly test: UseMutationResult<unknown, Error, void>;
  /** If false, only what became of the last test is shown. */
  readonly isOffered?: boolean;
}) {
  return (
    <>
      {isOffered && (
        <Button kind="quiet" icon="send" busy={test.isPending} onPress={() => test.mutate()}>
          Send a test
        </Button>
      )}
      {(test.isSuccess || test.isError) && (
        <div className="row-whole">
          {test.isSuccess ? (
            <Message kind="success">The test is on its way. It may take a minute.</Message>
          ) : (
            <Message kind="danger">
              {serverMessage(test.error, 'We couldn’t send the test. Please try again.')}
            </Message>
          )}
        </div>
      )}
    </>
  );
}
