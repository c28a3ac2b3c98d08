import '../ui/switches.css';
import { byPart, partOf, SHARE_PARTS, type SharePart } from '../../domain/share.ts';
import type { VisitScope } from '../../domain/visit.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import { Checkbox, SelectField, TextField } from '../ui/fields.tsx';
import { BEGINNINGS, type Beginning, beginningProblem, firstDayOf } from './share-words.ts';

/** The values of the fields: what to share, and from when. */
export interface Scope {
  readonly parts: readonly SharePart[];
  readonly beginning: Beginning;
  readonly firstDate: string;
}

/** The initial values. Notes are shared only if the person chooses them. */
export const FIRST_SCOPE: Scope = {
  parts: SHARE_PARTS.filter((part) => !partOf(part).isOffAtFirst),
  beginning: 'visit',
  firstDate: '',
};

/** Asks what to share, and from when. */
export function ScopeFields({
  scope,
  today,
  onChange,
}: {
  readonly scope: Scope;
  readonly today: CalendarDate;
  readonly onChange: (scope: Scope) => void;
}) {
  const { parts, beginning, firstDate } = scope;
  return (
    <>
      <fieldset className="switches">
        <legend className="field-label">What do you want to share?</legend>
        <p className="soft">Your symptoms are always included.</p>
        {SHARE_PARTS.map((part) => (
          <Checkbox
            key={part}
            checked={parts.includes(part)}
            onChange={(wanted) => {
              const isIn = (each: SharePart) => (each === part ? wanted : parts.includes(each));
              onChange({ ...scope, parts: SHARE_PARTS.filter(isIn) });
            }}
          >
            {partOf(part).title}
          </Checkbox>
        ))}
      </fieldset>
      <SelectField
        label="How far back?"
        value={beginning}
        hint={beginning === 'visit' ? undefined : 'Your doctor sees nothing older.'}
        onChange={(chosen) => onChange({ ...scope, beginning: chosen as Beginning })}
      >
        {Object.entries(BEGINNINGS).map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </SelectField>
      {beginning === 'date' && (
        <TextField
          label="First day"
          type="date"
          missing="Enter the first day."
          value={firstDate}
          onChange={(day) => onChange({ ...scope, firstDate: day })}
          problem={firstDate && beginningProblem(firstDate, today)}
        />
      )}
    </>
  );
}

/** The values of the fields as an input of the calls. */
export function wishOf(
  { parts, beginning, firstDate }: Scope,
  today: CalendarDate,
): { scope: VisitScope; from?: CalendarDate } {
  const from = firstDayOf(beginning, firstDate, today);
  return {
    scope: byPart((part) => parts.includes(part)),
    ...(from !== undefined && { from }),
  };
}
