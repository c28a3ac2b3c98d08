import type { Medication } from '../../contract/entities.ts';
import { medicationLabel } from '../../domain/regimen.ts';

/** The label of the button that sets the last day of a medication. `stopLabel` adds the medication. */
export function stopVerb({ until }: Medication): string {
  return until === null ? 'Stop' : 'Change the last day';
}

export function stopLabel(version: Medication): string {
  const of = version.until === null ? ' ' : ' of ';
  return `${stopVerb(version)}${of}${medicationLabel(version)}`;
}
