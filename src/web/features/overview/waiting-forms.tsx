import { useEffect, useRef } from 'react';
import type { OpenForm } from '../../api/device.ts';
import { type RefusedForm, useSending } from '../../api/send-unsent.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { afterSavedOtherwise } from './form-entries.ts';
import { formTime } from './form-time.ts';

/** Forms that wait on this device for the network, and what the server said of them. */
export function WaitingForms({
  zone,
  onCorrect,
  onDiscard,
  onGone,
}: {
  readonly zone: string;
  /** Opens a form that the server did not take. */
  readonly onCorrect: (refused: OpenForm, form: OpenForm) => void;
  /** Gives it up; it may be wanted back as it can be corrected. */
  readonly onDiscard: (refused: OpenForm, form: OpenForm) => void;
  /** The button that had the focus is gone. */
  readonly onGone: () => void;
}) {
  const { count, problem, refused, isSending, sendNow } = useSending();
  const before = useRef(count);
  useEffect(() => {
    if (count === 0 && before.current > 0 && document.activeElement === document.body) onGone();
    before.current = count;
  }, [count, onGone]);
  return (
    <>
      {count > 0 && (
        <Message kind="warning">
          {count === 1 ? 'A form is' : `${count} forms are`} kept on this device and not sent yet.{' '}
          {problem || 'We send as soon as there is a network.'}{' '}
          <Button kind="small" busy={isSending} onPress={sendNow}>
            {isSending ? 'Sending...' : 'Send now'}
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
              <Button kind="small" onPress={() => onCorrect(form, correctable(each))}>
                Open it
              </Button>
              <Button kind="small" onPress={() => onDiscard(form, correctable(each))}>
                Discard it
              </Button>
            </div>
          </Message>
        );
      })}
    </>
  );
}

/** The form as it can be corrected. */
function correctable({ unsent: { form, submission }, saved }: RefusedForm): OpenForm {
  if (saved) return afterSavedOtherwise(form, saved);
  return { ...form, loggedAt: form.loggedAt ?? submission.enteredAt };
}
