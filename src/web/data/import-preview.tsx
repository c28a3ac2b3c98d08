import { MAX_FAULTS } from '../../contract/file-formats.ts';
import type { ImportAnswer } from '../../contract/open-formats.ts';
import { counted } from '../../domain/counted.ts';
import type { TimePreferences } from '../../domain/formats.ts';
import { dateOf } from '../../domain/zone.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { calendarDateText } from '../ui/calendar-date-text.ts';
import { FaultList } from '../ui/fault-list.tsx';
import { Message } from '../ui/message.tsx';
import { countsIn } from './import-words.ts';

/** Shows what a file would add. */
export function ImportPreview({
  preview,
  isAdding,
  onAdd,
}: {
  readonly preview: ImportAnswer;
  readonly isAdding: boolean;
  readonly onAdd: () => void;
}) {
  const user = useUser();
  const { formsAdded, ratings, from, to, symptoms, rowsLeftOut, leftOut } = preview;
  const { remindersAdded = false, remindersSkipped = false } = preview;
  const added = countsIn(preview, 'Added');
  const hasNews = remindersAdded || added.length + symptoms.length > 0;
  return (
    <>
      <Message kind="info">
        <p>{hasNews ? 'This file would add:' : 'There is nothing new in this file.'}</p>
        <ul className="listed">
          {added.map(({ words }, index) => (
            <li key={words}>
              {words}
              {index === 0 && formsAdded > 0 && (
                <>
                  {` with ${counted(ratings, 'rating')}`}
                  {from && to && `, ${daysWords(from, to, user)}`}
                </>
              )}
            </li>
          ))}
          {symptoms.map(({ name, slot }) => (
            <li key={name}>
              {name}, {slot === null ? 'as a past symptom' : `as Symptom ${slot}`}
            </li>
          ))}
          {remindersAdded && <li>your reminders</li>}
        </ul>
        {remindersAdded && (
          <p>
            Reminders by email stay off until you turn them on in Settings. Each phone gets
            reminders only after you allow them on that phone.
          </p>
        )}
        {countsIn(preview, 'Skipped').map(({ count, words }) => (
          <p key={words}>
            {words} {count === 1 ? 'is' : 'are'} already here and won’t change.
          </p>
        ))}
        {remindersSkipped && <p>You have set reminders here, and they won’t change.</p>}
      </Message>
      {rowsLeftOut > 0 && (
        <Message kind="warning">
          <p>{counted(rowsLeftOut, 'row')} will be skipped:</p>
          <FaultList faults={leftOut} most={MAX_FAULTS} />
          <p>To add these rows too, correct them in your file and choose it again.</p>
        </Message>
      )}
      {hasNews && (
        <Button kind="main" busy={isAdding} onPress={onAdd}>
          {isAdding ? 'Adding...' : 'Add to my data'}
        </Button>
      )}
    </>
  );
}

function daysWords(from: string, to: string, preferences: TimePreferences): string {
  const dayOf = (time: string) =>
    calendarDateText(dateOf(Date.parse(time), preferences.timeZone), 'long', preferences);
  const [first, last] = [dayOf(from), dayOf(to)];
  return first === last ? `of ${first}` : `from ${first} to ${last}`;
}
