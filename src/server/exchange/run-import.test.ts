import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { LIMITS } from '../limits.ts';
import { makeSpending } from '../platform/workers/spending.ts';
import { makeWorkers } from '../platform/workers/workers.ts';
import { lockProfile } from '../profile/queries/locked-profiles.ts';
import { freshUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase, onPostgres } from '../testing/databases.ts';
import { formsOf } from '../testing/entries.ts';
import { eventually } from '../testing/eventually.ts';
import { importedDirectly } from '../testing/transfers.ts';
import { runImport } from './run-import.ts';

const CANCELLED = new Error('Not wanted any more');

const HOURS = 1500;
const CONTENT = Array.from({ length: HOURS }, (_, index) => {
  const time = new Date(Date.parse('2020-01-01T00:00:00Z') + index * 3_600_000);
  return `u,${time.toISOString()},Tremor,3,`;
}).join('\n');

const ONE_FORM =
  'Form #,Symptom,Severity,Slot,Logged at (UTC)\n1,Tremor,3,1,2024-03-01T13:15:00Z\n';

const UNWATCHED = { onProgress: () => {}, signal: new AbortController().signal };
const TIME_LIMIT_MS = 60_000;

function refusedWith(rule: string) {
  return { code: 'importRefused', details: { faults: [{ row: null, path: '', rule }] } };
}

onEveryDatabase((place, onlyOnce) => {
  const test = testApp(place);

  const requestOf = (userId: string) => ({
    userId,
    source: { format: 'legacy' as const, content: CONTENT },
    dryRun: false,
  });

  onlyOnce(() => {
    it('reports its progress from the start to the end', async () => {
      const { userId } = await freshUser(test);
      const told: number[] = [];
      const onProgress = (done: number, total: number) => told.push(done / total);
      const { signal } = new AbortController();
      await runImport(test.context, requestOf(userId), { onProgress, signal });
      expect(told.length).toBeGreaterThan(5);
      expect(told).toEqual(told.toSorted((a, b) => a - b));
      expect(told.at(-1)).toBe(1);
    });
  });

  it.each([
    ['reading', 0],
    ['writing', 0.6],
  ])('changes nothing if it fails while %s', async (_what, from) => {
    const user = await freshUser(test);
    const before = await everythingStored(test.context.db);
    const onProgress = (done: number, total: number) => {
      if (done / total >= from) throw CANCELLED;
    };
    const { source } = requestOf(user.userId);
    await expect(importedDirectly(test, user, source, { onProgress })).rejects.toBe(CANCELLED);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  /** Runs a function while another transaction locks the profile, so that an import must wait. */
  async function whileHeld(userId: string, work: () => Promise<void>): Promise<void> {
    await test.context.db.transaction().execute(async (trx) => {
      await lockProfile(trx, userId);
      await work();
    });
  }

  const oneForm = (userId: string) => ({
    userId,
    source: { format: 'csv' as const, content: ONE_FORM },
    dryRun: false,
  });

  it('ends soon after it is cancelled while it waits for the database', async () => {
    const { userId } = await freshUser(test);
    const before = await everythingStored(test.context.db);
    await whileHeld(userId, async () => {
      const cancelling = new AbortController();
      // At half of the progress, the import has read the file. Then it waits for the lock.
      const onProgress = (done: number, total: number) => {
        if (done / total >= 0.5) cancelling.abort(CANCELLED);
      };
      const watching = { onProgress, signal: cancelling.signal };
      await expect(runImport(test.context, requestOf(userId), watching)).rejects.toBe(CANCELLED);
    });
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('ends after the time-out, and the next import starts', async () => {
    const { userId } = await freshUser(test);
    const before = await everythingStored(test.context.db);
    await whileHeld(userId, async () => {
      const work = runImport(test.context, oneForm(userId), UNWATCHED, 1000);
      await expect(work).rejects.toMatchObject(refusedWith('took too long to import'));
    });
    expect(await everythingStored(test.context.db)).toEqual(before);
    expect(await runImport(test.context, oneForm(userId), UNWATCHED)).toMatchObject({
      formsAdded: 1,
    });
  });

  onlyOnce(() => {
    it('ends if a file exceeds the memory limit', async () => {
      const { userId } = await freshUser(test);
      const source = { format: 'legacy' as const, content: `x${','.repeat(90)}\n`.repeat(160_000) };
      const spending = makeSpending(LIMITS.processorMs);
      const options = { processes: 1, mostOfAccount: 1, spending, onError: () => {} };
      const workers = makeWorkers({ ...options, memoryMb: 64 });
      onTestFinished(() => workers.stop());
      const context = { ...test.context, workers };
      const work = runImport(context, { userId, source, dryRun: true }, UNWATCHED);
      await expect(work).rejects.toMatchObject(
        refusedWith('has more data than we can import at once'),
      );
    });
  });
});

/** Keeps the timer of `ms` milliseconds from firing. @returns a function that fires the timer */
function heldTimer(ms: number): () => void {
  const { setTimeout } = globalThis;
  let end = () => {};
  const held = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    callback: () => void,
    delay?: number,
  ) => {
    if (delay !== ms) return setTimeout(callback, delay);
    end = callback;
    return setTimeout(() => {}, 0);
  }) as typeof setTimeout);
  onTestFinished(() => held.mockRestore());
  return () => end();
}

onPostgres((place) => {
  const test = testApp(place);

  it('does not claim that nothing was changed if the time-out comes during the commit', async () => {
    const { databaseUrl = '' } = place();
    const name = new URL(databaseUrl).pathname.slice(1);
    // Disable the lock time-out, because this test blocks a commit for longer than the time-out allows.
    await sql`alter role current_user in database ${sql.id(name)} set lock_timeout = 0`.execute(
      test.context.db,
    );
    const { db } = test.context;
    const user = await freshUser(test);
    const lock = 4711;
    await sql`create function wait_for_lock() returns trigger language plpgsql as
      ${sql.lit(`begin perform pg_advisory_xact_lock(${lock}); return null; end`)}`.execute(db);
    await sql`create constraint trigger wait_in_commit after insert on activity
      deferrable initially deferred for each row execute function wait_for_lock()`.execute(db);
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(trx);
      const endTime = heldTimer(TIME_LIMIT_MS);
      const source = { format: 'csv' as const, content: ONE_FORM };
      const request = { userId: user.userId, source, dryRun: false };
      const work = runImport(test.context, request, UNWATCHED);
      const refused = expect(work).rejects.toMatchObject({ code: 'unavailable' });
      await eventually(async () => {
        const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`;
        expect((await waiting.execute(db)).rows).toHaveLength(1);
      });
      endTime();
      await refused;
    });
    await eventually(async () => expect(await formsOf(user)).toHaveLength(1));
  });
});
