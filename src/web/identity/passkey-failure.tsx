import { Failure } from '../platform/failure.tsx';
import { Message } from '../ui/message.tsx';
import { PasskeyProblem } from './passkey.ts';

/** Says why a passkey was not made or not accepted. Shows nothing without an error. */
export function PasskeyFailure({ of: error }: { readonly of: Error | null }) {
  if (error instanceof PasskeyProblem) return <Message kind="danger">{error.message}</Message>;
  return <Failure of={error} />;
}
