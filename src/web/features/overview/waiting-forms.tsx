import type { OpenForm } from '../../api/device.ts';
import { type RefusedForm, useSending } from '../../api/send-unsent.ts';
import { useWaitForNetwork } from '../../api/unsent-forms.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { formTime } from './form-time.ts';

/** Forms that wait on this device for the network, and what the server said of them. */
export function WaitingForms({
  userId,
  zone,
  onCorrect,
  onDiscard,
}: {
  readonly userId: string;
  readonly zone: string;
  /** Opens a form that the server did not take. */
  readonly onCorrect: (form: OpenForm) => void;
  readonly onDiscard: (form: OpenForm) => void;
}) {
  const { count, problem, refused, sendNow } = useSending();
  const { discard } = useWaitForNetwork(userId);
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
      {refused.map((each) => {
        const { form, submission } = each.unsent;
        const { day, time } = formTime(form.loggedAt ?? submission.enteredAt, zone);
        return (
          <Message key={form.submissionId} kind="danger">
            <p>
              Your form of {day}, {time}, could not be saved. {each.problem}
            </p>
            <div className="message-actions">
              <Button kind="small" onPress={() => onCorrect(correctable(each))}>
                Open it
              </Button>
              <Button
                kind="small"
                onPress={async () => {
                  onDiscard(correctable(each));
                  await discard(form.submissionId);
                }}
              >
                Discard it
              </Button>
            </div>
          </Message>
        );
      })}
    </>
  );
}

/** The form as it can be corrected: where the server has it already, as an edit of that. */
function correctable({ unsent: { form, submission }, saved }: RefusedForm): OpenForm {
  if (saved) return { ...form, edited: saved, sent: [] };
  return { ...form, loggedAt: form.loggedAt ?? submission.enteredAt };
}
