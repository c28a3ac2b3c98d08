import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Form } from '../contract/entities.ts';
import { errors } from '../contract/errors.ts';
import { DAY_MS } from '../domain/zone.ts';
import { limitedKey } from './identity/counted.ts';
import { LIMITS } from './limits.ts';
import { loadSecrets } from './platform/secrets.ts';
import { type FreshPlace, makePlace, openPlace } from './testing/databases.ts';
import {
  callOver,
  personOver,
  type ServerProcess,
  spawnServerAt,
  stopServerProcess,
} from './testing/process.ts';

/** Saves a form, and retries while the server answers that it is busy (503), as the app does. */
async function saved(server: ServerProcess, input: Record<string, unknown>, cookie: string) {
  for (;;) {
    const answer = await callOver(server, 'saveSymptomForm', input, cookie);
    if (answer.status !== 503) return answer;
  }
}

const IDS = 30;
const TRIES = 4;
const SAVES = IDS * TRIES;

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (engine) => {
  let empty: FreshPlace;
  let servers: ServerProcess[] = [];

  beforeAll(async () => {
    empty = await makePlace(engine);
    // Both servers migrate at once.
    servers = [await spawnServerAt(empty.place), await spawnServerAt(empty.place)];
    await Promise.all(servers.map(({ ready }) => ready));
  });

  afterAll(async () => {
    await Promise.all(servers.map(stopServerProcess));
    await empty.drop();
  });

  function server(index: number): ServerProcess {
    const chosen = servers[index % servers.length];
    if (!chosen) throw new Error('No server was started');
    return chosen;
  }

  it(`${SAVES} saves at once through both, ${IDS} submissions ${TRIES} times each, are ${IDS} forms`, async () => {
    const { userId, cookie } = await personOver(server(0));
    const submissions = Array.from({ length: IDS }, (_, index) => ({
      userId,
      submissionId: randomUUID(),
      formData: { symptom1: { name: 'Tremor', severity: 3, notes: `Submission ${index}` } },
    }));
    // 77 has no factor in common with the number of saves, so this sends each save once, in a mixed order.
    const order = Array.from({ length: SAVES }, (_, index) => (index * 77) % SAVES);
    const answers = await Promise.all(
      order.map(async (save) => {
        const submission = save % IDS;
        const through = server(Math.floor(save / IDS));
        const input = { ...submissions[submission] };
        const answer = await saved(through, input, cookie);
        return { submission, ...answer };
      }),
    );

    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const texts = Map.groupBy(answers, ({ submission }) => submission);
    for (const [submission, repeats] of texts) {
      expect(repeats).toHaveLength(TRIES);
      expect(new Set(repeats.map(({ text }) => text)).size, `of submission ${submission}`).toBe(1);
      const form = JSON.parse(repeats[0]?.text ?? '') as Form;
      expect(form.symptomData.symptom1?.notes).toBe(`Submission ${submission}`);
    }
    for (const index of [0, 1]) {
      const listed = await callOver(server(index), 'getUserForms', { userId }, cookie);
      const numbers = (JSON.parse(listed.text) as Form[])
        .map(({ formNumber }) => formNumber)
        .sort((a, b) => b - a);
      expect(numbers).toEqual(Array.from({ length: IDS }, (_, number) => IDS - number));
    }
  });

  it('accepts one of two simultaneous edits of the same version through two servers, and reports a conflict to the other', async () => {
    const { userId, cookie } = await personOver(server(1), 'edits@example.org');
    const entry = { name: 'Tremor', severity: 3, notes: '' };
    for (let round = 1; round <= 10; round += 1) {
      await callOver(
        server(round),
        'saveSymptomForm',
        { userId, formData: { symptom1: entry } },
        cookie,
      );
      const answers = await Promise.all(
        [1, 5].map((severity, index) =>
          callOver(
            server(index),
            'updateSymptoms',
            {
              userId,
              action: 'form',
              formData: { formNumber: round, symptom1: { ...entry, severity } },
              version: 1,
            },
            cookie,
          ),
        ),
      );
      expect(answers.map(({ status }) => status).sort(), `round ${round}`).toEqual([200, 409]);
      const won = answers.find(({ status }) => status === 200);
      const lost = answers.find(({ status }) => status === 409);
      expect(JSON.parse(lost?.text ?? '')).toEqual({
        error: 'This form was changed somewhere else. Please reload and try again.',
      });
      const listed = await callOver(server(0), 'getUserForms', { userId, limit: 1 }, cookie);
      expect(JSON.parse(listed.text)).toEqual([JSON.parse(won?.text ?? '')]);
    }
  });

  it('five guesses that are left are five, of ten at once through both', async () => {
    const email = 'guessed@example.org';
    const secrets = loadSecrets(empty.place.dataDir);
    const db = await openPlace(empty.place);
    const now = Date.now();
    await db
      .insertInto('attempts')
      .values({
        limit_key: limitedKey({ limits: LIMITS, secrets }, 'wrongGuesses', email).key,
        tries: JSON.stringify(Array.from({ length: 95 }, () => now)),
        expires_at: now + 30 * DAY_MS,
      })
      .execute();
    await db.destroy();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        callOver(server(index), 'signIn', { email, password: 'wrong' }),
      ),
    );
    const spent = JSON.stringify({ error: errors.budgetSpentWithoutMail.message }).slice(0, -2);
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 401),
      ...Array.from({ length: 5 }, () => 429),
    ]);
    for (const { status, text } of answers) {
      if (status === 429) expect(text.startsWith(spent)).toBe(true);
    }
  });
});
