import type { Medication, Profile } from '../../contract/entities.ts';
import { medicationLabel, planTexts } from '../../domain/regimen.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Row, Rows } from '../ui/row.tsx';

/** A version, and what else there is to say of it: 'until Oct 31'. */
export interface ListedVersion {
  readonly version: Medication;
  readonly fact: string;
}

/** Versions of medications, each a row that says when it is taken. */
export function MedicationList({
  label,
  listed,
  profile,
  isUnsaved = () => false,
  onOpen,
}: {
  readonly label: string;
  readonly listed: readonly ListedVersion[];
  readonly profile: Profile;
  /** Whether a change of the version was typed and not saved. */
  readonly isUnsaved?: (version: Medication) => boolean;
  readonly onOpen: (version: Medication) => void;
}) {
  return (
    <Rows label={label}>
      {listed.map(({ version, fact }) => (
        <li key={`${version.medicationId} ${version.from}`}>
          <Row
            title={<Breakable text={medicationLabel(version)} />}
            state={[
              planTexts(version, profile).join(', '),
              fact,
              isUnsaved(version) && 'Not saved yet',
            ]
              .filter(Boolean)
              .join('. ')}
            onPress={() => onOpen(version)}
          />
        </li>
      ))}
    </Rows>
  );
}
