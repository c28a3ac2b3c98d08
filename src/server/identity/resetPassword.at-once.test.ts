import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { freshUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { freePort } from '../testing/free-port.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { askForReset, NEW_PASSWORD, type Proof } from '../testing/outbox.ts';
import { browserElsewhere } from '../testing/places.ts';
import {
  callOver,
  personOver,
  type ServerProcess,
  spawnServer,
  stopServerProcess,
} from '../testing/process.ts';

const FAILED = { error: 'Failed to reset password. Please try again.' };
const MAX_TRIES = 5;

/** Returns `count` different wrong codes. */
function wrongCodes(code: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    String((Number(code) + index + 1) % 1_000_000).padStart(6, '0'),
  );
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

onEveryDatabase((place) => {
  const test = testApp(place);

  async function triesOf(email: string): Promise<number[]> {
    const { db, secrets } = test.context;
    const rows = await db
      .selectFrom('codes')
      .select('tries')
      .where('email_hash', '=', secrets.keyedHash(email))
      .execute();
    return rows.map(({ tries }) => tries);
  }

  /** The guarantees that hold for every way to submit a code. */
  function expectSafety(
    ask: () => Promise<{ email: string; proof: Proof }>,
    give: (email: string, proof: Proof, index: number) => Promise<Answer>,
  ) {
    it('20 wrong codes at once: five count, and then the right one is refused', async () => {
      const { email, proof } = await ask();
      const answers = await Promise.all(
        wrongCodes(proof.code, 20).map((code, index) => give(email, { ...proof, code }, index)),
      );
      expect(answers).toEqual(answers.map(() => ({ status: 400, body: FAILED })));
      expect(await triesOf(email)).toEqual([MAX_TRIES]);
      expect(await give(email, proof, 0)).toEqual({ status: 400, body: FAILED });
    });

    it('the right code four times at once: exactly one attempt succeeds', async () => {
      const { email, proof } = await ask();
      const answers = await Promise.all([0, 1, 2, 3].map((index) => give(email, proof, index)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
      expect(await triesOf(email)).toEqual([]);
    });

    it('the right code among 19 wrong ones at once: it works, or five came first', async () => {
      const { email, proof } = await ask();
      const codes = wrongCodes(proof.code, 19).toSpliced(3, 0, proof.code);
      const answers = await Promise.all(
        codes.map((code, index) => give(email, { ...proof, code }, index)),
      );
      const succeeded = answers.filter(({ status }) => status === 200);
      expect(await triesOf(email)).toEqual(succeeded.length === 1 ? [] : [MAX_TRIES]);
      expect(answers.length - succeeded.length).toBeGreaterThanOrEqual(19);
    });
  }

  describe('through one server', () => {
    expectSafety(
      async () => {
        const user = await freshUser(test);
        return { email: user.email, proof: await askForReset(test, user) };
      },
      async (email, proof) => {
        const input = { email, newPassword: NEW_PASSWORD, ...proof };
        const response = await browserElsewhere(test).call('resetPassword', input);
        return { status: response.statusCode, body: response.json() };
      },
    );
  });

  describe('through two server processes on one database', () => {
    let mail: MailServer;
    let servers: ServerProcess[] = [];

    beforeAll(async () => {
      mail = await startMailServer({ user: 'tracker', password: 'let me send' });
      const { dataDir, databaseUrl } = place();
      servers = await Promise.all(
        [1, 2].map(async () =>
          spawnServer({
            PORT: String(await freePort()),
            DATA_DIR: dataDir,
            ...(databaseUrl && { DATABASE_URL: databaseUrl }),
            SMTP_URL: mail.url,
            // The servers trust the proxy header, so that each attempt can claim an IP address of its own.
            TRUST_PROXY: '127.0.0.1',
          }),
        ),
      );
      await Promise.all(servers.map(({ ready }) => ready));
    });

    afterAll(async () => {
      await Promise.all(servers.map(stopServerProcess));
      await mail.stop();
    });

    let people = 0;
    let places = 0;

    function server(index: number): ServerProcess {
      const chosen = servers[index % servers.length];
      if (!chosen) throw new Error('No server was started');
      return chosen;
    }

    async function give(email: string, proof: Proof, index: number): Promise<Answer> {
      places += 1;
      const { path } = calls.resetPassword;
      const response = await fetch(`http://127.0.0.1:${server(index).port}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.3.0.${places}` },
        body: JSON.stringify({ email, newPassword: NEW_PASSWORD, ...proof }),
      });
      return { status: response.status, body: await response.json() };
    }

    expectSafety(async () => {
      people += 1;
      const email = `over-the-network${people}@example.org`;
      await personOver(server(people), email);
      const asked = await callOver(server(people), 'resetPassword', {
        email,
        newPassword: NEW_PASSWORD,
      });
      const { challenge } = JSON.parse(asked.text) as { challenge: string };
      const { text } = await mail.nextMail(email);
      return { email, proof: { challenge, code: /^ *(\d{6})$/m.exec(text)?.[1] ?? '' } };
    }, give);
  });
});
