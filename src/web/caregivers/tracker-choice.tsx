import { useState } from 'react';
import type { Helped } from '../../contract/entities.ts';
import { useMe } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Row, Rows } from '../ui/row.tsx';
import { type ShownTracker, trackerName } from './tracker.ts';

/** Says whose tracker is shown, and changes it. Always below the header of a person who helps others. */
export function TrackerChoice({
  tracker: { helping, show },
}: {
  readonly tracker: Pick<ShownTracker, 'helping' | 'show'>;
}) {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  if (me.helps.length === 0) return null;
  function choose(ownerId: string) {
    setOpen(false);
    show(ownerId);
  }
  return (
    <div className="tracker-choice">
      <div className="tracker-choice-line">
        <p>
          {helping
            ? `You are helping ${helping.firstName || helping.name}`
            : 'This is your own tracker'}
        </p>
        <Button kind="quiet" icon="edit" label="Change the tracker" onPress={() => setOpen(true)}>
          Change
        </Button>
      </div>
      {isOpen && (
        <Dialog title="Whose tracker?" onClose={() => setOpen(false)}>
          <Rows>
            <li>
              <Row
                title="My own tracker"
                state={helping ? undefined : 'Open now.'}
                onPress={() => choose(me.id)}
              />
            </li>
            {me.helps.map((helped) => (
              <li key={helped.userId}>
                <Row
                  title={trackerName(helped)}
                  state={`${helped === helping ? 'Open now. ' : ''}${rightsOf(helped)}`}
                  onPress={() => choose(helped.userId)}
                />
              </li>
            ))}
          </Rows>
        </Dialog>
      )}
    </div>
  );
}

/** What the signed-in caregiver may do, in words. */
function rightsOf({ may, notes }: Pick<Helped, 'may' | 'notes'>): string {
  const rights = may === 'log' ? 'You can see and log.' : 'You can see, but not log.';
  return notes ? rights : `${rights} Notes are private.`;
}
