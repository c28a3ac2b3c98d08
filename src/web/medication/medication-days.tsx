import type { Medication } from '../../contract/entities.ts';
import type { DateStyle } from '../../domain/formats.ts';
import { EARLIEST_BIRTHDAY } from '../../domain/person.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import { Button } from '../ui/button.tsx';
import { nearDayText } from '../ui/calendar-date-text.ts';
import { TextField } from '../ui/fields.tsx';
import type { MedicationDraft } from './medication-draft.ts';

/** The fields for a medication's first and last day. */
export function MedicationDays({
  draft,
  onChange,
  opened,
  today,
  problem,
  style,
}: {
  readonly draft: MedicationDraft;
  readonly onChange: (change: Partial<MedicationDraft>) => void;
  /** The version that is changed; undefined for a new medication. */
  readonly opened: Medication | undefined;
  readonly today: CalendarDate;
  /** What is wrong with the first day. */
  readonly problem: string;
  readonly style: DateStyle;
}) {
  const { from, until } = draft;
  return (
    <>
      <div className="stack-close">
        <TextField
          label={opened ? 'From' : 'Taken since'}
          type="date"
          missing="Enter the first day."
          hint={
            opened
              ? hintOf(from, opened.from, today, style)
              : 'If you do not know, leave today. A later day is for a plan that begins then.'
          }
          problem={earliestProblem(from) || problem}
          value={from}
          onChange={(day) => onChange({ from: day })}
        />
        {opened && opened.from !== today && (
          <ul className="plain-list" aria-label="Suggested first days">
            {[today, opened.from].map((day) => (
              <li key={day}>
                <Button
                  kind="small"
                  isPressed={day === from}
                  onPress={() => onChange({ from: day })}
                >
                  {day === today
                    ? 'From today'
                    : `Correct the plan from ${nearDayText(day, today, style)}`}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <TextField
        label="Planned until, if you know it"
        type="date"
        problem={until !== '' && until < from ? 'The last day is before the first day.' : ''}
        value={until}
        onChange={(day) => onChange({ until: day })}
      />
    </>
  );
}

function earliestProblem(from: string): string {
  return from !== '' && from < EARLIEST_BIRTHDAY ? 'Check the year.' : '';
}

function hintOf(
  from: CalendarDate,
  openedFrom: CalendarDate,
  today: CalendarDate,
  style: DateStyle,
): string {
  if (from === openedFrom) return 'Your changes replace the plan that starts on this day.';
  if (from > openedFrom) return 'The plan for earlier days does not change.';
  return `The plan will start on this day instead of ${nearDayText(openedFrom, today, style)}.`;
}
