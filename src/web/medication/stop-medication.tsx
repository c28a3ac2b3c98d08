import { useEffect, useRef, useState } from 'react';
import type { Medication } from '../../contract/entities.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import { Failure } from '../platform/failure.tsx';
import { Button } from '../ui/button.tsx';
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
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.focus({ preventScroll: true }), []);
  const label = stopLabel(version);

  function stop() {
    if (!save.isPending) save.mutate({ ...valuesOf(version), until }, { onSuccess: onStopped });
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs inside a form, and this group contains one
    <div role="group" aria-label={label} tabIndex={-1} ref={form} className="form-heading">
      <Form className="stack-close" onSubmit={stop}>
        <TextField
          label="Last day"
          type="date"
          required
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
        <div className="medication-buttons">
          <Button type="submit" busy={save.isPending} label={label}>
            {stopVerb(version)}
          </Button>
          <Button busy={save.isPending} onPress={onClose}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  );
}
