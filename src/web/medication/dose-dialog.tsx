import '../ui/form-sheet.css';
import { useState } from 'react';
import type { Dose } from '../../contract/entities.ts';
import { amountText, parseAmount } from '../../domain/regimen.ts';
import { dateOf } from '../../domain/zone.ts';
import type { Deleting } from '../entries/delete-button.tsx';
import { isStatus, messageOf } from '../platform/client.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { IntoView } from '../ui/into-view.tsx';
import { LoggedOut } from '../ui/logged-out.tsx';
import { Message } from '../ui/message.tsx';
import { TimeField } from '../ui/time-field.tsx';
import { AMOUNT_FAULT } from './amount-fault.ts';
import { AnotherDose } from './another-dose.tsx';
import { useEditSavedDose } from './dose-kind.ts';
import { MedicationName } from './medication-name.tsx';
import { correctedPlannedTime, extraDose } from './medication-row.ts';
import { useMedications } from './queries.ts';

/** Corrects or deletes a saved dose. */
export function DoseDialog({
  dose,
  deleting,
  onClose,
  onDelete,
}: {
  readonly dose: Dose;
  readonly deleting: Deleting;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}) {
  const user = useUser();
  const change = useEditSavedDose();
  const medications = useMedications(user.id).data ?? [];
  const [amount, setAmount] = useState(amountText(dose.amount));
  const [takenAt, setTakenAt] = useState<string>();
  const [isAnother, setIsAnother] = useState(false);
  const extra = extraDose(medications, dose, dateOf(Date.now(), user.timeZone));
  const [status, setStatus] = useState(dose.status);
  const { doseId, version } = dose;

  const count = parseAmount(amount);

  function save() {
    // With a new time, the dose may belong to another planned dose.
    const scheduledFor =
      takenAt === undefined
        ? dose.scheduledFor
        : correctedPlannedTime(medications, dose, Date.parse(takenAt), dose.timeZone);
    const edit = { doseId, version, amount: count, takenAt, status, scheduledFor };
    change.mutate(edit, { onSuccess: onClose });
  }

  if (isAnother && extra) {
    const close = { onClose, onLogged: onClose };
    return <AnotherDose title="Log another dose" rows={[extra]} {...close} />;
  }
  const error = change.error ?? deleting.error;
  const isBusy = change.isPending || deleting.isPending;
  return (
    <Dialog title="Edit dose" onClose={onClose}>
      <p>
        <MedicationName of={dose} />
      </p>
      <Form className="form-sheet" onSubmit={save}>
        <div className="form-entries">
          <SelectField
            label="What happened"
            value={status}
            onChange={(chosen) => setStatus(chosen === 'skipped' ? 'skipped' : 'taken')}
          >
            <option value="taken">Taken</option>
            <option value="skipped">Skipped</option>
          </SelectField>
          <TextField
            label="Amount"
            value={amount}
            problem={count === undefined ? AMOUNT_FAULT : ''}
            onChange={setAmount}
          />
          <TimeField
            loggedAt={takenAt}
            former={dose.takenAt}
            offered={undefined}
            zone={dose.timeZone}
            style={user}
            onChange={setTakenAt}
          />
        </div>
        {extra && (
          <Button wide onPress={() => setIsAnother(true)}>
            Log another dose
          </Button>
        )}
        <div className="apart">
          <Button kind="danger" busy={isBusy} onPress={onDelete}>
            Delete this dose
          </Button>
        </div>
        {error && (
          <IntoView>
            <Message kind="danger">
              {isStatus(error, 401) ? (
                <LoggedOut>try again.</LoggedOut>
              ) : (
                messageOf(error, 'We couldn’t change this dose. Please try again.')
              )}
            </Message>
          </IntoView>
        )}
        <div className="form-foot">
          <Button kind="main" type="submit" busy={isBusy}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
