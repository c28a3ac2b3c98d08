import { randomUUID } from 'node:crypto';
import { unknownPerson } from '../src/contract/facts.ts';
import type { Context } from '../src/server/context.ts';
import { insertForms } from '../src/server/exchange/queries/imports.ts';
import { Passwords } from '../src/server/identity/passwords.ts';
import { addAccount } from '../src/server/identity/queries/accounts.ts';
import { addProfile } from '../src/server/profile/queries/profiles.ts';
import { storeSymptoms } from '../src/server/profile/queries/symptoms.ts';
import { TIME_ZONE } from '../src/server/testing/time-zone.ts';

const HOURS = [8, 13, 19];
const HOUR_MS = 3_600_000;

/** Adds an account with three forms a day; the last one is from today. */
export async function addYearsOfForms(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  dayCount: number,
): Promise<{ email: string; password: string; forms: number }> {
  const userId = randomUUID();
  const email = `${userId}@example.org`;
  const password = 'steady as she goes';
  const now = clock();
  await addAccount(db, { userId, email, passwordHash: await new Passwords().hash(password) }, now);
  await addProfile(db, userId, { ...unknownPerson(TIME_ZONE), firstName: 'Long' }, now);
  const names = ['Tremor', 'Stiffness', 'Balance'] as const;
  const symptoms = { slots: [...names, null, null] as const, past: [] };
  await db.transaction().execute((trx) => storeSymptoms(trx, userId, symptoms, { now }));
  const midnight = now - (now % (24 * HOUR_MS));
  const days = Array.from({ length: dayCount }, (_, day) => midnight - day * 24 * HOUR_MS);
  const times = days
    .reverse()
    .flatMap((day) => HOURS.map((hour) => day + hour * HOUR_MS))
    .filter((time) => time <= now);
  const forms = times.map((time, index) => ({
    ...{ id: randomUUID(), submissionId: null, formNumber: index + 1, author: 'self', version: 1 },
    ...{ loggedAt: time, enteredAt: time, timeZone: TIME_ZONE, deletedAt: null },
    ratings: names.map((name, slot) => ({
      slot: slot + 1,
      name,
      severity: 1 + ((time / HOUR_MS + slot) % 5),
      notes: '',
    })),
    formerVersions: [],
  }));
  // In one transaction, because separate saves would sync the disk for each of up to eleven thousand forms.
  await db.transaction().execute(async (trx) => {
    await insertForms(trx, userId, forms);
    await trx
      .updateTable('profiles')
      .set({ last_form_number: forms.length })
      .where('user_id', '=', userId)
      .execute();
  });
  return { email, password, forms: forms.length };
}
