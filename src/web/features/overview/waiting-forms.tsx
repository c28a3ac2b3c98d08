import type { Form } from '../../../contract/entities.ts';
import { useSendUnsent, useUnsentForms } from '../../api/unsent-forms.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';

/** Forms that wait on this device for the network, and are sent from here. */
export function WaitingForms({
  userId,
  onSent,
}: {
  readonly userId: string;
  readonly onSent: (form: Form, submissionId: string) => void;
}) {
  const waiting = useUnsentForms(userId);
  const { sendNow, problem } = useSendUnsent(userId, onSent);
  const count = waiting.data?.length ?? 0;
  if (count === 0) return null;
  return (
    <Message kind="warning">
      {count === 1 ? 'A form is' : `${count} forms are`} kept on this device and not sent yet.{' '}
      {problem || 'We send as soon as there is a network.'}{' '}
      <Button kind="small" onPress={sendNow}>
        Send now
      </Button>
    </Message>
  );
}
