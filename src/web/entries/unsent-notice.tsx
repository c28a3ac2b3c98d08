import { useState } from 'react';
import { counted } from '../../domain/counted.ts';
import { useMe } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { MessageContent } from '../ui/message.tsx';
import type { ForOther } from './on-this-device.ts';
import { useLeft } from './use-entries.tsx';

/** Lists a caregiver's entries that were not sent, because the caregiver may not log for that person any more. */
export function UnsentNotice() {
  const { left, forget } = useLeft();
  const [answer, setAnswer] = useState('');

  async function remove(each: ForOther) {
    await forget(each.trackerKey);
    setAnswer(each.count === 1 ? 'The entry was deleted.' : 'The entries were deleted.');
    // The pressed button is unmounted, so the focus would be lost.
    const next = '[role="tab"][aria-selected="true"], .tracker-choice button';
    document.querySelector<HTMLElement>(next)?.focus();
  }

  return (
    <>
      {left.map((each) => (
        <UnsentFor key={each.trackerKey} of={each} onDelete={() => remove(each)} />
      ))}
      <p className="unseen" role="status">
        {answer}
      </p>
    </>
  );
}

function UnsentFor({
  of: { ownerId, ownerName, count },
  onDelete,
}: {
  readonly of: ForOther;
  readonly onDelete: () => Promise<void>;
}) {
  const helped = useMe().helps.find(({ userId }) => userId === ownerId);
  const [isDeleting, setIsDeleting] = useState(false);
  const name = (helped && (helped.firstName || helped.name)) || ownerName;
  const unsent = counted(count, 'entry', 'entries');
  const were = count === 1 ? 'was' : 'were';
  const them = count === 1 ? 'it' : 'them';
  return (
    <section className="message message-warning unsent-notice" aria-label="Not sent">
      <MessageContent kind="warning">
        <p>
          {unsent} for {name ?? 'someone you helped'} {were} not sent, because{' '}
          {helped
            ? `you may not log for ${name} now. Ask ${name} to allow it again, or delete ${them}.`
            : `you do not help ${name ?? 'them'} any more.`}
        </p>
        <div className="message-actions">
          <Button
            kind="danger"
            busy={isDeleting}
            onPress={async () => {
              setIsDeleting(true);
              await onDelete();
            }}
          >
            {count === 1 ? 'Delete this entry' : `Delete these ${count} entries`}
          </Button>
        </div>
      </MessageContent>
    </section>
  );
}
