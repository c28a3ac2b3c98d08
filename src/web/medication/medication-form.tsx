import '../ui/form-sheet.css';
import { useRef, useState } from 'react';
import type { Medication, Profile } from '../../contract/entities.ts';
import { medicationLabel, regimenSentence } from '../../domain/regimen.ts';
import { dateOf } from '../../domain/zone.ts';
import { isStatus, serverMessage } from '../platform/client.ts';
import { Button } from '../ui/button.tsx';
import { nearDayText } from '../ui/calendar-date-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { IntoView } from '../ui/into-view.tsx';
import { LoggedOut } from '../ui/logged-out.tsx';
import { Message } from '../ui/message.tsx';
import { UnderstoodText } from '../ui/understood-text.tsx';
import { MedicationDays } from './medication-days.tsx';
import { dayTotal } from './medication-draft.ts';
import { MedicationNameField } from './medication-name-field.tsx';
import { MedicationStrength } from './medication-strength.tsx';
import { MedicationTimes } from './medication-times.tsx';
import { type KeptMedication, useMedicationForm } from './use-medication-form.ts';

/** The dialog for a new medication, or for a change of one. */
export function MedicationForm({
  profile,
  versions,
  opened,
  kept,
  keep,
  onSaved,
  onDeleted,
  onClose,
}: {
  readonly profile: Profile;
  /** All versions of all medications, as the server has them. */
  readonly versions: readonly Medication[];
  /** The version to change; undefined for a new medication. */
  readonly opened: Medication | undefined;
  /** What was typed before and not saved. */
  readonly kept: KeptMedication | undefined;
  readonly keep: (typed: KeptMedication | undefined) => void;
  readonly onSaved: (saved: Medication) => void;
  readonly onDeleted: (deleted: Medication) => void;
  readonly onClose: () => void;
}) {
  const form = useMedicationForm(profile, versions, opened, kept, keep);
  const { draft, change, isBusy, understood, conflict } = form;
  const saveWords = opened ? 'Save changes' : 'Save medication';
  const [choices, setChoices] = useState(0);
  const strength = useRef<HTMLFieldSetElement>(null);
  return (
    <Dialog
      title={opened ? `Change ${medicationLabel(opened)}` : 'Add a medication'}
      onClose={onClose}
    >
      <Form
        className="form-sheet"
        onSubmit={() =>
          form.save((saved) => {
            keep(undefined);
            onSaved(saved);
          })
        }
      >
        <div className="form-entries">
          <p className="soft">
            What you enter here is your note. It is not checked against any limit.
          </p>
          <MedicationNameField
            name={draft.name}
            onType={(name) => change({ name })}
            onChoose={(name) => {
              form.choose(name);
              setChoices(choices + 1);
              strength.current?.focus({ preventScroll: true });
            }}
          />
          <MedicationStrength draft={draft} onChange={change} choices={choices} group={strength} />
          <MedicationTimes draft={draft} onChange={change} />
          <MedicationDays
            draft={draft}
            onChange={change}
            opened={opened}
            today={form.today}
            problem={form.firstDayProblem}
            style={profile}
          />
          <UnderstoodText
            text={
              understood.name &&
              [regimenSentence(understood, profile), dayTotal(understood)]
                .filter(Boolean)
                .join('. ')
            }
          />
        </div>
        <Button
          wide
          busy={isBusy}
          onPress={() => {
            keep(undefined);
            onClose();
          }}
        >
          Cancel
        </Button>
        {opened && (
          <div className="apart stack-close">
            <p>
              Entered by mistake? The Delete button deletes only the plan that starts on{' '}
              {nearDayText(opened.from, dateOf(Date.now(), profile.timeZone), profile)}.
            </p>
            <Button
              kind="danger"
              busy={isBusy}
              label={`Delete ${medicationLabel(opened)}`}
              onPress={() =>
                form.delete(opened, (deleted) => {
                  keep(undefined);
                  onDeleted(deleted);
                })
              }
            >
              Delete
            </Button>
          </div>
        )}
        {form.error && (
          <IntoView>
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
          </IntoView>
        )}
        <div className="form-foot">
          <Button kind="main" type="submit" busy={isBusy}>
            {form.isSaving ? 'Saving...' : saveWords}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function Failure({ error }: { readonly error: Error }) {
  return isStatus(error, 401) ? (
    <LoggedOut>try again. What you typed is still here.</LoggedOut>
  ) : (
    serverMessage(error, 'This could not be saved. Please try again.')
  );
}
