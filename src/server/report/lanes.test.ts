import { expect, it, onTestFinished } from 'vitest';
import { WHOLE_SCOPE } from '../../domain/visit.ts';
import { freshUser, type TestApp, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';

const TASKS = new URL('../platform/workers/testing/tasks.ts', import.meta.url);

/** Occupies both processes for long tasks. Resolves to a function that frees them. */
async function occupied({ context: { workers } }: TestApp): Promise<() => void> {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  for (const userId of ['one', 'other']) {
    const started = Promise.withResolvers<number>();
    const run = { signal: ending.signal, onProgress: started.resolve, timeMs: 60_000 };
    workers.run(userId, { file: TASKS, name: 'hang', input: undefined }, run).catch(() => {});
    await started.promise;
  }
  return () => ending.abort();
}

onEveryDatabase((place) => {
  const test = testApp(place);

  const report = ({ userId }: TestUser) =>
    test.context.reports.make({
      userId,
      paper: 'Letter',
      scope: WHOLE_SCOPE,
    });

  it('a short report does not wait for long ones, and a long one does', async () => {
    const [short, long] = [await freshUser(test), await freshUser(test)];
    for (const user of [short, long]) await savedForm(user);
    await test.context.db
      .updateTable('profiles')
      .set({ text_bytes: 8_388_609 })
      .where('user_id', '=', long.userId)
      .execute();
    const free = await occupied(test);
    let isMade = false;
    const longReport = report(long).finally(() => {
      isMade = true;
    });
    expect((await report(short)).pdf.length).toBeGreaterThan(1000);
    expect(isMade).toBe(false);
    free();
    expect((await longReport).pdf.length).toBeGreaterThan(1000);
  });
});
