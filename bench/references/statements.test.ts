import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { freshUser, testApp } from '../../src/server/testing/app.ts';
import { onPostgres } from '../../src/server/testing/databases.ts';
import { SYMPTOMS } from '../measuring/people.ts';
import { OF_A_READ, OF_A_SAVE } from './statements.ts';

onPostgres((place) => {
  const test = testApp(place);

  /** What is sent to PostgreSQL meanwhile, each statement in its order. */
  async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    try {
      await work();
      return sent.mock.calls.map(([query]) => plain((query as unknown as pg.QueryConfig).text));
    } finally {
      sent.mockRestore();
    }
  }

  it('the references run the same statements as a save and a reading of ours', async () => {
    const { browser, userId } = await freshUser(test, [...SYMPTOMS]);
    const entries = SYMPTOMS.map((name, index) => [`symptom${index + 1}`, { name, severity: 3 }]);
    const form = { submissionId: randomUUID(), formData: Object.fromEntries(entries) };
    const save = () => browser.call('saveSymptomForm', { userId, ...form });
    expect(await statementsOf(save)).toEqual(OF_A_SAVE.map(plain));
    const period = { from: '2026-08-20T17:00:00Z', to: '2026-11-18T17:00:00Z' };
    const read = () => browser.call('getUserForms', { userId, ...period });
    expect(await statementsOf(read)).toEqual(OF_A_READ.map(plain));
  });
});

/** Without quotes, line ends and what is left of the call's time. */
function plain(statement: string): string {
  return statement
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replace(/(statement_timeout = )\d+/, '$1…');
}
