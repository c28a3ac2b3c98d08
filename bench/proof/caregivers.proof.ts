import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allCalls } from '../../src/contract/endpoints.ts';
import { type TestApp, type TestUser, testApp } from '../../src/server/testing/app.ts';
import { caregiverOf, invited, type TestCaregiver } from '../../src/server/testing/caregivers.ts';
import { savedCheckIn, TODAY } from '../../src/server/testing/check-ins.ts';
import { onEveryDatabase } from '../../src/server/testing/databases.ts';
import { EARLIER, LATER, savedDiary } from '../../src/server/testing/diary.ts';
import { savedForm } from '../../src/server/testing/entries.ts';
import { loggedDose } from '../../src/server/testing/medication.ts';
import { savedReminders } from '../../src/server/testing/reminders.ts';
import { everyRow, provenUser } from '../../src/server/testing/rows.ts';
import { samples } from '../../src/server/testing/samples.ts';
import { tell, times } from './figures.ts';

/** The number of requests on each database. They alternate between caregivers who may read and who may log. */
const REQUESTS = 10_000;
/** The number of requests for one person and caregiver. It is below 500, the limit of saved entries in a day. */
const REQUESTS_OF_ONE = 250;

const SOMEBODY = { userId: 'u', email: 'u@example.org', password: 'p' } as TestUser;
/** The calls with a `userId`. All other calls concern the session's own account, or nobody. */
const CALLS = samples.filter(
  ({ call, input }) => allCalls.includes(call) && 'userId' in input(SOMEBODY),
);

const KINDS = ['read', 'log'] as const;

/** A person whose notes and email address a caregiver must not see. `words` are those texts. */
interface Planted extends TestUser {
  readonly words: readonly string[];
  readonly doseId: string;
  readonly medicationId: string;
}

let planted = 0;

async function personWith(test: TestApp): Promise<Planted> {
  planted += 1;
  const word = `Secret${planted}word`;
  const person = await provenUser(test, ['Tremor', 'Stiffness', 'Balance', 'Fatigue', 'Cramps']);
  const { browser, userId } = person;
  const rating = { symptom1: { name: 'Tremor', severity: 4, notes: word } };
  for (let form = 0; form < 3; form += 1) await savedForm(person, rating);
  const deleted = `Deleted${word}`;
  const gone = { symptom1: { name: 'Tremor', severity: 4, notes: deleted } };
  const { formNumber } = await savedForm(person, gone);
  await browser.call('deleteForm', { userId, formNumber });
  const edit = { formNumber: 1, symptom1: { severity: 3, notes: `Edited${word}` } };
  await browser.call('updateSymptoms', { userId, action: 'form', formData: edit });
  await savedCheckIn(person, { notes: word });
  await savedCheckIn(person, { day: '2026-11-16', notes: deleted });
  await browser.call('deleteCheckIn', { userId, day: '2026-11-16' });
  await savedDiary(person, { [EARLIER]: 'on', [LATER]: 'off' });
  const { doseId, medicationId } = await loggedDose(person);
  await savedReminders(person);
  await invited(test, person, `${word.toLowerCase()}@example.org`);
  return { ...person, words: [word, word.toLowerCase(), person.email], doseId, medicationId };
}

onEveryDatabase((place) => {
  const test = testApp(place);

  it('no caregiver reads or writes anything outside what the person allows', async (context) => {
    const total = times(REQUESTS);
    const statuses = new Map<number, number>();
    let sent = 0;
    for (let round = 0; sent < total; round += 1) {
      const may = KINDS[round % 2] ?? 'read';
      const [person, stranger] = [await personWith(test), await personWith(test)];
      const caregiver = await caregiverOf(test, person, { may });
      const before = await rowsOf(person, stranger);
      const count = Math.min(REQUESTS_OF_ONE, total - sent);
      // The calls take turns. Each round continues where the previous round stopped.
      for (let index = 0; index < count; index += 1, sent += 1) {
        const sample = CALLS[sent % CALLS.length];
        if (!sample) throw new Error('There are no calls');
        const owner = sent % 7 === 0 ? stranger : person;
        const input = varied(sample.input({ ...SOMEBODY, ...owner }), owner, caregiver, sent);
        // The clock advances, so that no rate limit per minute is reached.
        test.now += 10_000;
        const answer = await caregiver.browser.call(sample.call, input);
        statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
        expect(answer.statusCode, sample.title).toBeLessThan(500);
        for (const word of [...person.words, ...stranger.words]) {
          if (JSON.stringify(input).includes(word)) continue;
          expect(answer.body, `${sample.title} ${JSON.stringify(input)}`).not.toContain(word);
        }
        if (owner === stranger) expect(answer.statusCode, sample.title).toBeGreaterThanOrEqual(400);
      }
      const after = await rowsOf(person, stranger);
      expect(after.stranger).toEqual(before.stranger);
      if (may === 'read') expect(after.person).toEqual(before.person);
      else expect(after.person).toEqual(expect.arrayContaining(before.person));
      const added = after.person.filter((row) => !before.person.includes(row));
      expect(added.filter((row) => !row.includes(caregiver.caregiverId))).toEqual([]);
    }
    const tally = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
    tell(
      context,
      `${place().engine}: ${sent} requests to ${new Set(CALLS.map(({ call }) => call)).size} calls: ${tally.join(', ')}; nothing outside the grant read or written`,
    );
  });

  /**
   * The rows of a person and of a stranger. Rows and columns that any call may change are left out: counters, account
   * activity, jobs, codes, sessions, rate limits and times of last use. Each row of the person is returned with the id
   * of its author.
   */
  async function rowsOf(person: TestUser, stranger: TestUser) {
    const rows = await everyRow(test.context.db);
    const { attempts, activity, jobs, codes, sessions, ...tables } = rows;
    const ofPerson = Object.entries(tables).flatMap(([table, of]) =>
      of
        .filter(({ user_id }) => user_id === person.userId)
        .map(({ last_seen_at, author_id, ...row }) => {
          const { entries, text_bytes, saved_today, saved_day, ...kept } = row;
          const columns = Object.entries(kept).filter(([name]) => !/^last_.*_number$/.test(name));
          return JSON.stringify([table, columns, author_id]);
        }),
    );
    const ofStranger = Object.values(tables)
      .flat()
      .filter(({ user_id }) => user_id === stranger.userId)
      .map((row) => JSON.stringify(row));
    return { person: ofPerson.sort(), stranger: ofStranger.sort() };
  }
});

/** Replaces ids and keys in an input by those of the person or the caregiver, or by random ones. */
function varied(
  input: Record<string, unknown>,
  owner: Planted,
  caregiver: TestCaregiver,
  seed: number,
) {
  const { userId, doseId, medicationId } = owner;
  const [number = 1, day = TODAY, isEdit = false, isTheirs = true] =
    fc.sample(
      fc.tuple(
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(TODAY, '2026-11-17', '2026-11-16'),
        fc.boolean(),
        fc.boolean(),
      ),
      { seed, numRuns: 1 },
    )[0] ?? [];
  const ids: Record<string, unknown> = {
    ...{ userId, formNumber: number, day, medicationId, caregiverId: caregiver.caregiverId },
    doseId: isTheirs ? doseId : crypto.randomUUID(),
    submissionId: crypto.randomUUID(),
    version: isEdit ? 1 : undefined,
    email: isTheirs ? caregiver.email : owner.email,
    search: isTheirs ? 'e' : 'Secret',
  };
  const changed = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, name in ids ? ids[name] : value]),
  );
  if (typeof changed.formData !== 'object') return changed;
  const { formNumber, ...formData } = changed.formData as Record<string, unknown>;
  return {
    ...changed,
    formData: { ...formData, ...(formNumber !== undefined && { formNumber: number }) },
  };
}
