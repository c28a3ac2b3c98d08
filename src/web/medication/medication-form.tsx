import { useEffect, useRef } from 'react';
import type { Medication, Profile } from '../../contract/entities.ts';
import { medicationLabel, regimenSentence } from '../../domain/regimen.ts';
import { isStatus, serverMessage } from '../platform/client.ts';
import { Button } from '../ui/button.tsx';
import { calendarDateText } from '../ui/calendar-date-text.ts';
import { Form } from '../ui/form.tsx';
import { LoggedOut } from '../ui/logged-out.tsx';
import { Message } from '../ui/message.tsx';
import { UnderstoodText } from '../ui/understood-text.tsx';
import { MedicationDays } from './medication-days.tsx';
import { MedicationName } from './medication-name-field.tsx';
import { MedicationStrength } from './medication-strength.tsx';
import { MedicationTimes } from './medication-times.tsx';
import { useMedicationForm } from './use-medication-form.ts';

/** Fields for a new medication, or for a change of one. */
export function MedicationForm({
  profile,
  versions,
  opened,
  onSaved,
  onDeleted,
  onClose,
}: {
  readonly profile: Profile;
  /** All versions of all medications, as the server has them. */
  readonly versions: readonly Medication[];
  /** The version to change; undefined for a new medication. */
  readonly opened: Medication | undefined;
  readonly onSaved: (saved: Medication) => void;
  readonly onDeleted: (deleted: Medication) => void;
  readonly onClose: () => void;
}) {
  const form = useMedicationForm(profile, versions, opened);
  const { draft, change, isBusy, understood, conflict } = form;
  const saveWords = opened ? 'Save changes' : 'Save medication';
  const heading = useRef<HTMLHeadingElement>(null);
  const strength = useRef<HTMLFieldSetElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Form
      className="stack"
      unsaved={form.isChanged && 'medications'}
      isChange={opened !== undefined}
      onSubmit={() => form.save(onSaved)}
    >
      <h3 className="form-heading" tabIndex={-1} ref={heading}>
        {opened ? `Change ${medicationLabel(opened)}` : 'Add a medication'}
      </h3>
      <MedicationName
        name={draft.name}
        onType={(name) => change({ name })}
        onChoose={(name) => {
          form.choose(name);
          strength.current?.focus({ preventScroll: true });
        }}
      />
      <MedicationStrength draft={draft} onChange={change} group={strength} />
      <MedicationTimes draft={draft} onChange={change} />
      <MedicationDays
        draft={draft}
        onChange={change}
        opened={opened}
        today={form.today}
        problem={form.firstDayProblem}
        style={profile}
      />
      <UnderstoodText text={understood.name && regimenSentence(understood, profile)} />
      {form.error && (
        <Message kind="danger">
          <Failure error={form.error} />
          {conflict?.stored && (
            <>
              <p>Already saved: {regimenSentence(conflict.stored, profile)}</p>
              <p>Yours, not saved: {regimenSentence(understood, profile)}</p>
              <p>If you press ‘{saveWords}’ again, yours replaces what is saved.</p>
            </>
          )}
        </Message>
      )}
      <Button kind="main" type="submit" busy={isBusy}>
        {form.isSaving ? 'Saving...' : saveWords}
      </Button>
      <Button wide busy={isBusy} onPress={onClose}>
        Cancel
      </Button>
      {opened && (
        <div className="apart stack-close">
          <p>
            Entered by mistake? The Delete button deletes only the plan that starts on{' '}
            {calendarDateText(opened.from, 'medium', profile)}.
          </p>
          <Button
            kind="danger"
            busy={isBusy}
            label={`Delete ${medicationLabel(opened)}`}
            onPress={() => form.delete(opened, onDeleted)}
          >
            Delete
          </Button>
        </div>
      )}
    </Form>
  );
}

function Failure({ error }: { readonly error: Error }) {
  return isStatus(error, 401) ? (
    <LoggedOut>try again. What you typed is still here.</LoggedOut>
  ) : (
    serverMessage(error, 'This could not be saved. Please try again.')
  );
}
