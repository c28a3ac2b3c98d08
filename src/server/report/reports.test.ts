import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { addYearsOfForms } from '../../../e2e/years.ts';
import { findAccount } from '../db/accounts.ts';
import { testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  it('a thread gets each page of forms once it has taken the one before', async () => {
    const { email } = await addYearsOfForms(test.context, 400);
    const { userId = '' } = (await findAccount(test.context.db, email)) ?? {};
    const sent = vi.spyOn(Worker.prototype, 'postMessage');
    const heard = vi.spyOn(Worker.prototype, 'emit');
    onTestFinished(() => {
      sent.mockRestore();
      heard.mockRestore();
    });
    await test.context.reports.make({ userId, paper: 'A4' });
    const calls = [
      ...sent.mock.calls.map(([message], index) => ({
        at: sent.mock.invocationCallOrder[index] ?? 0,
        kind: (message as { kind: string }).kind,
      })),
      ...heard.mock.calls.map(([event, message], index) => ({
        at: heard.mock.invocationCallOrder[index] ?? 0,
        kind: event === 'message' ? (message as { kind: string }).kind : '',
      })),
    ];
    const kinds = calls
      .toSorted((one, other) => one.at - other.at)
      .flatMap(({ kind }) => (['forms', 'taken'].includes(kind) ? [kind] : []));
    expect(kinds.length).toBeGreaterThan(10);
    expect(kinds).toEqual(kinds.map((_, index) => (index % 2 === 0 ? 'forms' : 'taken')));
  });
});
