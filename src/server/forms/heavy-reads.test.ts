import { expect, it, onTestFinished } from 'vitest';
import type { TestApp } from '../testing/app.ts';
import { freshUser, testApp } from '../testing/app.ts';
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

  it('the list of months lets other requests go first', async () => {
    const { browser, userId } = await freshUser(test, ['Tremor']);
    const formData = { symptom1: { name: 'Tremor', severity: 3, notes: '' } };
    for (let month = 0; month < 60; month += 1) {
      const loggedAt = new Date(Date.UTC(2020, month, 15)).toISOString();
      await browser.call('saveSymptomForm', { userId, formData, loggedAt });
    }
    const order: string[] = [];
    const months = browser.call('getFormMonths', { userId }).then((answer) => {
      order.push('months');
      return answer;
    });
    await browser.call('getConfig');
    order.push('other');
    expect((await months).json()).toHaveLength(60);
    expect(order).toEqual(['other', 'months']);
  });
});
