import { MAX_FAULTS } from '../../contract/file-formats.ts';
import type { ImportAnswer } from '../../contract/open-formats.ts';
import type { TimePreferences } from '../../domain/formats.ts';
import { dateOf } from '../../domain/zone.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { calendarDateText } from '../ui/calendar-date-text.ts';
import { FaultList } from '../ui/fault-list.tsx';
import { Message } from '../ui/message.tsx';

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
  const { formsSkipped, medicationsSkipped = 0, dosesSkipped = 0, checkInsSkipped = 0 } = preview;
  const { diarySkipped = 0, visitsAdded = 0, visitsSkipped = 0 } = preview;
  const { medicationsAdded = 0, dosesAdded = 0, checkInsAdded = 0, diaryAdded = 0 } = preview;
  const { remindersAdded = false, remindersSkipped = false } = preview;
  const entriesAdded =
    formsAdded + medicationsAdded + dosesAdded + checkInsAdded + diaryAdded + visitsAdded;
  const hasNews = remindersAdded || entriesAdded + symptoms.length > 0;
  const skipped = [
    [formsSkipped, 'form'],
    [medicationsSkipped, 'medication'],
    [dosesSkipped, 'dose'],
    [checkInsSkipped, 'check-in'],
    [diarySkipped, 'diary half-hour'],
    [visitsSkipped, 'visit'],
  ] as const;
  return (
    <>
      <Message kind="info">
        <p>{hasNews ? 'This file would add:' : 'There is nothing new in this file.'}</p>
        <ul className="listed">
          {formsAdded > 0 && (
            <li>
              {countOf(formsAdded, 'form')} with {countOf(ratings, 'rating')}
              {from && to && `, ${daysWords(from, to, user)}`}
            </li>
          )}
          {medicationsAdded > 0 && <li>{countOf(medicationsAdded, 'medication')}</li>}
          {dosesAdded > 0 && <li>{countOf(dosesAdded, 'dose')}</li>}
          {checkInsAdded > 0 && <li>{countOf(checkInsAdded, 'check-in')}</li>}
          {diaryAdded > 0 && <li>{countOf(diaryAdded, 'diary half-hour')}</li>}
          {visitsAdded > 0 && <li>{countOf(visitsAdded, 'visit')}</li>}
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
        {skipped.map(
          ([count, thing]) =>
            count > 0 && (
              <p key={thing}>
                {countOf(count, thing)} {count === 1 ? 'is' : 'are'} already here and won’t change.
              </p>
            ),
        )}
        {remindersSkipped && <p>You have set reminders here, and they won’t change.</p>}
      </Message>
      {rowsLeftOut > 0 && (
        <Message kind="warning">
          <p>{countOf(rowsLeftOut, 'row')} will be skipped:</p>
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

/** '1 form', '1,095 forms'. */
export function countOf(count: number, thing: string): string {
  return `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`;
}

function daysWords(from: string, to: string, preferences: TimePreferences): string {
  const dayOf = (time: string) =>
    calendarDateText(dateOf(Date.parse(time), preferences.timeZone), 'long', preferences);
  const [first, last] = [dayOf(from), dayOf(to)];
  return first === last ? `of ${first}` : `from ${first} to ${last}`;
}
