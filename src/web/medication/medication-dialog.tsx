import { useState } from 'react';
import type { Medication, Profile } from '../../contract/entities.ts';
import { medicationLabel, regimenSentence } from '../../domain/regimen.ts';
import { dateOf } from '../../domain/zone.ts';
import { nearDayText } from '../ui/calendar-date-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Row, Rows } from '../ui/row.tsx';
import { MedicationForm } from './medication-form.tsx';
import type { MedicationGroups } from './medication-groups.ts';
import { type ListedVersion, MedicationList } from './medication-list.tsx';
import { StopMedication } from './stop-medication.tsx';
import { stopLabel, stopVerb } from './stop-words.ts';
import type { KeptMedication } from './use-medication-form.ts';
import type { MedicationUndo } from './use-medication-outcome.ts';

/** What a dialog, or a page of it, is about. 'one' is a version in force, with what can be done to it. */
export type Open =
  | { readonly what: 'add' | 'earlier' }
  | { readonly what: 'one' | 'change' | 'stop'; readonly version: Medication };

interface DialogProps {
  readonly of: Open;
  readonly profile: Profile;
  /** All versions of all medications, as the server has them. */
  readonly versions: readonly Medication[];
  readonly earlier: MedicationGroups['earlier'];
  /** What was typed before and not saved. */
  readonly keptOf: (version: Medication | undefined) => KeptMedication | undefined;
  readonly keep: (version: Medication | undefined, typed: KeptMedication | undefined) => void;
  /** Called with what was done, in a sentence. */
  readonly onDone: (text: string, undo?: MedicationUndo) => void;
  readonly onClose: () => void;
}

/** A dialog of the medications. Within another one, it is a page of that one. */
export function MedicationDialog(props: DialogProps) {
  const { of, profile, versions, keptOf, keep, onDone, onClose } = props;
  if (of.what === 'earlier') return <Earlier {...props} />;
  if (of.what === 'one') return <One {...props} version={of.version} />;
  if (of.what === 'stop') {
    const { version } = of;
    const today = dateOf(Date.now(), profile.timeZone);
    return (
      <StopMedication
        userId={profile.userId}
        version={version}
        today={today}
        onStopped={(stopped) =>
          onDone(
            `The last day of ${medicationLabel(stopped)} is ${nearDayText(stopped.until ?? '', today, profile)}.`,
            { kind: 'continue', version: stopped, until: version.until },
          )
        }
        onClose={onClose}
      />
    );
  }
  const opened = of.what === 'change' ? of.version : undefined;
  return (
    <MedicationForm
      profile={profile}
      versions={versions}
      opened={opened}
      kept={keptOf(opened)}
      keep={(typed) => keep(opened, typed)}
      onSaved={(version) => onDone(`${medicationLabel(version)} is saved.`)}
      onDeleted={(version) =>
        onDone(`${medicationLabel(version)} was deleted.`, { kind: 'restore', version })
      }
      onClose={onClose}
    />
  );
}

/** A version in force, and what can be done to it. */
function One({ version, ...props }: DialogProps & { readonly version: Medication }) {
  const [page, setPage] = useState<Open>();
  const label = medicationLabel(version);
  const verb = stopVerb(version);
  return (
    <Dialog title={label} onClose={props.onClose}>
      <p>{regimenSentence(version, props.profile)}</p>
      <Rows>
        <li>
          <Row
            icon="edit"
            title={<Named verb="Change" of={` ${label}`} />}
            onPress={() => setPage({ what: 'change', version })}
          />
        </li>
        <li>
          <Row
            icon="clear"
            title={<Named verb={verb} of={stopLabel(version).slice(verb.length)} />}
            onPress={() => setPage({ what: 'stop', version })}
          />
        </li>
      </Rows>
      {page && <MedicationDialog {...props} of={page} onClose={() => setPage(undefined)} />}
    </Dialog>
  );
}

/** A verb, and for screen readers also what it is about. */
function Named({ verb, of }: { readonly verb: string; readonly of: string }) {
  return (
    <>
      {verb}
      <span className="visually-hidden">{of}</span>
    </>
  );
}

function Earlier(props: DialogProps) {
  const { earlier, profile, onClose } = props;
  const [page, setPage] = useState<Open>();
  const today = dateOf(Date.now(), profile.timeZone);
  const dateText = (date: string) => nearDayText(date, today, profile);
  const listed = earlier.map(({ version, lastDay }): ListedVersion => {
    return { version, fact: `From ${dateText(version.from)} until ${dateText(lastDay)}` };
  });
  return (
    <Dialog title="Earlier plans" onClose={onClose}>
      <MedicationList
        label="Earlier plans"
        listed={listed}
        profile={profile}
        onOpen={(version) => setPage({ what: 'change', version })}
      />
      {page && <MedicationDialog {...props} of={page} onClose={() => setPage(undefined)} />}
    </Dialog>
  );
}
