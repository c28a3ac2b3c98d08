import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { AccountFile } from '../../contract/account-file.ts';
import type { CheckIn } from '../../contract/entities.ts';
import { addDays } from '../../domain/zone.ts';
import { RESTORABLE_MS } from '../entries/queries/entries.ts';
import { eraseEntries } from '../entries/queries/erase.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { deletedCheckIn, savedCheckIn, TODAY } from '../testing/check-ins.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { countsOf } from '../testing/entries.ts';
import { HOSTILE_NOTES } from '../testing/random-accounts.ts';
import {
  expectComesBack,
  expectCountsAsSaved,
  exported,
  exportedAccount,
  imported,
} from '../testing/transfers.ts';
import { exportAccount } from './export.ts';

const DELETED_DAY = '2026-11-16';
const FIRST_DAY = '2026-11-15';

onEveryDatabase((place, onlyOnce) => {
  const test = testApp(place);
  const small = testApp(place, {}, { entries: 2 });

  /** A person with an edited check-in, a deleted one, and one that only answers the question about exercise. */
  async function personWithCheckIns(): Promise<{ user: TestUser; edited: CheckIn }> {
    const user = await freshUser(test);
    await savedCheckIn(user);
    test.now += 60_000;
    const edited = await savedCheckIn(user, { mood: 5, notes: 'A walk.', version: 1 });
    await deletedCheckIn(user, { day: DELETED_DAY });
    const { browser, userId } = user;
    await browser.call('saveCheckIn', { userId, day: FIRST_DAY, exerciseMinutes: 0 });
    return { user, edited };
  }

  async function checkInsOf({ browser, userId }: TestUser): Promise<CheckIn[]> {
    const days = { from: '1900-01-01', to: '2026-12-31' };
    return (await browser.call('getCheckIns', { userId, ...days })).json();
  }

  it('the JSON file has check-ins with their former versions, by day', async () => {
    const { user, edited } = await personWithCheckIns();
    const { checkIns } = await exportedAccount(user);
    const { enteredAt, timeZone, author } = edited;
    const at = new Date(test.now).toISOString();
    const answers = { medication: 'partly', exerciseMinutes: 0, sleepHours: 7.5, mood: 4 };
    const later = { bowels: null, naps: null, dizzy: null };
    const first = { ...answers, ...later, notes: 'As usual', enteredAt, timeZone, author };
    const none = { medication: null, sleepHours: null, mood: null, notes: '', ...later };
    expect(checkIns).toEqual([
      {
        ...{ day: FIRST_DAY, exerciseMinutes: 0, ...none, enteredAt: at, timeZone, author },
        ...{ version: 1, formerVersions: [] },
      },
      {
        ...{ day: DELETED_DAY, ...first, enteredAt: at, deletedAt: at },
        ...{ version: 1, formerVersions: [] },
      },
      {
        ...{ day: TODAY, ...first, mood: 5, notes: 'A walk.', version: 2 },
        formerVersions: [{ version: 1, replacedAt: at, ...first }],
      },
    ]);
  });

  it('check-ins can be moved to a new account as JSON, and a second import adds nothing', async () => {
    const { user } = await personWithCheckIns();
    await expectComesBack(test, user, 'checkIns');
  });

  it('a stored check-in stays, even if it is deleted, if the file has other answers for its day', async () => {
    const { user } = await personWithCheckIns();
    const before = await exportedAccount(user);
    const changed: AccountFile = structuredClone(before);
    for (const each of changed.checkIns ?? []) {
      each.mood = 1;
      delete each.deletedAt;
    }
    const [first] = changed.checkIns ?? [];
    const other = { day: '2026-11-14' };
    if (first) changed.checkIns?.push({ ...first, ...other });
    const counts = { checkInsAdded: 1, checkInsSkipped: 3 };
    expect(await imported(user, 'json', JSON.stringify(changed))).toMatchObject(counts);
    const { checkIns = [] } = await exportedAccount(user);
    expect(checkIns.slice(1)).toEqual(before.checkIns);
    expect(checkIns[0]).toMatchObject({ day: '2026-11-14', mood: 1 });
  });

  it('check-ins are exported in parts, each day once, despite concurrent saves and edits', async () => {
    const user = await freshUser(test);
    await savedCheckIn(user);
    const file = await exportedAccount(user);
    const [checkIn] = file.checkIns ?? [];
    if (!checkIn) throw new Error('The file has no check-in');
    const many = Array.from({ length: 200 }, (_, index) => ({
      ...checkIn,
      day: addDays(TODAY, -1 - index),
    }));
    await imported(user, 'json', JSON.stringify({ ...file, checkIns: many }));
    const written = await exportAccount(test.context.db, user, { format: 'json', now: test.now });
    let [text, count] = ['', 0];
    for await (const piece of written?.pieces ?? []) {
      text += piece;
      expect(piece.split('\n').length).toBeLessThan(68);
      count += 1;
      await savedCheckIn(user, { day: addDays('2020-01-01', count) });
      for (const day of [TODAY, many.at(-1)?.day]) {
        const [mood, version] = [(count % 2) + 1, count];
        await savedCheckIn(user, { day, mood, version });
      }
    }
    const { checkIns = [] }: AccountFile = JSON.parse(text);
    expect(checkIns.map(({ day }) => day)).toEqual(
      [TODAY, ...many.map(({ day }) => day)].toReversed(),
    );
    for (const { version, formerVersions } of checkIns) {
      expect(formerVersions).toHaveLength(version - 1);
    }
    // The activity has a line for each of its entries too. The import has added one.
    expect(written?.total).toBe(201 + (file.activity?.length ?? 0) + 1);
  });

  it('imported check-ins count towards the limits of the account like saved ones, all or nothing', async () => {
    const { user } = await personWithCheckIns();
    const restored = await expectCountsAsSaved(test, small, user);
    // Erased check-ins no longer count towards the limits.
    const { browser, userId } = restored;
    for (const day of [TODAY, FIRST_DAY]) await browser.call('deleteCheckIn', { userId, day });
    await eraseEntries(test.context.db, test.now + RESTORABLE_MS);
    expect(await countsOf(test, restored)).toEqual({ entries: 0, text_bytes: 0 });
  });

  it('the CSV file has a row for each day, and none that is deleted', async () => {
    const { user, edited } = await personWithCheckIns();
    const rows = parse(await exported(user, 'checkins'), { bom: true, columns: true });
    const later = { 'Bowel movement': '', 'Naps (minutes)': '', Dizzy: '' };
    const entry = { 'Time zone': 'America/New_York', 'Entered by': 'self', ...later };
    expect(rows).toEqual([
      {
        ...{ 'Check-in day': FIRST_DAY, 'Medication taken': '', 'Exercise (minutes)': '0' },
        ...{ 'Sleep (hours)': '', 'Mood (1 is very low)': '', Note: '', ...entry },
        ...{ 'Entered at (UTC)': new Date(test.now).toISOString(), Version: '1' },
      },
      {
        ...{ 'Check-in day': TODAY, 'Medication taken': 'partly', 'Exercise (minutes)': '0' },
        ...{ 'Sleep (hours)': '7.5', 'Mood (1 is very low)': '5', Note: 'A walk.', ...entry },
        ...{ 'Entered at (UTC)': edited.enteredAt, Version: '2' },
      },
    ]);
  });

  it('the columns of the later questions come last, and an import restores the answers', async () => {
    const user = await freshUser(test);
    await savedCheckIn(user, { bowels: false, naps: 0, dizzy: 'once' });
    const csv = await exported(user, 'checkins');
    const [titles = []]: string[][] = parse(csv, { bom: true });
    expect(titles.slice(-4)).toEqual(['Version', 'Bowel movement', 'Naps (minutes)', 'Dizzy']);
    const other = await freshUser(test);
    await imported(other, 'checkins', csv);
    expect(await checkInsOf(other)).toEqual(await checkInsOf(user));
  });

  it('no cell of the CSV file starts like a formula, and an import restores the notes', async () => {
    const user = await freshUser(test);
    const notes = HOSTILE_NOTES.filter((note) => /^[^\p{L}]*[=+@-]/u.test(note));
    expect(notes.length).toBeGreaterThan(8);
    for (const [index, note] of notes.entries()) {
      await savedCheckIn(user, { day: addDays(TODAY, -index), notes: note });
    }
    const csv = await exported(user, 'checkins');
    const rows: string[][] = parse(csv, { bom: true });
    for (const each of rows.flat()) expect(each).not.toMatch(/^\s*[=+\-@＝]|^[\t\r\n]/);
    const other = await freshUser(test);
    await imported(other, 'checkins', csv);
    expect(await checkInsOf(other)).toEqual(await checkInsOf(user));
  });

  onlyOnce(() => {
    it('check-ins are optional in a JSON file', async () => {
      const { checkIns: _, ...file } = await exportedAccount(await freshUser(test));
      const user = await freshUser(test);
      expect(await imported(user, 'json', JSON.stringify(file))).toMatchObject({
        checkInsAdded: 0,
      });
    });

    it('check-ins are not in the FHIR file', async () => {
      const { user } = await personWithCheckIns();
      const fhir = JSON.parse(await exported(user, 'fhir'));
      expect(fhir.entry).toHaveLength(1);
    });
  });
});
