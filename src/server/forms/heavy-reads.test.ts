import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { freshUser, type TestApp, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase, onSqlite } from '../testing/databases.ts';
import { addForms, savedForm } from '../testing/entries.ts';

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

  /** How often the event loop turns while the days of a month are read. */
  async function turnsOf({ browser, userId }: TestUser): Promise<number> {
    let isDone = false;
    const month = { from: '2020-01-01', to: '2020-01-31' };
    const answer = browser.call('getFormDays', { userId, ...month }).finally(() => {
      isDone = true;
    });
    let turns = 0;
    for (; !isDone; turns += 1) await setImmediate();
    expect((await answer).statusCode).toBe(200);
    return turns;
  }

  it('the days of a month let other requests go first, after every 200 to 400 forms', async () => {
    const [few, many] = [await freshUser(test), await freshUser(test)];
    await addForms(test, few, 1);
    await addForms(test, many, 744);
    expect((await turnsOf(many)) - (await turnsOf(few))).toBeGreaterThanOrEqual(2);
  });
});
