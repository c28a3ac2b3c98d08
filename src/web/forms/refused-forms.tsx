import { useContext } from 'react';
import { useFormStore, useForms } from '../entries/use-entries.tsx';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { ForWhomContext } from '../ui/for-whom.tsx';
import { formTime } from '../ui/form-time.ts';
import { Message } from '../ui/message.tsx';
import type { Entry } from './store/form-list.ts';

/** The forms that the server refused when they were sent later. */
export function RefusedForms({
  onGone,
}: {
  /** Called when the button that had the focus is unmounted. */
  readonly onGone: () => void;
}) {
  const { entries } = useForms();
  return entries
    .filter(({ status }) => status === 'refused')
    .map((entry) => <RefusedForm key={entry.draft.submissionId} entry={entry} onGone={onGone} />);
}

function RefusedForm({
  entry: { draft, submission, error },
  onGone,
}: {
  readonly entry: Entry;
  readonly onGone: () => void;
}) {
  const store = useFormStore();
  const user = useUser();
  const whom = useContext(ForWhomContext)?.replace('For', 'for');
  const zone = submission?.timeZone ?? user.timeZone;
  const { day, time } = formTime(draft.loggedAt ?? submission?.enteredAt ?? '', zone, user);
  return (
    <Message kind="danger">
      <p>
        Your form{whom && ` ${whom}`} from {day}, {time} could not be saved. {error?.message}
      </p>
      <div className="message-actions">
        <Button kind="quiet" icon="edit" onPress={() => store.openRefused(draft.submissionId)}>
          Open this form
        </Button>
        <Button
          kind="danger"
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
