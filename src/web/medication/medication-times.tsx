import { useEffect, useRef, useState } from 'react';
import { MAX_TIMES_A_DAY } from '../../domain/regimen.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, TextField } from '../ui/fields.tsx';
import {
  amountLabel,
  amountProblem,
  isBegun,
  isRequired,
  type MedicationDraft,
  type TimeDraft,
  timeProblem,
} from './medication-draft.ts';

/** The fields for the planned times with their amounts, and the checkbox 'As needed'. */
export function MedicationTimes({
  draft,
  onChange,
}: {
  readonly draft: MedicationDraft;
  readonly onChange: (change: Partial<MedicationDraft>) => void;
}) {
  const { times, asNeeded } = draft;
  const label = amountLabel(draft);
  const rows = useRef<HTMLFieldSetElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [isAdded, setAdded] = useState(false);
  useEffect(() => {
    if (!isAdded) return;
    [...(rows.current?.querySelectorAll<HTMLElement>('[type="time"]') ?? [])].at(-1)?.focus();
    setAdded(false);
  }, [isAdded]);

  function newRow(amount = ''): TimeDraft {
    return { id: Math.max(...times.map(({ id }) => id)) + 1, time: '', amount };
  }

  function change(row: TimeDraft, changed: Partial<TimeDraft>) {
    onChange({ times: times.map((each) => (each === row ? { ...row, ...changed } : each)) });
  }

  function remove(row: TimeDraft) {
    const others = times.filter((each) => each !== row);
    onChange({ times: others.length > 0 ? others : [newRow()] });
    // The pressed button is unmounted, so the focus would be lost.
    add.current?.focus({ preventScroll: true });
  }

  return (
    <fieldset className="plain-group" ref={rows}>
      <legend className="field-label">When, and how much?</legend>
      <p className="soft small">You can enter amounts such as 1, ½, 1½ or 0.5.</p>
      {times.map((row, index) => (
        <fieldset key={row.id} className="time-row" aria-label={`Dose ${index + 1}`}>
          <TextField
            label={`Time ${index + 1}`}
            type="time"
            missing={isRequired(draft, row) ? `Enter time ${index + 1}.` : undefined}
            problem={timeProblem(draft, row)}
            value={row.time}
            onChange={(time) => change(row, { time })}
          />
          <TextField
            label={label}
            autoComplete="off"
            maxLength={10}
            missing={isRequired(draft, row) ? `Time ${index + 1}: enter how many.` : undefined}
            problem={amountProblem(row, index + 1)}
            value={row.amount}
            onChange={(amount) => change(row, { amount })}
          />
          {/* It keeps its place while it has nothing to remove, because the fields would move while a person types. */}
          <div className={times.length > 1 || isBegun(row) ? 'time-remove' : 'time-remove unseen'}>
            <Button kind="danger" label={`Remove time ${index + 1}`} onPress={() => remove(row)}>
              Remove
            </Button>
          </div>
        </fieldset>
      ))}
      {times.length < MAX_TIMES_A_DAY && (
        <Button
          ref={add}
          onPress={() => {
            onChange({ times: [...times, newRow(times.at(-1)?.amount)] });
            setAdded(true);
          }}
        >
          Add a time
        </Button>
      )}
      <Checkbox checked={asNeeded} onChange={(on) => onChange({ asNeeded: on })}>
        As needed
      </Checkbox>
    </fieldset>
  );
}
