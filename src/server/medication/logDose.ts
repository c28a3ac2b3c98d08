import { versionOn } from '../../domain/regimen.ts';
import { dateOf } from '../../domain/zone.ts';
import { timesOf } from '../entries/times.ts';
import { authoredBy } from '../identity/authors.ts';
import { findCreationTime } from '../identity/queries/accounts.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findTimeZone } from '../profile/queries/profiles.ts';
import { addDose } from './queries/doses.ts';
import { findVersions } from './queries/medications.ts';
import { doseAnswer } from './serializer.ts';

/**
 * Logs a dose with the name and strength that the medication has on the day of the dose. If no version is in force on
 * that day, the latest version is used, or if all are deleted, the latest deleted one: another device may have changed
 * the medication while this device was offline.
 */
export const logDose = route('logDose', async ({ context, input, access }) => {
  const { db, clockTrust, limits, jobs } = context;
  const { userId } = access;
  const now = clockTrust.presentOf(input.enteredAt);
  const since = input.enteredAt === undefined ? undefined : await findCreationTime(db, userId);
  const { enteredAt, takenAt } = input;
  // If both times are equal, the device's clock set both, and the person chose none. The time then counts as not
  // chosen: the server rejects only a chosen time in the future, so that a wrong clock cannot prevent the save.
  const loggedAt = takenAt === enteredAt ? undefined : takenAt;
  const times = timesOf({ enteredAt, loggedAt }, { now, since });
  const timeZone = input.timeZone ?? (await findTimeZone(db, userId));
  if (timeZone === undefined) throw fail('userNotFound');
  const versions = await findVersions(db, userId, input.medicationId);
  const present = versions.filter(({ deletedAt }) => deletedAt === null);
  const medication =
    versionOn(present, dateOf(times.loggedAt, timeZone)) ?? present.at(-1) ?? versions.at(-1);
  if (!medication) throw fail('medicationNotFound');
  const { medicationId, name, strength, unit, isLevodopa } = medication;
  const { amount, status, scheduledFor, doseId: id } = input;
  const dose = await addDose(
    db,
    userId,
    {
      ...{ id, medicationId, name, strength, unit, isLevodopa },
      ...{ ...times, timeZone, amount, status, ...authoredBy(access.author) },
      scheduledFor: scheduledFor === undefined ? null : Date.parse(scheduledFor),
    },
    { now, limits },
  );
  if (!dose) throw fail('userNotFound');
  jobs.wake('writeSpreadsheet');
  return doseAnswer(dose, access);
});
