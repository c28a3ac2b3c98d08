import './medication.css';
import { useState } from 'react';
import type { Medication, Profile } from '../../contract/entities.ts';
import { dateOf } from '../../domain/zone.ts';
import { NotLoaded } from '../platform/not-loaded.tsx';
import { Button } from '../ui/button.tsx';
import { nearDayText } from '../ui/calendar-date-text.ts';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { Row, RowLink, Rows } from '../ui/row.tsx';
import { MedicationDialog, type Open } from './medication-dialog.tsx';
import { groupMedications } from './medication-groups.ts';
import { MedicationList } from './medication-list.tsx';
import { useMedications } from './queries.ts';
import type { KeptMedication } from './use-medication-form.ts';
import { useMedicationOutcome } from './use-medication-outcome.ts';

/** The medications of a person, with the times and amounts that they entered. */
export function MedicationCard({ profile }: { readonly profile: Profile }) {
  const medications = useMedications(profile.userId);
  return (
    <section className="card" aria-labelledby="medication">
      <h2 id="medication">Medication</h2>
      {medications.data ? (
        <Medications profile={profile} versions={medications.data} />
      ) : medications.isError ? (
        <NotLoaded what="your medications" query={medications} />
      ) : (
        <Loading />
      )}
    </section>
  );
}

function Medications({
  profile,
  versions,
}: {
  readonly profile: Profile;
  /** All versions of all medications, as the server has them. */
  readonly versions: readonly Medication[];
}) {
  const [open, setOpen] = useState<Open>();
  /** What was typed and not saved, by the version that it changes. Here, so that Close loses nothing. */
  const [drafts, setDrafts] = useState<Readonly<Record<string, KeptMedication>>>({});
  const { outcome, tell, undo, isUndoing } = useMedicationOutcome(profile.userId);
  const today = dateOf(Date.now(), profile.timeZone);
  const { inForce, later, earlier } = groupMedications(versions, today);
  const dateText = (date: string) => nearDayText(date, today, profile);
  const keptOf = (version: Medication | undefined) => drafts[keyOf(version)];
  const isUnsaved = (version: Medication) => keptOf(version) !== undefined;
  const added = keptOf(undefined);

  function show(next: Open) {
    tell(undefined);
    setOpen(next);
  }

  function keep(version: Medication | undefined, typed: KeptMedication | undefined) {
    const key = keyOf(version);
    setDrafts(({ [key]: _, ...others }) => (typed ? { ...others, [key]: typed } : others));
  }

  return (
    <>
      {versions.length === 0 && <p>You have not added a medication yet.</p>}
      {inForce.length > 0 && (
        <MedicationList
          label="Medications"
          listed={inForce.map((version) => {
            return { version, fact: version.until ? `Last day: ${dateText(version.until)}` : '' };
          })}
          profile={profile}
          isUnsaved={isUnsaved}
          onOpen={(version) => show({ what: 'one', version })}
        />
      )}
      {later.length > 0 && (
        <>
          <h3>Starts later</h3>
          <MedicationList
            label="Starts later"
            listed={later.map((version) => {
              return { version, fact: `From ${dateText(version.from)}` };
            })}
            profile={profile}
            isUnsaved={isUnsaved}
            onOpen={(version) => show({ what: 'change', version })}
          />
        </>
      )}
      {versions.length > 0 && (
        <Rows>
          {inForce.length > 0 && (
            <li>
              <RowLink title="Tablets left" to="/dashboard?tablets" />
            </li>
          )}
          {earlier.length > 0 && (
            <li>
              <Row title="Earlier plans" onPress={() => show({ what: 'earlier' })} />
            </li>
          )}
        </Rows>
      )}
      {outcome && (
        <Message kind={outcome.kind}>
          {outcome.text}{' '}
          {outcome.undo && (
            <Button kind="quiet" icon="undo" busy={isUndoing} onPress={undo}>
              Undo
            </Button>
          )}
        </Message>
      )}
      <Button onPress={() => show({ what: 'add' })}>Add a medication</Button>
      {added && <p className="medication-unsaved">{added.draft.name || 'It'} is not saved yet.</p>}
      {/* What a log-out deletes. */}
      {Object.keys(drafts).map((key) => (
        <span
          key={key}
          hidden
          data-unsaved="medications"
          data-change={key === keyOf(undefined) ? undefined : true}
        />
      ))}
      {open && (
        <MedicationDialog
          of={open}
          profile={profile}
          versions={versions}
          earlier={earlier}
          keptOf={keptOf}
          keep={keep}
          onDone={(text, undoes) => {
            tell({ kind: 'success', text, ...(undoes && { undo: undoes }) });
            setOpen(undefined);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

function keyOf(version: Medication | undefined): string {
  return version ? `${version.medicationId} ${version.from}` : 'new';
}
