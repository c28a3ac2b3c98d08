import { Message } from '../ui/message.tsx';

/** Says below the button that the provider's window is open, or why the sign-in there failed. */
export function ProviderNotice({
  provider,
  isOpen,
  problem,
}: {
  /** The provider's name. */
  readonly provider: string;
  readonly isOpen: boolean;
  /** Why the sign-in at the provider failed, if it did. */
  readonly problem: string | false | undefined;
}) {
  if (isOpen) {
    return (
      <Message kind="info">
        {provider} opened in a new window. Sign in there, then come back.
      </Message>
    );
  }
  return problem && <Message kind="danger">{problem}</Message>;
}
