import { describe, expect, it } from 'vitest';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import type { Fault } from '../testing/sheets/server.ts';
import {
  anotherMirror,
  mirror,
  mirroredUser,
  spreadsheetOf,
  standInForSheets,
} from '../testing/spreadsheets.ts';

const SECOND = 1000;

onEveryDatabase((place, onlyOnce) => {
  const settings = {};
  const google = standInForSheets(settings);
  const test = testApp(place, settings);

  const mirrored = async () => (await mirroredUser(test, google)).user;

  async function dueAt({ userId }: TestUser) {
    const { due_at, tries } = await test.context.db
      .selectFrom('spreadsheets')
      .select(['due_at', 'tries'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return { in: due_at - test.now, tries };
  }

  onlyOnce(() => {
    describe.each<{ what: string; fault: Fault; problem: string }>([
      { what: 'fails', fault: { kind: 500 }, problem: 'busy' },
      { what: 'is unavailable', fault: { kind: 503 }, problem: 'busy' },
      { what: 'limits the rate', fault: { kind: 429 }, problem: 'busy' },
      {
        what: 'has the API disabled',
        fault: { kind: 403, reason: 'SERVICE_DISABLED' },
        problem: 'ours',
      },
      {
        what: 'reports an exhausted quota',
        fault: { kind: 403, reason: 'quotaExceeded' },
        problem: 'busy',
      },
      { what: 'rejects the request', fault: { kind: 400 }, problem: 'ours' },
      { what: 'closes the connection', fault: { kind: 'cut' }, problem: 'unreachable' },
      { what: 'does not answer', fault: { kind: 'hang' }, problem: 'unreachable' },
    ])('when Google $what', ({ fault, problem }) => {
      it('a form is retried with increasing back-off, and becomes one row in the end', async () => {
        const user = await mirrored();
        const { context } = test;
        // This time-out is long enough for the requests that Google answers, even on a busy machine.
        const hangs = fault.kind === 'hang';
        const write = anotherMirror(context, hangs ? { requestLimitMs: 1000 } : {});
        const before = test.logged.length;
        await savedForm(user);
        test.now += 3 * SECOND;
        const pauses = hangs ? [5, 10] : [5, 10, 20, 40, 80, 160, 320, 640, 960, 960];
        for (const [index, pause] of pauses.entries()) {
          // Alternates between a write that fails and a write that succeeds but whose response is lost.
          google.sheets.faults.push(undefined, { ...fault, after: index % 2 === 1 });
          await write();
          expect(await dueAt(user)).toEqual({ in: pause * SECOND, tries: index + 1 });
          expect(await spreadsheetOf(user)).toMatchObject({ state: 'failed', problem, waiting: 1 });
          test.now += pause * SECOND - 1;
          const requests = google.sheets.requests.length;
          await write();
          expect(google.sheets.requests.length).toBe(requests);
          test.now += 1;
        }
        await write();
        expect(google.rowsOf(user)).toHaveLength(2);
        expect(await spreadsheetOf(user)).toMatchObject({ state: 'current', problem: '' });
        expect(await dueAt(user)).toMatchObject({ tries: 0 });
        const logged = test.logged.slice(before);
        expect(logged.map(({ msg }) => msg)).toEqual(
          pauses.map(() => 'A spreadsheet could not be written and will be retried'),
        );
        for (const secret of [user.userId, user.email, 'coffee']) {
          expect(JSON.stringify(logged)).not.toContain(secret);
        }
      });
    });
  });

  it.each([
    ['120', 120 * SECOND],
    ['1', 5 * SECOND],
    ['soon', 5 * SECOND],
  ])('waits for as long as Google requests: Retry-After %s', async (retryAfter, wait) => {
    const user = await mirrored();
    await savedForm(user);
    google.sheets.faults.push({ kind: 429, retryAfter });
    await mirror(test);
    expect(await dueAt(user)).toEqual({ in: wait, tries: 1 });
    test.now += wait;
    await mirror(test);
    expect(google.rowsOf(user)).toHaveLength(2);
  });

  onlyOnce(() => {
    it('waits until the date that Google names', async () => {
      const user = await mirrored();
      await savedForm(user);
      const retryAfter = new Date(test.now + 303 * SECOND).toUTCString();
      google.sheets.faults.push({ kind: 429, retryAfter });
      await mirror(test);
      expect((await dueAt(user)).in).toBe(300 * SECOND);
    });
  });

  it('does not blame Google for a fault of the app', async () => {
    const user = await mirrored();
    await savedForm(user);
    const { secrets, db } = test.context;
    const sealed = secrets.seal('not a token');
    await db
      .updateTable('provider_tokens')
      .set({ sealed })
      .where('user_id', '=', user.userId)
      .execute();
    await mirror(test);
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'failed', problem: 'ours' });
  });

  it('one user’s failure does not delay other users', async () => {
    const [first, second] = [await mirrored(), await mirrored()];
    await savedForm(first);
    test.now += 3 * SECOND;
    google.sheets.faults.push({ kind: 500 });
    await test.context.jobs.runDue('writeSpreadsheet');
    await savedForm(second);
    await mirror(test);
    expect(google.rowsOf(second)).toHaveLength(2);
  });

  /** The requests, in order, that recreate a sheet after the user has renamed it. */
  const RECREATION = ['get', 'batchUpdate', 'get', 'valuesBatchUpdate', 'valuesBatchUpdate'];

  onlyOnce(() => {
    describe.each<Fault>([{ kind: 500 }, { kind: 401 }, { kind: 'cut', after: true }])(
      'recreates a renamed sheet with its header and all rows, although $kind occurs',
      (fault) => {
        it.each(RECREATION.map((method, step) => ({ method, step })))(
          'with request $step, $method',
          async ({ step }) => {
            const user = await mirrored();
            await savedForm(user);
            await mirror(test);
            const book = google.bookOf(user);
            const header = google.sheets.valuesOf(book, 'HealthData')[0];
            for (const sheet of book?.sheets ?? []) sheet.title = 'My doctor';
            await savedForm(user);
            google.sheets.faults.push(...Array<undefined>(step), fault);
            await mirror(test);
            expect(google.sheets.faults).toEqual([]);
            test.now += 5 * SECOND;
            await mirror(test);
            expect(google.sheets.valuesOf(book, 'HealthData')[0]).toEqual(header);
            const owners = google.rowsOf(user).map(([userId]) => userId);
            expect(owners).toEqual(Array(3).fill(user.userId));
            expect(await spreadsheetOf(user)).toMatchObject({ state: 'current' });
          },
        );
      },
    );
  });

  it('waits for the other writers if one of them fails', async () => {
    const user = await mirrored();
    await savedForm(user);
    test.now += 3 * SECOND;
    let asked = 0;
    const clock = () => {
      asked += 1;
      // The run calls the clock once at its start, and then each writer calls it. So the second writer makes the third
      // call.
      if (asked === 3) throw new Error('No time');
      return test.now;
    };
    const held = google.sheets.holdNext('valuesBatchUpdate');
    let isOver = false;
    const failing = anotherMirror({ ...test.context, clock })();
    const watched = failing.catch(() => {
      isOver = true;
    });
    await held.reached;
    expect(isOver).toBe(false);
    held.letGo();
    await watched;
    await expect(failing).rejects.toThrow('No time');
    expect(google.rowsOf(user)).toHaveLength(2);
  });

  it('creates one spreadsheet if an earlier attempt to create it failed', async () => {
    const user = await freshUser(test, ['Tremor']);
    await google.turnOn(user);
    const books = google.sheets.books.size;
    google.sheets.faults.push({ kind: 500 });
    await mirror(test);
    test.now += 5 * SECOND;
    await mirror(test);
    expect(google.sheets.books.size).toBe(books + 1);
  });

  it('leaves an empty spreadsheet if the response to its creation is lost, and writes to another one', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await savedForm(user);
    await google.turnOn(user);
    const books = google.sheets.books.size;
    google.sheets.faults.push({ kind: 'cut', after: true });
    await mirror(test);
    test.now += 5 * SECOND;
    await mirror(test);
    const [orphan, used, ...more] = [...google.sheets.books.values()].slice(books);
    expect(more).toEqual([]);
    expect(google.sheets.valuesOf(orphan, 'HealthData')).toEqual([]);
    expect(google.sheets.valuesOf(used, 'HealthData')).toHaveLength(2);
  });
});
