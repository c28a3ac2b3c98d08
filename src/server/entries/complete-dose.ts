import { medication } from '../../contract/kinds/medication.ts';
import { versionOn } from '../../domain/regimen.ts';
import { dateOf, type Instant } from '../../domain/zone.ts';
import { fail } from '../platform/http/fail.ts';
import type { Complete } from './calls/save.ts';
import { entriesOf } from './queries/find.ts';

/**
 * The name and strength that the medication has on the day of a dose. If no version is in force on that day, the latest
 * version counts, or if all are deleted, the latest deleted one: another device may have changed the medication while
 * this device was offline.
 */
export const completeDose: Complete = async ({ db }, userId, { values, timeZone }) => {
  const versions = await entriesOf(medication).beginningWith(
    db,
    userId,
    String(values.medicationId),
  );
  const present = versions.filter(({ deletedAt }) => deletedAt === null);
  const day = dateOf(values.takenAt as Instant, timeZone);
  const version = versionOn(present, day) ?? present.at(-1) ?? versions.at(-1);
  if (!version) throw fail('medicationNotFound');
  const { name, strength, unit, isLevodopa } = version;
  return { name, strength, unit, isLevodopa };
};
