import { expect, it } from 'vitest';
import { freshUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { formsOf } from '../testing/entries.ts';
import { runImport } from './run-import.ts';

const CANCELLED = new Error('Not wanted any more');

const HOURS = 1500;
const CONTENT = Array.from({ length: HOURS }, (_, index) => {
  const time = new Date(Date.parse('2020-01-01T00:00:00Z') + index * 3_600_000);
  return `u,${time.toISOString()},Tremor,3,`;
}).join('\n');

onEveryDatabase((place) => {
  const test = testApp(place);

  const requestOf = (userId: string) => ({
    userId,
    source: { format: 'legacy' as const, content: CONTENT },
    dryRun: false,
  });

  it('tells how far it is, from the begin to the end', async () => {
    const { userId } = await freshUser(test);
    const told: number[] = [];
    const onProgress = (done: number, total: number) => told.push(done / total);
    const { signal } = new AbortController();
    await runImport(test.context, requestOf(userId), { onProgress, signal });
    expect(told.length).toBeGreaterThan(5);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
  });

  it.each([
    ['reading', 0],
    ['writing', 0.6],
  ])('changes nothing where it is cancelled while %s', async (_what, from) => {
    const user = await freshUser(test);
    const before = await everythingStored(test.context.db);
    const cancelling = new AbortController();
    const onProgress = (done: number, total: number) => {
      if (done / total >= from) cancelling.abort(CANCELLED);
    };
    const watching = { onProgress, signal: cancelling.signal };
    const work = runImport(test.context, requestOf(user.userId), watching);
    await expect(work).rejects.toBe(CANCELLED);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('never begins where it is cancelled while another one is under way', async () => {
    const [one, other] = [await freshUser(test), await freshUser(test)];
    const cancelling = new AbortController();
    const { signal } = cancelling;
    const first = runImport(test.context, requestOf(one.userId), {
      onProgress: () => cancelling.abort(CANCELLED),
      signal: new AbortController().signal,
    });
    const told: number[] = [];
    const onProgress = (done: number) => told.push(done);
    const second = runImport(test.context, requestOf(other.userId), { onProgress, signal });
    await expect(second).rejects.toBe(CANCELLED);
    expect(told).toEqual([]);
    expect(await first).toMatchObject({ formsAdded: HOURS });
    expect(await formsOf(other)).toEqual([]);
  });
});
