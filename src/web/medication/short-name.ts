import type { RegimenVersion } from '../../domain/regimen.ts';
import { medicationLabel } from '../../domain/regimen.ts';

type Named = Pick<RegimenVersion, 'name' | 'strength' | 'unit'> & { readonly medicationId: string };

/** 'Levodopa' of 'Levodopa/carbidopa'; the whole name with its strength if another medication begins like it. */
export function shortName(of: Named, medications: readonly Named[]): string {
  const short = firstPart(of.name);
  const isShared = medications.some(
    ({ medicationId, name }) => medicationId !== of.medicationId && isSame(firstPart(name), short),
  );
  return isShared ? medicationLabel(of) : short;
}

/** The name up to a '/', a bracket, a comma or a figure: 'Levodopa/carbidopa', 'Vitamin D 1000'. */
function firstPart(name: string): string {
  return name.split(/[/(,]|\s+\d/)[0]?.trim() || name;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
