import type { Form } from '../../../contract/entities.ts';
import type { UnsentForm } from '../../api/device.ts';
import { useSendUnsent, useUnsentForms, useWaitForNetwork } from '../../api/unsent-forms.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { formTime } from './form-time.ts';

/** Forms that wait on this device for the network, and are sent from here. */
export function WaitingForms({
  userId,
  zone,
  onSent,
  onCorrect,
}: {
  readonly userId: string;
  readonly zone: string;
  readonly onSent: (form: Form, submissionId: string) => void;
  /** Opens a form that the server did not take; undefined while another new form is unfinished. */
  readonly onCorrect: ((form: UnsentForm) => Promise<void>) | undefined;
}) {
  const unsent = useUnsentForms(userId);
  const { sendNow, problem, refused } = useSendUnsent(userId, onSent);
  const { takeBack } = useWaitForNetwork(userId);
  const count = (unsent.data?.length ?? 0) - refused.length;
  return (
    <>
      {count > 0 && (
        <Message kind="warning">
          {count === 1 ? 'A form is' : `${count} forms are`} kept on this device and not sent yet.{' '}
          {problem || 'We send as soon as there is a network.'}{' '}
          <Button kind="small" onPress={sendNow}>
            Send now
          </Button>
        </Message>
      )}
      {refused.map(({ form, problem: reason }) => {
        const { day, time } = formTime(form.loggedAt ?? form.enteredAt, zone);
        return (
          <Message key={form.submissionId} kind="danger">
            <p>
              Your form of {day}, {time}, could not be saved. {reason}
            </p>
            {!onCorrect && <p>Please finish your other form first.</p>}
            <div className="message-actions">
              {onCorrect && (
                <Button
                  kind="small"
                  onPress={async () => {
                    await onCorrect(form);
                    await takeBack(form.submissionId);
                  }}
                >
                  Open it
                </Button>
              )}
              <Button kind="small" onPress={() => takeBack(form.submissionId)}>
                Discard it
              </Button>
            </div>
          </Message>
        );
      })}
    </>
  );
}
