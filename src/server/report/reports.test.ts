import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { addYearsOfForms } from '../../../e2e/years.ts';
import { findAccount } from '../identity/queries/accounts.ts';
import { testApp } from '../testing/app.ts';
import { onSqlite } from '../testing/databases.ts';

onSqlite((place) => {
  const test = testApp(place);

  it('sends a thread each page of forms only after it has taken the previous page', async () => {
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

  it('refuses an account’s third concurrent report, but not another account’s', async () => {
    const userIds = [];
    for (let person = 0; person < 2; person += 1) {
      const { email } = await addYearsOfForms(test.context, 1);
      userIds.push((await findAccount(test.context.db, email))?.userId ?? '');
    }
    const [one = '', other = ''] = userIds;
    const outcomes = await Promise.allSettled(
      [one, one, one, other].map((userId) => test.context.reports.make({ userId, paper: 'A4' })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    ]);
    expect(outcomes[2]).toMatchObject({ reason: { code: 'tooManyAttempts' } });
    await test.context.reports.make({ userId: one, paper: 'A4' });
  });
});
