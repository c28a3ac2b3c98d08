import { useMe } from '../platform/user.ts';
import { SelectField } from '../ui/fields.tsx';
import { type ShownTracker, trackerName } from './tracker.ts';

/**
 * Chooses whose tracker is shown. Always in the header of a person who helps others.
 *
 * @param isAlone whether the header contains nothing else
 */
export function TrackerChoice({
  tracker: { helping, show },
  isAlone = false,
}: {
  readonly tracker: Pick<ShownTracker, 'helping' | 'show'>;
  readonly isAlone?: boolean;
}) {
  const me = useMe();
  if (me.helps.length === 0) return null;
  return (
    <div className={isAlone ? 'tracker-choice tracker-choice-alone' : 'tracker-choice'}>
      <SelectField label="You are looking at" value={helping?.userId ?? me.id} onChange={show}>
        <option value={me.id}>My own tracker</option>
        {me.helps.map((helped) => (
          <option key={helped.userId} value={helped.userId}>
            {trackerName(helped)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
