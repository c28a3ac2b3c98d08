import type { ReactNode } from 'react';
import type { Medication, Profile } from '../../contract/entities.ts';
import { medicationLabel, regimenSentence } from '../../domain/regimen.ts';
import { Button } from '../ui/button.tsx';
import { calendarDateText } from '../ui/calendar-date-text.ts';
import type { MedicationGroups } from './medication-groups.ts';
import { isSameVersion, type VersionKey } from './queries.ts';
import { stopLabel, stopVerb } from './stop-words.ts';

/** The medications in force, those that start on a later day, and the earlier versions. */
export function MedicationList({
  groups: { inForce, later, earlier },
  profile,
  onChange,
  onStop,
  below,
}: {
  readonly groups: MedicationGroups;
  readonly profile: Profile;
  readonly onChange: (version: Medication) => void;
  readonly onStop: (version: Medication) => void;
  /** The content to show below a version in force, and whether it replaces the buttons of that version. */
  readonly below:
    | { readonly at: VersionKey; readonly content: ReactNode; readonly isInstead: boolean }
    | undefined;
}) {
  const dateText = (date: string) => calendarDateText(date, 'medium', profile);

  function changeButton(version: Medication, when = '') {
    return (
      <Button
        kind="quiet"
        icon="edit"
        label={`Change ${medicationLabel(version)}${when && `, ${when}`}`}
        onPress={() => onChange(version)}
      >
        Change
      </Button>
    );
  }

  return (
    <>
      {inForce.length > 0 && (
        <ul className="medications" aria-label="Medications">
          {inForce.map((version) => {
            const here = below && isSameVersion(below.at, version) ? below : undefined;
            return (
              <li key={version.medicationId} className="stack-close">
                <p>{regimenSentence(version, profile)}</p>
                {version.until !== null && (
                  <p className="soft small">Last day: {dateText(version.until)}</p>
                )}
                {!here?.isInstead && (
                  <div className="medication-buttons">
                    {changeButton(version)}
                    <Button
                      kind="quiet"
                      icon="bin"
                      label={stopLabel(version)}
                      onPress={() => onStop(version)}
                    >
                      {stopVerb(version)}
                    </Button>
                  </div>
                )}
                {here?.content}
              </li>
            );
          })}
        </ul>
      )}
      {later.length > 0 && (
        <div className="stack-close">
          <h3 id="medication-later">Starts later</h3>
          <ul className="medications" aria-labelledby="medication-later">
            {later.map((version) => {
              const when = `from ${dateText(version.from)}`;
              return (
                <li key={`${version.medicationId} ${version.from}`} className="stack-close">
                  <p>{regimenSentence(version, profile)}</p>
                  <p className="soft small">{when}</p>
                  <div className="medication-buttons">{changeButton(version, when)}</div>
                </li>
              );
            })}
          </ul>
        </div>
      )}
      {earlier.length > 0 && (
        <details className="fold">
          <summary>Earlier plans</summary>
          <ul className="medications" aria-label="Earlier plans">
            {earlier.map(({ version, lastDay }) => {
              const when = `until ${dateText(lastDay)}`;
              return (
                <li key={`${version.medicationId} ${version.from}`} className="stack-close">
                  <p>{regimenSentence(version, profile)}</p>
                  <p className="soft small">
                    from {dateText(version.from)} {when}
                  </p>
                  <div className="medication-buttons">{changeButton(version, when)}</div>
                </li>
              );
            })}
          </ul>
        </details>
      )}
    </>
  );
}
