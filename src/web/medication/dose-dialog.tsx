import { useState } from 'react';
import type { Dose } from '../../contract/entities.ts';
import { amountText, medicationLabel, parseAmount } from '../../domain/regimen.ts';
import { isStatus, messageOf } from '../platform/client.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { LoggedOut } from '../ui/logged-out.tsx';
import { Message } from '../ui/message.tsx';
import { TimeField } from '../ui/time-field.tsx';
import { useEditSavedDose } from './dose-kind.ts';
import { correctedPlannedTime } from './medication-row.ts';
import { useMedications } from './queries.ts';

const AMOUNT_FAULT = 'Write a number, such as 1, ½ or 1.5.';

/** Corrects or deletes a saved dose. */
export function DoseDialog({
  dose,
  deleting,
  onClose,
  onDelete,
}: {
  readonly dose: Dose;
  readonly deleting: { readonly isPending: boolean; readonly error: Error | null };
  readonly onClose: () => void;
  readonly onDelete: () => void;
}) {
  const user = useUser();
  const change = useEditSavedDose();
  const medications = useMedications(user.id).data ?? [];
  const [amount, setAmount] = useState(amountText(dose.amount));
  const [takenAt, setTakenAt] = useState<string>();
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

  const error = change.error ?? deleting.error;
  const isBusy = change.isPending || deleting.isPending;
  return (
    <Dialog title="Edit dose" onClose={onClose}>
      <p>
        <b>{medicationLabel(dose)}</b>
      </p>
      <Form className="stack" onSubmit={save}>
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
        {error && (
          <Message kind="danger">
            {isStatus(error, 401) ? (
              <LoggedOut>try again.</LoggedOut>
            ) : (
              messageOf(error, 'We couldn’t change this dose. Please try again.')
            )}
          </Message>
        )}
        <Button kind="main" type="submit" busy={isBusy}>
          Save
        </Button>
      </Form>
      <div className="apart">
        <Button kind="danger" wide busy={isBusy} onPress={onDelete}>
          Delete this dose
        </Button>
      </div>
    </Dialog>
  );
}
