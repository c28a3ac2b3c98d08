import '../ui/form-sheet.css';
import { useState } from 'react';
import type { Medication } from '../../contract/entities.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import { Failure } from '../platform/failure.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { valuesOf } from './medication-draft.ts';
import { useSaveMedication } from './queries.ts';
import { stopLabel, stopVerb } from './stop-words.ts';

/** Asks for the last day of a version in force, and saves it. The version may already have a last day. */
export function StopMedication({
  userId,
  version,
  today,
  onStopped,
  onClose,
}: {
  readonly userId: string;
  readonly version: Medication;
  readonly today: CalendarDate;
  readonly onStopped: (stopped: Medication) => void;
  readonly onClose: () => void;
}) {
  const save = useSaveMedication(userId);
  const [until, setUntil] = useState(version.until ?? today);
  const label = stopLabel(version);

  function stop() {
    if (!save.isPending) save.mutate({ ...valuesOf(version), until }, { onSuccess: onStopped });
  }

  return (
    <Dialog title={label} onClose={onClose}>
      <Form className="form-sheet" onSubmit={stop}>
        <TextField
          label="Last day"
          type="date"
          missing="Enter the last day."
          problem={
            until !== '' && until < version.from ? 'The last day is before the first day.' : ''
          }
          value={until}
          onChange={setUntil}
        />
        <Failure
          of={save.error}
          otherwise="This could not be saved. Please try again."
          afterSignIn="try again."
        />
        <div className="form-foot">
          <Button kind="main" type="submit" busy={save.isPending} label={label}>
            {stopVerb(version)}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
