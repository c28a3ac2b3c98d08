import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { form } from '../../contract/kinds/form.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { editForm } from '../forms/queries/edited-forms.ts';
import { addForm } from '../forms/queries/new-forms.ts';
import { LIMITS } from '../limits.ts';
import { Browser, freshUser, type TestUser, testApp } from '../testing/app.ts';
import { caregiverOf, letIn } from '../testing/caregivers.ts';
import { savedCheckIn, TODAY } from '../testing/check-ins.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { EARLIER, LATER, savedDiary } from '../testing/diary.ts';
import { countsOf, formsOf } from '../testing/entries.ts';
import { loggedDose, savedMedication } from '../testing/medication.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { TIME_ZONE } from '../testing/time-zone.ts';
import { exported, imported, importing } from '../testing/transfers.ts';
import { setEntriesDeleted } from './queries/delete.ts';
import { RESTORABLE_MS } from './queries/entries.ts';
import { eraseEntries } from './queries/erase.ts';
import { type Added, countAdded } from './queries/fair-use.ts';

const TOO_MANY_SAVED = 'At most 500 entries can be saved in a day. Please try again tomorrow.';
const TOO_MANY =
  'An account can hold at most 200,000 entries. You can still read, edit and download yours.';
const TOO_MUCH_TEXT =
  'An account can hold at most 256 MB of text. You can still read and download yours.';
const MIB = 1_048_576;
const NOTHING: Added = { saved: 0, entries: 0, textBytes: 0 };

async function save(
  { browser, userId }: TestUser,
  { notes = '', submissionId = randomUUID() as string } = {},
) {
  const formData = { symptom1: { name: 'Tremor', severity: 3, notes } };
  return await browser.call('saveSymptomForm', { userId, formData, submissionId });
}

/** Returns a file with forms an hour apart, each with one rating of 'Tremor'. */
function fileOf({ userId }: TestUser, forms: number, notes = ''): string {
  const first = Date.parse('2020-01-01T00:00:00Z');
  return Array.from({ length: forms }, (_, index) =>
    [userId, new Date(first + index * 3_600_000).toISOString(), 'Tremor', 3, notes].join(),
  ).join('\n');
}

/** The bytes that a form with one rating of 'Tremor' counts. */
function bytesOf(notes: string): number {
  const rating = { slot: 1, name: 'Tremor', severity: 3, notes };
  return Buffer.byteLength(JSON.stringify({ ratings: [rating] }));
}

onEveryDatabase((place) => {
  const test = testApp(place);

  /** Counts a change, and rolls the transaction back if the account then exceeds a limit. */
  async function count({ userId }: TestUser, added: Partial<Added>, now = test.now) {
    let reached: string | undefined;
    const change = test.context.db.transaction().execute(async (trx) => {
      const measure = { limits: LIMITS, now };
      reached = await countAdded(trx, userId, { ...NOTHING, ...added }, measure);
      if (reached) throw new Error(reached);
    });
    await change.catch((error: Error) => expect(error.message).toBe(reached));
    return reached;
  }

  it('a person can save 500 entries a day', async () => {
    const user = await freshUser(test);
    const one = { saved: 1, entries: 1 };
    expect(await count(user, { saved: 499, entries: 499 })).toBeUndefined();
    expect(await count(user, one)).toBeUndefined();
    expect(await count(user, one)).toBe('tooManySaved');
    expect(await count(user, { entries: 1000 })).toBeUndefined();
    expect(await count(await freshUser(test), one)).toBeUndefined();
    const midnight = Date.parse('2026-11-19T00:00:00Z');
    expect(await count(user, one, midnight - 1)).toBe('tooManySaved');
    expect(await count(user, one, midnight)).toBeUndefined();
  });

  it('an account can hold 200,000 entries', async () => {
    const user = await freshUser(test);
    expect(await count(user, { entries: 200_000 })).toBeUndefined();
    expect(await count(user, { entries: 1 })).toBe('tooManyEntries');
    expect(await count(user, { textBytes: 1 })).toBeUndefined();
    expect(await count(user, { entries: -1 })).toBeUndefined();
    expect(await count(user, { entries: 1 })).toBeUndefined();
  });

  it('an account can hold 256 MiB of text', async () => {
    const user = await freshUser(test);
    expect(await count(user, { textBytes: 256 * MIB })).toBeUndefined();
    expect(await count(user, { textBytes: 1 })).toBe('tooMuchText');
    expect(await count(user, { entries: 1 })).toBeUndefined();
    expect(await count(user, { textBytes: -1 })).toBeUndefined();
  });

  it('the bytes of an entry’s fields count, also of former versions that a file contains', async () => {
    const [one, other] = [await freshUser(test, ['Tremor']), await freshUser(test)];
    const { browser, userId } = one;
    await save(one, { notes: '震え' });
    expect(await countsOf(test, one)).toEqual({ entries: 1, text_bytes: bytesOf('震え') });
    const symptom1 = { name: 'Tremor', severity: 2, notes: 'Less' };
    await browser.call('updateSymptoms', {
      ...{ userId, action: 'form' },
      formData: { formNumber: 1, symptom1 },
    });
    expect(await countsOf(test, one)).toEqual({
      entries: 1,
      text_bytes: bytesOf('震え') + bytesOf('Less'),
    });
    await imported(other, 'json', await exported(one, 'json'));
    expect(await countsOf(test, other)).toEqual({
      entries: 1,
      text_bytes: bytesOf('震え') + bytesOf('Less'),
    });
  });

  it('a deleted form counts until it is erased', async () => {
    const user = await freshUser(test, ['Tremor']);
    const { browser, userId } = user;
    for (const notes of ['Kept', 'Deleted']) await save(user, { notes });
    const edited = { formNumber: 2, symptom1: { name: 'Tremor', severity: 1, notes: 'Again' } };
    await browser.call('updateSymptoms', { userId, action: 'form', formData: edited });
    await browser.call('deleteForm', { userId, formNumber: 2 });
    // The deleted form can be restored, so it still counts.
    expect(await countsOf(test, user)).toEqual({
      entries: 2,
      text_bytes: bytesOf('Kept') + bytesOf('Deleted') + bytesOf('Again'),
    });
    await eraseEntries(test.context.db, test.now + RESTORABLE_MS);
    expect(await countsOf(test, user)).toEqual({ entries: 1, text_bytes: bytesOf('Kept') });
  });

  it('an edit can be refused for its text', async () => {
    const { db } = test.context;
    const user = await freshUser(test, ['Tremor']);
    await save(user, { notes: 'x'.repeat(100) });
    const before = await everythingStored(db);
    const entries = [{ slot: 1, severity: 1, notes: 'Longer' }];
    const edit = { formNumber: 1, version: 1, loggedAt: undefined, entries };
    const limits = { ...LIMITS, textBytes: 170 };
    const editing = editForm(db, user.userId, edit, test.now, limits);
    await expect(editing).rejects.toThrow(TOO_MUCH_TEXT);
    expect(await everythingStored(db)).toEqual(before);
  });
});

onEveryDatabase((place) => {
  const limits = { savedToday: 3, entries: 5, textBytes: 1000 };
  const test = testApp(place, {}, limits);
  const roomy = testApp(place, {}, { ...limits, entries: 100, textBytes: 10_000 });
  const withoutText = testApp(place, {}, { ...limits, textBytes: 0 });

  it('refuses the next save of the day with a message, and stores nothing of it', async () => {
    const user = await freshUser(test, ['Tremor']);
    const answers = await Promise.all(Array.from({ length: 6 }, () => save(user)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200, 200, 200, 429, 429, 429,
    ]);
    const before = await everythingStored(test.context.db);
    expectRefusal(await save(user), 429, TOO_MANY_SAVED);
    expect(await everythingStored(test.context.db)).toEqual(before);
    expect((await formsOf(user)).map(({ formNumber }) => formNumber)).toEqual([3, 2, 1]);
    test.now += DAY_MS;
    expect((await save(user)).json()).toMatchObject({ formNumber: 4 });
  });

  it('counts the saves of a caregiver separately from those of the person', async () => {
    const person = await freshUser(roomy, ['Tremor']);
    const { userId } = person;
    const caregiver = await caregiverOf(roomy, person, { may: 'log' });
    const asCaregiver = { ...caregiver, userId };
    const { medicationId } = await savedMedication(person);
    await loggedDose(asCaregiver, { medicationId });
    const { version } = await savedCheckIn(asCaregiver);
    await savedDiary(asCaregiver, { [EARLIER]: 'on' });
    expectRefusal(await save(asCaregiver), 429, TOO_MANY_SAVED);
    const again = await asCaregiver.browser.call('saveDiary', {
      ...{ userId, entries: [{ slot: LATER, state: 'on', enteredAt: LATER }] },
    });
    expectRefusal(again, 429, TOO_MANY_SAVED);
    const edited = { userId, day: TODAY, mood: 1, version };
    expectRefusal(await asCaregiver.browser.call('saveCheckIn', edited), 429, TOO_MANY_SAVED);
    // Saves of other caregivers, and saves for other people, do not count towards this caregiver's limit.
    const other = await caregiverOf(roomy, person, { may: 'log' });
    expect((await save({ ...other, userId })).statusCode).toBe(200);
    const helped = await freshUser(roomy, ['Tremor']);
    await letIn(roomy, helped, caregiver, { may: 'log' });
    expect((await save({ ...caregiver, userId: helped.userId })).statusCode).toBe(200);
    // These forms are the person's second and third save. The first save was the medication.
    for (const _time of [1, 2]) expect((await save(person)).statusCode).toBe(200);
    expectRefusal(await save(person), 429, TOO_MANY_SAVED);
    roomy.now += DAY_MS;
    expect((await save(asCaregiver)).statusCode).toBe(200);
  });

  it('counts each edit, deletion and restoration by a caregiver as a save', async () => {
    const person = await freshUser(roomy, ['Tremor']);
    const { userId } = person;
    const caregiver = await caregiverOf(roomy, person, { may: 'log' });
    const { browser } = caregiver;
    const asCaregiver = { ...caregiver, userId };
    const { formNumber } = (await save(asCaregiver)).json();
    const { medicationId } = await savedMedication(person);
    const { doseId } = await loggedDose(asCaregiver, { medicationId });
    await savedCheckIn(asCaregiver, { notes: '' });
    const ofDay = { userId, day: TODAY };
    const nextDay = () => {
      roomy.now += DAY_MS;
    };
    const edit = (severity: number) => ({
      ...{ userId, action: 'form' },
      formData: { formNumber, symptom1: { name: 'Tremor', severity } },
    });
    nextDay();
    await savedDiary(asCaregiver, { [EARLIER]: 'on' });
    const halfHour = { slot: EARLIER, state: 'off', enteredAt: LATER, version: 1 };
    const both = [EARLIER, LATER].map((slot) => ({ slot, state: 'on', enteredAt: slot }));
    // The changes on each day. The last change of each day exceeds the daily limit.
    const days = [
      [
        ['updateSymptoms', edit(1)],
        ['updateSymptoms', edit(2)],
        ['deleteForm', { userId, formNumber }],
      ],
      [
        ['deleteForm', { userId, formNumber }],
        ['restoreForm', { userId, formNumber }],
        ['updateDose', { userId, doseId, amount: 2 }],
        ['deleteDose', { userId, doseId }],
      ],
      [
        ['deleteDose', { userId, doseId }],
        ['restoreDose', { userId, doseId }],
        ['deleteCheckIn', ofDay],
        ['restoreCheckIn', ofDay],
      ],
      [
        ['restoreCheckIn', ofDay],
        ['saveCheckIn', { ...ofDay, notes: 'Filled' }],
        ['saveDiary', { userId, entries: [halfHour] }],
        ['deleteDiary', { userId, slots: [EARLIER] }],
      ],
      [
        ['deleteDiary', { userId, slots: [EARLIER] }],
        ['saveDiary', { userId, entries: both }],
        ['updateSymptoms', edit(5)],
      ],
    ] as const;
    for (const changes of days) {
      for (const [name, input] of changes.slice(0, -1)) {
        expect((await browser.call(name, input)).json().error, name).toBe(undefined);
      }
      const before = await everythingStored(roomy.context.db);
      const [name, input] = changes[changes.length - 1] ?? changes[0];
      expectRefusal(await browser.call(name, input), 429, TOO_MANY_SAVED);
      expect(await everythingStored(roomy.context.db)).toEqual(before);
      nextDay();
    }
  });

  it('refuses saves and changes by a caregiver if the access ends during the call', async () => {
    const { db } = roomy.context;
    const person = await freshUser(roomy, ['Tremor']);
    const { userId } = person;
    const caregiver = await caregiverOf(roomy, person, { may: 'log' });
    const { formNumber, id } = (await save({ ...caregiver, userId })).json();
    const by = { id: caregiver.caregiverId, name: 'Ada' };
    const ratings = [{ slot: 1, name: 'Tremor', severity: 2, notes: '' }];
    const times = { loggedAt: roomy.now, enteredAt: roomy.now, timeZone: TIME_ZONE };
    const made = { ...times, submissionId: null, ratings };
    const edit = { formNumber, version: 1, loggedAt: undefined, entries: ratings, by };
    const deletion = { isDeleted: true, now: roomy.now, limits: undefined, by };
    const refused = async () => {
      for (const saving of [
        () => addForm(db, userId, made, roomy.now, undefined, by),
        () => editForm(db, userId, edit, roomy.now),
        () => setEntriesDeleted(db, form, userId, [{ id }], deletion),
      ]) {
        await expect(saving()).rejects.toThrow('User not found');
      }
    };
    const before = await formsOf(person);
    const own = { userId, caregiverId: caregiver.caregiverId };
    await person.browser.call('updateCaregiver', { ...own, may: 'read', notes: false });
    await refused();
    await person.browser.call('endCaregiver', own);
    await refused();
    expect(await formsOf(person)).toEqual(before);
  });

  it('answers a repeated save as before, and does not count it', async () => {
    const user = await freshUser(test, ['Tremor']);
    const submissionId = randomUUID();
    for (const _time of [1, 2, 3, 4]) {
      expect((await save(user, { submissionId })).json()).toMatchObject({ formNumber: 1 });
    }
    for (const _time of [1, 2]) expect((await save(user)).statusCode).toBe(200);
    expect((await save(user)).statusCode).toBe(429);
    expect((await save(user, { submissionId })).json()).toMatchObject({ formNumber: 1 });
  });

  it('refuses a file that the account has no room for, already in the preview', async () => {
    const user = await freshUser(test, ['Tremor']);
    await save(user);
    const before = await everythingStored(test.context.db);
    for (const dryRun of [true, false]) {
      const refused = await importing(user, 'legacy', fileOf(user, 5), dryRun);
      expectRefusal(refused, 403, TOO_MANY);
    }
    expect(await everythingStored(test.context.db)).toEqual(before);
    const file = fileOf(user, 4);
    expect(await imported(user, 'legacy', file)).toMatchObject({ formsAdded: 4 });
    // The account has these forms already, so they need no room.
    expect(await imported(user, 'legacy', file)).toMatchObject({ formsAdded: 0 });
  });

  it('a full account can be read, edited and exported, but not added to', async () => {
    const user = await freshUser(test, ['Tremor']);
    const { browser, userId, email } = user;
    await imported(user, 'legacy', fileOf(user, 5));
    expectRefusal(await save(user), 403, TOO_MANY);
    const symptom1 = { name: 'Tremor', severity: 5, notes: 'Worse' };
    const formData = { formNumber: 1, symptom1 };
    const edit = await browser.call('updateSymptoms', { userId, action: 'form', formData });
    expect(edit.statusCode).toBe(200);
    for (const format of ['csv', 'json', 'fhir'] as const) {
      expect(await exported(user, format)).toContain('Worse');
    }
    const report = await browser.call('sendExportEmail', { userId, email, method: 'simple' });
    expect(report.statusCode).toBe(200);
  });

  it('refuses text that the account has no room for', async () => {
    const user = await freshUser(test, ['Tremor']);
    expect((await save(user, { notes: 'x'.repeat(800) })).statusCode).toBe(200);
    expectRefusal(await save(user, { notes: 'x'.repeat(800) }), 403, TOO_MUCH_TEXT);
    const file = fileOf(user, 1, 'x'.repeat(800));
    for (const dryRun of [true, false]) {
      expectRefusal(await importing(user, 'legacy', file, dryRun), 403, TOO_MUCH_TEXT);
    }
    expect((await save(user, { notes: 'Short' })).statusCode).toBe(200);
  });

  it('exports an account that holds more than its limits allow', async () => {
    const user = await freshUser(test, ['Tremor']);
    await save(user, { notes: 'Before' });
    const browser = new Browser(withoutText);
    browser.cookie = user.browser.cookie;
    expect(await exported({ ...user, browser }, 'json')).toContain('Before');
    expectRefusal(await save({ ...user, browser }), 403, TOO_MUCH_TEXT);
  });
});
