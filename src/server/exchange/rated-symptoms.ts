import type { SymptomSlots } from '../../domain/slots.ts';
import type { Instant } from '../../domain/zone.ts';
import type { ImportedForm } from './queries/imports.ts';
import type { ImportedTime } from './reading.ts';

/** Derives a person's symptoms from the forms of a file, for files without a list of symptoms. */

export const NO_SLOTS = [null, null, null, null, null] as const;

/** The symptoms of the newest form, in their slots. The person tracked these last. Undefined without forms. */
export function slotsOfNewest(forms: readonly ImportedForm[]): SymptomSlots['slots'] | undefined {
  const [first, ...others] = forms;
  if (!first) return undefined;
  const newest = others.reduce(
    (one, other) => (other.loggedAt >= one.loggedAt ? other : one),
    first,
  );
  const nameOf = (slot: number) => newest.ratings.find((each) => each.slot === slot)?.name ?? null;
  return [nameOf(1), nameOf(2), nameOf(3), nameOf(4), nameOf(5)];
}

/** Derives times from ratings: a name got its slot at its first rating, and left the slot at its last rating. */
export function ratedTimes(forms: readonly ImportedForm[]): ImportedTime {
  const times = new Map<string, { first: Instant; last: Instant }>();
  for (const { loggedAt, ratings } of forms) {
    for (const { name } of ratings) {
      const { first, last } = times.get(name) ?? { first: loggedAt, last: loggedAt };
      times.set(name, { first: Math.min(first, loggedAt), last: Math.max(last, loggedAt) });
    }
  }
  return (name, slot) => (slot === null ? times.get(name)?.last : times.get(name)?.first);
}
