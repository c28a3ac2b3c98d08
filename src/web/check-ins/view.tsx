import type { CheckIn } from '../../contract/entities.ts';
import type { CheckInAnswers } from '../../domain/check-in.ts';
import type { KindView } from '../entries/view.ts';
import { useUser } from '../platform/user.ts';
import { calendarDateText } from '../ui/calendar-date-text.ts';
import { checkIns } from './kind.ts';
import { answersText } from './words.ts';

export const checkInView: KindView<CheckIn> = {
  kind: checkIns,
  useWords() {
    const user = useUser();
    return {
      name: ([checkIn]) =>
        checkIn ? `the check-in of ${calendarDateText(checkIn.day, 'medium', user)}` : '',
    };
  },
  Deleted({ entries: [checkIn] }) {
    const user = useUser();
    return (
      checkIn && (
        <span>
          <b>{`Check-in of ${calendarDateText(checkIn.day, 'medium', user)}`}</b>{' '}
          {wholeText(checkIn)}
        </span>
      )
    );
  },
};

/** All answers and the note. */
export function wholeText(answers: CheckInAnswers): string {
  const note = answers.notes && `“${answers.notes}”`;
  return [answersText(answers), note].filter(Boolean).join('. ');
}
