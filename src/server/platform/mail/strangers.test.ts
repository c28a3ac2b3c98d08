import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshUser, testApp } from '../../testing/app.ts';
import { onSqlite } from '../../testing/databases.ts';
import { standInForMail } from '../../testing/mailing.ts';
import { NEW_PASSWORD } from '../../testing/outbox.ts';
import { browserElsewhere } from '../../testing/places.ts';

const STRANGERS = 200;
/** What the slow mail server takes for one email (ms). */
const SLOW_MS = 700;

onSqlite((place) => {
  const mailing = standInForMail();
  const test = testApp(place, mailing.settings);
  beforeAll(() => test.context.jobs.start());
  afterAll(() => test.context.jobs.stop());

  it('a reset code does not wait behind 200 strangers at a slow mail server', async () => {
    const { server } = mailing;
    server.delay(SLOW_MS);
    const { email, browser } = await freshUser(test);
    for (let index = 0; index < STRANGERS; index += 1) {
      const to = { email: `stranger${index}@example.com` };
      const answer = await browserElsewhere(test).call('sendSignInLink', to);
      expect(answer.statusCode).toBe(202);
    }
    await server.nextMail();
    await browser.call('resetPassword', { email, newPassword: NEW_PASSWORD });
    const before = server.received.length;
    expect((await server.nextMail(email)).text).toMatch(/\d{6}/);
    // Strangers get one email after another, so their number tells how many seconds have passed.
    expect((server.received.length - before) * SLOW_MS).toBeLessThan(10_000);
    expect(server.received.length).toBeLessThan(STRANGERS);
  });
});
