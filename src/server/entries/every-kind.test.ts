import { describe, expect, it } from 'vitest';
import type { ActivityKind } from '../../contract/activity.ts';
import { type AnyKind, notesIn } from '../../contract/kinds/kind.ts';
import { DAY_MS, isoOf } from '../../domain/zone.ts';
import { SELF } from '../identity/authors.ts';
import { Browser, freshUser, type TestUser, testApp, wait } from '../testing/app.ts';
import { caregiverOf } from '../testing/caregivers.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { countsOf, formerEntriesOf } from '../testing/entries.ts';
import { callsOf, EVERY_KIND, examplesOf } from '../testing/kind-calls.ts';
import { exportedAccount, imported } from '../testing/transfers.ts';
import { setEntriesDeleted } from './queries/delete.ts';
import { eraseEntries } from './queries/erase.ts';

/** What follows from the definition of a kind, and so holds for every kind. */

onEveryDatabase((place) => {
  const test = testApp(place);
  const full = testApp(place, {}, { entries: 0 });
  const now = () => isoOf(test.now);

  describe.each(EVERY_KIND)('%s', (_name, kind) => {
    const { one, other } = examplesOf(kind);
    const { savedBy, readBy }: AnyKind = kind;
    const made = async (user?: TestUser) => {
      const person = user ?? (await freshUser(test));
      return { person, calls: callsOf(kind, person, now) };
    };
    /** An answer of a call that changes one entry. */
    const entryIn = (answer: { json(): unknown }) => [answer.json()].flat()[0] as object;

    /** The account counts what its rows hold. */
    async function expectCounted({ userId }: TestUser) {
      const { db } = test.context;
      let [entries, text_bytes] = [0, 0];
      for (const table of ['entries', 'former_entries'] as const) {
        const rows = await db
          .selectFrom(table)
          .select('fields')
          .where('user_id', '=', userId)
          .execute();
        if (table === 'entries') entries = rows.length;
        for (const { fields } of rows) text_bytes += Buffer.byteLength(fields);
      }
      expect(await countsOf(test, { userId } as TestUser)).toEqual({ entries, text_bytes });
    }

    it('is saved once, however often it is sent, even at once', async () => {
      const { person, calls } = await made();
      const answers = await Promise.all([1, 2, 3].map(() => calls.save(one)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
      const before = await everythingStored(test.context.db);
      const repeated = await calls.save(one);
      expect(repeated.json()).toEqual(answers[0]?.json());
      expect(await everythingStored(test.context.db)).toEqual(before);
      expect((await calls.list(one)).json()).toHaveLength(1);
      await expectCounted(person);
    });

    it('keeps the former values of an edit, and refuses one of a stale version', async () => {
      const { person, calls } = await made();
      const saved = entryIn(await calls.save(one));
      wait(test, 60_000);
      const edited = await calls.edit(one, other, 1);
      expect(entryIn(edited)).toMatchObject({ version: 2 });
      expect(entryIn(edited)).not.toMatchObject({ ...saved, version: 2 });
      expect((await calls.edit(one, other, 1)).json()).toEqual(edited.json());
      const stale = await calls.edit(one, { ...other, ...valuesOf(one) }, 1);
      expect(stale.statusCode).toBe(409);
      expect(await formerEntriesOf(test, person, kind)).toMatchObject([{ version: 1 }]);
      expect((await calls.list(one)).json()).toHaveLength(1);
      await expectCounted(person);
    });

    it('is deleted and restored, until 30 days have passed and it is erased', async () => {
      const { person, calls } = await made();
      await calls.save(one);
      const saved = entryIn(await calls.edit(one, other, 1));
      const deleted = await calls.remove(one);
      expect(entryIn(deleted)).toEqual({ ...saved, deletedAt: now() });
      expect((await calls.remove(one)).json()).toEqual(deleted.json());
      expect((await calls.list(one)).json()).toEqual([]);
      expect((await calls.edit(one, other, 2)).statusCode).toBe(404);
      const list = await calls.deleted();
      if (list) expect(list.json()).toEqual([deleted.json()].flat());
      expect(entryIn(await calls.restore(one))).toEqual(saved);
      expect((await calls.list(one)).json()).toHaveLength(1);
      await calls.remove(one);
      await expectCounted(person);
      const { db } = test.context;
      const before = await everythingStored(db);
      await eraseEntries(db, test.now + 30 * DAY_MS - 1);
      expect(await everythingStored(db)).toEqual(before);
      const late = { isDeleted: false, now: test.now + 30 * DAY_MS, limits: undefined, by: SELF };
      const restored = await setEntriesDeleted(db, kind, person.userId, [one], late);
      expect(restored).toEqual({ refused: 'gone' });
      await eraseEntries(db, late.now);
      expect((await calls.restore(one)).statusCode).toBe(404);
      expect(await formerEntriesOf(test, person, kind)).toEqual([]);
      expect((await calls.remove(one)).statusCode).toBe(404);
      await expectCounted(person);
    });

    it('is one of one’s own, also with the key of another person’s', async () => {
      const [{ calls }, theirs] = [await made(), await made()];
      const [mine, hers] = [await calls.save(one), await theirs.calls.save(one)];
      await calls.edit(one, other, 1);
      await calls.remove(one);
      expect((await theirs.calls.list(one)).json()).toMatchObject([hers.json()].flat());
      expect(entryIn(mine)).toMatchObject({ version: 1 });
    });

    it('is reached by helpers as far as their right and the definition go', async () => {
      const { person, calls } = await made();
      await calls.save(one);
      const as = async (may: 'read' | 'log', notes = false) => {
        const helper = await caregiverOf(test, person, { may, notes });
        return callsOf(kind, { ...helper, userId: person.userId }, now);
      };
      const reader = await as('read');
      const before = await everythingStored(test.context.db);
      const read = await reader.list(one);
      expect(read.statusCode).toBe(readBy === 'helpers' ? 200 : 404);
      for (const name of notesIn(kind)) {
        expect(read.json()[0]).toMatchObject({ [name]: '', notesWithheld: true });
        const shown = (await (await as('read', true)).list(one)).json()[0];
        expect(shown).toMatchObject({ [name]: one[name] });
        expect(shown).not.toHaveProperty('notesWithheld');
      }
      const logger = await as('log');
      for (const refused of [
        await reader.edit(one, other, 1),
        await reader.remove(one),
        await logger.edit(one, other, 1),
        await logger.remove(one),
      ]) {
        expect([404, 409]).toContain(refused.statusCode);
      }
      const { caregivers: _, ...after } = await everythingStored(test.context.db);
      expect(after.entries).toEqual(before.entries);
      const { other: another } = examplesOf(kind, 2);
      expect((await logger.save(another)).statusCode).toBe(savedBy === 'helpers' ? 200 : 404);
    });

    it('is in the JSON file, and comes back from it', async () => {
      const { person, calls } = await made();
      await calls.save(one);
      await calls.edit(one, other, 1);
      const file = await exportedAccount(person);
      expect(file[kind.list]).toHaveLength(1);
      const fresh = await made();
      await imported(fresh.person, 'json', JSON.stringify(file));
      expect((await exportedAccount(fresh.person))[kind.list]).toEqual(file[kind.list]);
      await expectCounted(fresh.person);
      const { browser, userId } = fresh.person;
      const listed = (await browser.call('getActivity', { userId })).json();
      const count = { kind: `${kind.list}Imported`, detail: '1' };
      expect(listed).toContainEqual(expect.objectContaining(count));
    });

    it('is in the activity when it is edited, deleted and restored', async () => {
      const { person, calls } = await made();
      await calls.save(one);
      await calls.edit(one, other, 1);
      await calls.remove(one);
      await calls.restore(one);
      const { browser, userId } = person;
      const listed = (await browser.call('getActivity', { userId })).json();
      const { saveVerb }: AnyKind = kind;
      const kinds = listed.map((each: { kind: ActivityKind }) => each.kind);
      for (const verb of [saveVerb ?? 'Edited', 'Deleted', 'Restored']) {
        expect(kinds).toContain(`${kind.name}${verb}`);
      }
    });

    it('counts towards the limit of the account', async () => {
      const { person, calls } = await made();
      await calls.save(one);
      const browser = new Browser(full);
      browser.cookie = person.browser.cookie;
      const { other: another } = examplesOf(kind, 2);
      const refused = await callsOf(kind, { ...person, browser }, now).save(another);
      expect(refused.statusCode).toBe(403);
    });

    function valuesOf(entry: object) {
      return Object.fromEntries(Object.entries(entry).filter(([name]) => name in kind.fields));
    }
  });
});
