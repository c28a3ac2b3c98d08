import './medication.css';
import { useRef, useState } from 'react';
import type { Medication, Profile } from '../../contract/entities.ts';
import { medicationLabel } from '../../domain/regimen.ts';
import { dateOf } from '../../domain/zone.ts';
import { NotLoaded } from '../platform/not-loaded.tsx';
import { Button } from '../ui/button.tsx';
import { calendarDateText } from '../ui/calendar-date-text.ts';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { MedicationForm } from './medication-form.tsx';
import { groupMedications, versionFrom } from './medication-groups.ts';
import { MedicationList } from './medication-list.tsx';
import { useMedications } from './queries.ts';
import { StopMedication } from './stop-medication.tsx';
import { useMedicationOutcome } from './use-medication-outcome.ts';

type Open =
  | { readonly what: 'add' }
  | { readonly what: 'change' | 'stop'; readonly version: Medication };

/** The medications of a person, with the times and amounts that they entered. */
export function MedicationCard({ profile }: { readonly profile: Profile }) {
  const { userId } = profile;
  const medications = useMedications(userId);
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<Open>();
  const { outcome, tell, undo, isUndoing } = useMedicationOutcome(userId);

  function start(next: Open) {
    tell(undefined);
    setOpen(next);
  }

  /** Closes the open fields and moves the focus, because the button that was pressed is unmounted. */
  function close(isLong: boolean) {
    setOpen(undefined);
    heading.current?.focus({ preventScroll: !isLong });
  }

  function saved(version: Medication) {
    tell({ at: version, kind: 'success', text: `${medicationLabel(version)} is saved.` });
    close(true);
  }

  function deleted(version: Medication) {
    const text = `${medicationLabel(version)} was deleted.`;
    tell({ at: version, kind: 'success', text, undo: { kind: 'restore', version } });
    close(true);
  }

  function stopped(version: Medication, former: Medication) {
    const day = version.until && calendarDateText(version.until, 'medium', profile);
    const text = `The last day of ${medicationLabel(version)} is ${day}.`;
    const { until } = former;
    tell({ at: version, kind: 'success', text, undo: { kind: 'continue', version, until } });
    close(false);
  }

  return (
    <section className="card" aria-labelledby="medication">
      <div className="stack-close">
        <h2 id="medication" tabIndex={-1} ref={heading}>
          Medication
        </h2>
        <p className="soft">
          What you enter here is your note. It is not checked against any limit.
        </p>
      </div>
      {medications.data ? content(medications.data) : <Missing query={medications} />}
    </section>
  );

  function content(versions: readonly Medication[]) {
    if (open?.what === 'add' || open?.what === 'change') {
      return (
        <MedicationForm
          profile={profile}
          versions={versions}
          opened={open.what === 'change' ? open.version : undefined}
          onSaved={saved}
          onDeleted={deleted}
          onClose={() => close(true)}
        />
      );
    }
    const today = dateOf(Date.now(), profile.timeZone);
    const groups = groupMedications(versions, today);
    const status = outcome && (
      <Message kind={outcome.kind}>
        {outcome.text}{' '}
        {outcome.undo && (
          <Button
            kind="quiet"
            icon="undo"
            busy={isUndoing}
            onPress={async () => {
              if (await undo()) heading.current?.focus({ preventScroll: true });
            }}
          >
            Undo
          </Button>
        )}
      </Message>
    );
    const at = open?.version ?? outcome?.at;
    const shown = at && versionFrom(groups.inForce, at.medicationId, at.from);
    const stopForm = open && shown && (
      <StopMedication
        userId={userId}
        version={shown}
        today={today}
        onStopped={(version) => stopped(version, shown)}
        onClose={() => close(false)}
      />
    );
    return (
      <>
        {versions.length === 0 && <p>You have not added a medication yet.</p>}
        <MedicationList
          groups={groups}
          profile={profile}
          onChange={(version) => start({ what: 'change', version })}
          onStop={(version) => start({ what: 'stop', version })}
          below={shown && { at: shown, content: stopForm || status, isInstead: Boolean(stopForm) }}
        />
        {!shown && status}
        <Button onPress={() => start({ what: 'add' })}>Add a medication</Button>
      </>
    );
  }
}

function Missing({ query }: { readonly query: ReturnType<typeof useMedications> }) {
  if (!query.isError) return <Loading />;
  return <NotLoaded what="your medications" query={query} />;
}
