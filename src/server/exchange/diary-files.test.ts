import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { AccountFile } from '../../contract/account-file.ts';
import type { DiaryHalfHour } from '../../contract/entities.ts';
import { isoOf } from '../../domain/zone.ts';
import { RESTORABLE_MS } from '../entries/queries/entries.ts';
import { eraseEntries } from '../entries/queries/erase.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { EARLIER, LATER, savedDiary } from '../testing/diary.ts';
import { countsOf } from '../testing/entries.ts';
import {
  expectComesBack,
  expectCountsAsSaved,
  exported,
  exportedAccount,
  imported,
  importing,
} from '../testing/transfers.ts';
import { exportAccount } from './export.ts';

const NIGHT = '2026-11-18T06:00:00.000Z';

onEveryDatabase((place, onlyOnce) => {
  const test = testApp(place);
  const small = testApp(place, {}, { entries: 2 });

  /** A person with an edited half-hour, a deleted one, and one at night. */
  async function personWithDiary(): Promise<{ user: TestUser; edited: DiaryHalfHour | undefined }> {
    const user = await freshUser(test);
    await savedDiary(user, { [LATER]: 'on', [EARLIER]: 'off', [NIGHT]: 'asleep' });
    test.now += 60_000;
    const enteredAt = isoOf(test.now);
    const [edited] = await savedDiary(user, { [LATER]: 'off' }, { version: 1, enteredAt });
    const { browser, userId } = user;
    await browser.call('deleteDiary', { userId, slots: [EARLIER] });
    return { user, edited };
  }

  async function diaryOf({ browser, userId }: TestUser) {
    const span = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' };
    return (await browser.call('getDiary', { userId, ...span })).json();
  }

  it('the JSON file has half-hours in the order of time, with deleted ones and former versions', async () => {
    const { user } = await personWithDiary();
    const { diary } = await exportedAccount(user);
    const entry = { timeZone: 'America/New_York', author: 'self' };
    const at = isoOf(test.now);
    const before = isoOf(test.now - 60_000);
    // The saves name a time of entry before the account existed, so the server stores the account's creation time.
    const first = { ...entry, enteredAt: before };
    const single = { version: 1, formerVersions: [] };
    expect(diary).toEqual([
      { slot: NIGHT, state: 'asleep', ...first, ...single },
      { slot: EARLIER, state: 'off', ...first, deletedAt: at, ...single },
      {
        ...{ slot: LATER, state: 'off', ...entry, enteredAt: at, version: 2 },
        formerVersions: [{ version: 1, replacedAt: at, state: 'on', ...first }],
      },
    ]);
  });

  it('half-hours can be moved to a new account as JSON, and a second import adds nothing', async () => {
    const { user } = await personWithDiary();
    const other = await expectComesBack(test, user, 'diary');
    // A half-hour that was imported as deleted can be restored.
    const { browser, userId } = other;
    await browser.call('restoreDiary', { userId, slots: [EARLIER] });
    expect(await diaryOf(other)).toHaveLength(3);
  });

  it('a stored half-hour stays, even if it is deleted, if the file has another state for it', async () => {
    const { user } = await personWithDiary();
    const before = await exportedAccount(user);
    const changed: AccountFile = structuredClone(before);
    for (const each of changed.diary ?? []) {
      each.state = 'onWithDyskinesia';
      delete each.deletedAt;
    }
    const [first] = changed.diary ?? [];
    if (first) changed.diary?.push({ ...first, slot: '2026-11-18T05:30:00.000Z' });
    const counts = { diaryAdded: 1, diarySkipped: 3 };
    expect(await imported(user, 'json', JSON.stringify(changed))).toMatchObject(counts);
    const { diary = [] } = await exportedAccount(user);
    expect(diary.slice(1)).toEqual(before.diary);
    expect(diary[0]).toMatchObject({ state: 'onWithDyskinesia' });
  });

  it('a file with a repeated half-hour, or with a time that begins none, is refused and adds nothing', async () => {
    const { user } = await personWithDiary();
    const file = await exportedAccount(user);
    const [one, two] = file.diary ?? [];
    const diary = [one, { ...two, slot: one?.slot }, { ...two, slot: '2026-11-18T16:10:00Z' }];
    const other = await freshUser(test);
    const before = await everythingStored(test.context.db);
    const answer = await importing(other, 'json', JSON.stringify({ ...file, diary }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().faults).toEqual([
      { row: null, path: 'diary.1.slot', rule: 'is already used by another entry in this file' },
      { row: null, path: 'diary.2.slot', rule: 'must begin a half-hour of its time zone' },
    ]);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('half-hours are exported in parts, each once, despite concurrent saves and edits', async () => {
    const user = await freshUser(test);
    await savedDiary(user, { [LATER]: 'on' });
    const file = await exportedAccount(user);
    const [halfHour] = file.diary ?? [];
    if (!halfHour) throw new Error('The file has no half-hour');
    const many = Array.from({ length: 600 }, (_, index) => ({
      ...halfHour,
      slot: isoOf(Date.parse(NIGHT) - index * 1.8e6),
    }));
    await imported(user, 'json', JSON.stringify({ ...file, diary: many }));
    const written = await exportAccount(test.context.db, user, { format: 'json', now: test.now });
    let [text, count] = ['', 0];
    for await (const piece of written?.pieces ?? []) {
      text += piece;
      expect(piece.split('\n').length).toBeLessThan(260);
      count += 1;
      await savedDiary(user, { [isoOf(Date.parse('2026-01-01T05:00:00Z') + count * 1.8e6)]: 'on' });
      for (const slot of [LATER, NIGHT]) {
        await savedDiary(user, { [slot]: count % 2 ? 'off' : 'on' }, { version: count });
      }
    }
    const { diary = [] }: AccountFile = JSON.parse(text);
    const slots = [LATER, ...many.map(({ slot }) => slot)];
    expect(diary.map(({ slot }) => slot)).toEqual(slots.toReversed());
    for (const { version, formerVersions } of diary) {
      expect(formerVersions).toHaveLength(version - 1);
    }
    // The activity has a line for each of its entries too. The import has added one.
    expect(written?.total).toBe(601 + (file.activity?.length ?? 0) + 1);
  });

  it('imported half-hours count towards the limits of the account like saved ones, all or nothing', async () => {
    const { user } = await personWithDiary();
    const restored = await expectCountsAsSaved(test, small, user);
    // Erased half-hours no longer count towards the limits.
    const { browser, userId } = restored;
    await browser.call('deleteDiary', { userId, slots: [LATER, NIGHT] });
    await eraseEntries(test.context.db, test.now + RESTORABLE_MS);
    expect(await countsOf(test, restored)).toEqual({ entries: 0, text_bytes: 0 });
  });

  it('the CSV file has a row for each half-hour, with the clock of its zone, and none that is deleted', async () => {
    const { user, edited } = await personWithDiary();
    const rows = parse(await exported(user, 'diary'), { bom: true, columns: true });
    const entry = { Date: '2026-11-18', 'Time zone': 'America/New_York', 'Entered by': 'self' };
    expect(rows).toEqual([
      {
        ...{ ...entry, Time: '01:00', State: 'asleep', 'Half-hour (UTC)': NIGHT, Recalled: 'yes' },
        ...{ 'Entered at (UTC)': isoOf(test.now - 60_000), Version: '1' },
      },
      {
        ...{ ...entry, Time: '11:30', State: 'off', 'Half-hour (UTC)': LATER, Recalled: 'no' },
        ...{ 'Entered at (UTC)': edited?.enteredAt, Version: '2' },
      },
    ]);
    const other = await freshUser(test);
    const csv = await exported(user, 'diary');
    expect(await imported(other, 'diary', csv)).toMatchObject({ diaryAdded: 2, diarySkipped: 0 });
    expect(await diaryOf(other)).toEqual(await diaryOf(user));
    expect(await imported(other, 'diary', csv)).toMatchObject({ diaryAdded: 0, diarySkipped: 2 });
  });

  onlyOnce(() => {
    it('half-hours are optional in a JSON file', async () => {
      const { diary: _, ...file } = await exportedAccount(await freshUser(test));
      const user = await freshUser(test);
      expect(await imported(user, 'json', JSON.stringify(file))).toMatchObject({ diaryAdded: 0 });
    });

    it('half-hours are not in the FHIR file', async () => {
      const { user } = await personWithDiary();
      const fhir = JSON.parse(await exported(user, 'fhir'));
      expect(fhir.entry).toHaveLength(1);
    });
  });
});
