import { useEffect, useRef } from 'react';
import { useUser } from '../../api/user.ts';
import type { Entry } from '../../entries/entry-list.ts';
import { useEntries, useEntryStore } from '../../entries/use-entries.tsx';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { formTime } from './form-time.ts';

/** The forms that wait on this device for the network, and the server's last error. */
export function WaitingForms({
  onGone,
}: {
  /** Called when the button that had the focus is unmounted. */
  readonly onGone: () => void;
}) {
  const store = useEntryStore();
  const { entries, isSending, sendProblem } = useEntries();
  const count = entries.filter(({ status }) => status === 'waiting').length;
  const forms = count === 1 ? '1 form is' : `${count} forms are`;
  const before = useRef(count);
  useEffect(() => {
    if (count === 0 && before.current > 0 && document.activeElement === document.body) onGone();
    before.current = count;
  }, [count, onGone]);
  return (
    <>
      {count > 0 && (
        <Message kind="warning">
          {forms} saved on this device but not sent yet.{' '}
          {sendProblem || `We’ll send ${count === 1 ? 'it' : 'them'} as soon as we can.`}{' '}
          <Button kind="small" busy={isSending} onPress={store.sendNow}>
            {isSending ? 'Sending...' : 'Send now'}
          </Button>
        </Message>
      )}
      {entries
        .filter(({ status }) => status === 'refused')
        .map((entry) => (
          <RefusedForm key={entry.draft.submissionId} entry={entry} onGone={onGone} />
        ))}
    </>
  );
}

function RefusedForm({
  entry: { draft, submission, error },
  onGone,
}: {
  readonly entry: Entry;
  readonly onGone: () => void;
}) {
  const store = useEntryStore();
  const user = useUser();
  const zone = submission?.timeZone ?? user.timeZone;
  const { day, time } = formTime(draft.loggedAt ?? submission?.enteredAt ?? '', zone, user);
  return (
    <Message kind="danger">
      <p>
        Your form from {day}, {time} could not be saved. {error?.message}
      </p>
      <div className="message-actions">
        <Button kind="small" onPress={() => store.openRefused(draft.submissionId)}>
          Open this form
        </Button>
        <Button
          kind="small"
          onPress={() => {
            onGone();
            store.discardRefused(draft.submissionId);
          }}
        >
          Delete this form
        </Button>
      </div>
    </Message>
  );
}
