import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { freshUser, type TestApp, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase, onSqlite } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';

/** Reads of a whole account must not keep the server from other requests. */

const TASKS = new URL('../platform/workers/testing/tasks.ts', import.meta.url);

/** Occupies both processes for quick tasks. Resolves to a function that frees them. */
async function occupied({ context: { quickWorkers } }: TestApp): Promise<() => void> {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  for (const userId of ['one', 'other']) {
    const started = Promise.withResolvers<number>();
    const run = { signal: ending.signal, onProgress: started.resolve, timeMs: 60_000 };
    quickWorkers.run(userId, { file: TASKS, name: 'hang', input: undefined }, run).catch(() => {});
    await started.promise;
  }
  return () => ending.abort();
}

onEveryDatabase((place) => {
  const test = testApp(place);

  it('a search runs in a worker process, and waits for one', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await savedForm(user);
    const free = await occupied(test);
    let isAnswered = false;
    const search = user.browser
      .call('searchForms', { userId: user.userId, search: 'coffee' })
      .finally(() => {
        isAnswered = true;
      });
    await freshUser(test);
    expect(isAnswered).toBe(false);
    free();
    expect((await search).json()).toHaveLength(1);
  });
});

onSqlite((place) => {
  const test = testApp(place);

  /** How often the event loop turns while the months are listed. */
  async function turnsOf({ browser, userId }: TestUser): Promise<number> {
    let isDone = false;
    const answer = browser.call('getFormMonths', { userId }).finally(() => {
      isDone = true;
    });
    let turns = 0;
    for (; !isDone; turns += 1) await setImmediate();
    expect((await answer).statusCode).toBe(200);
    return turns;
  }

  it('the list of months lets other requests go first, after every 20 queries', async () => {
    const user = await freshUser(test, ['Tremor']);
    const few = await turnsOf(user);
    const formData = { symptom1: { name: 'Tremor', severity: 3, notes: '' } };
    for (let month = 0; month < 60; month += 1) {
      const loggedAt = new Date(Date.UTC(2020, month, 15)).toISOString();
      await user.browser.call('saveSymptomForm', { userId: user.userId, formData, loggedAt });
    }
    expect((await turnsOf(user)) - few).toBeGreaterThanOrEqual(3);
  });
});
