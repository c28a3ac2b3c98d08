import type { Ref } from 'react';
import { MAX_UNIT_LENGTH } from '../../domain/regimen.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, Switch, TextField } from '../ui/fields.tsx';
import { KeptHeight } from '../ui/kept-height.tsx';
import {
  containsLevodopa,
  drugNamed,
  type MedicationDraft,
  parseStrength,
  strengthProblem,
} from './medication-draft.ts';

const FORMS = [
  'tablet',
  'capsule',
  'dispersible tablet',
  'orally disintegrating tablet',
  'liquid',
  'patch',
  'film',
  'injection',
  'infusion',
  'intestinal gel',
  'inhalation capsule',
];
/** Dosage forms that cannot be counted. The question says 'one dose' and not, for example, 'one liquid'. */
const UNCOUNTED = ['liquid', 'infusion', 'intestinal gel'];

/** The fields for a medication's strength, unit and dosage form. */
export function MedicationStrength({
  draft,
  onChange,
  choices,
  group,
}: {
  readonly draft: MedicationDraft;
  readonly onChange: (change: Partial<MedicationDraft>) => void;
  /** How many suggestions were chosen. Each makes room again for what is below. */
  readonly choices: number;
  /** Receives the focus after a suggestion was chosen. */
  readonly group: Ref<HTMLFieldSetElement>;
}) {
  const known = drugNamed(draft.name);
  const isLevodopa = containsLevodopa(draft);
  const { unit } = draft;
  const hasUnit = unit !== known?.unit;
  const label = isLevodopa
    ? questionOf(draft, known?.forms[0])
    : hasUnit
      ? 'Strength'
      : `Strength in ${unit}`;
  const forms = new Set([...(known?.forms ?? []), ...FORMS, draft.form].filter(Boolean));
  return (
    <>
      {/* Its room stays, because the name of a known drug would pull the next field from under a finger. */}
      <KeptHeight key={choices}>
        {!known && (
          <Switch checked={draft.isLevodopa} onChange={(on) => onChange({ isLevodopa: on })}>
            Does this medication contain levodopa?
          </Switch>
        )}
      </KeptHeight>
      <fieldset className="plain-group" aria-label="What it contains" tabIndex={-1} ref={group}>
        <div className={isLevodopa ? 'stack-close' : 'strength-row'}>
          <TextField
            label={label}
            hint={isLevodopa ? levodopaHint(hasUnit ? undefined : unit) : undefined}
            inputMode="decimal"
            maxLength={10}
            problem={strengthProblem(draft)}
            value={draft.strength}
            onChange={(strength) => onChange({ strength })}
          />
          {hasUnit && (
            <TextField
              label="Unit"
              maxLength={MAX_UNIT_LENGTH}
              value={unit}
              onChange={(typed) => onChange({ unit: typed })}
            />
          )}
        </div>
        {known && known.strengths.length > 0 && (
          <ul className="plain-list" aria-label="Usual strengths">
            {known.strengths.map((strength) => (
              <li key={strength}>
                <Button
                  kind="small"
                  isPressed={parseStrength(draft.strength) === strength && unit === known.unit}
                  onPress={() => onChange({ strength: String(strength), unit: known.unit })}
                >
                  {strength} {known.unit}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </fieldset>
      <SelectField label="Type" value={draft.form} onChange={(form) => onChange({ form })}>
        <option value="">Not chosen</option>
        {[...forms].map((form) => (
          <option key={form} value={form}>
            {form}
          </option>
        ))}
      </SelectField>
    </>
  );
}

/** @param unit undefined if the unit has a field of its own */
function levodopaHint(unit: string | undefined): string {
  return unit
    ? `Only the levodopa, in ${unit}. If the box says 25/100, enter 100.`
    : 'Only the levodopa. If the box says 25/100, enter 100.';
}

function questionOf({ unit, form }: MedicationDraft, usualForm: string | undefined): string {
  if (/\/ ?ml$/i.test(unit)) return 'How much levodopa is in 1 mL?';
  const shape = form || usualForm || 'tablet';
  return `How much levodopa is in one ${UNCOUNTED.includes(shape) ? 'dose' : shape}?`;
}
