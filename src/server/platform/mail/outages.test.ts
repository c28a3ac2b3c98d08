import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshUser, type TestApp, testApp } from '../../testing/app.ts';
import { onSqlite } from '../../testing/databases.ts';
import { expectUnlogged, post, queuedFor, sendDue, standInForMail } from '../../testing/mailing.ts';
import { NEW_PASSWORD } from '../../testing/outbox.ts';
import { browserElsewhere } from '../../testing/places.ts';
import { wholeAnswer } from '../../testing/refusals.ts';

const SECOND = 1000;
const MINUTES_15 = 900 * SECOND;

onSqlite((place) => {
  const mailing = standInForMail();
  const test = testApp(place, mailing.settings);

  /** Requests a code and returns the whole answer, with its random challenge replaced by '*'. */
  async function ask(email: string, through: TestApp = test) {
    const input = { email, newPassword: NEW_PASSWORD };
    const answer = wholeAnswer(await browserElsewhere(through).call('resetPassword', input));
    return { ...answer, body: answer.body.replace(/"[\w-]{43}"/, '*') };
  }

  function received(email: string): number {
    return mailing.server.received.filter(({ to }) => to === email).length;
  }

  describe.each([
    {
      what: 'is down',
      fail: () => mailing.server.stop(),
      mend: () => mailing.server.start(),
    },
    {
      what: 'rejects the password',
      fail: async () => mailing.server.refuseLogin(true),
      mend: async () => mailing.server.refuseLogin(false),
    },
    {
      what: 'rejects the recipient',
      fail: async () => mailing.server.refuseRecipients(true),
      mend: async () => mailing.server.refuseRecipients(false),
    },
  ])('if the mail server $what', ({ fail, mend }) => {
    it('the answer is the same as usual, and the email is sent when the server works again', async () => {
      const { email } = await freshUser(test);
      const asEver = await ask((await freshUser(test)).email);
      await sendDue(test);
      await fail();
      expect(await ask(email)).toEqual(asEver);
      await sendDue(test);
      expect(await queuedFor(test, email)).toEqual([{ tries: 1, dueAt: test.now + 5 * SECOND }]);
      await mend();
      test.now += 5 * SECOND;
      await sendDue(test);
      expect((await mailing.server.nextMail(email)).text).toMatch(/\d{6}/);
      expect(await queuedFor(test, email)).toEqual([]);
    });

    it('an email is retried after growing pauses, and the log reports each failure without the address or the text', async () => {
      const email = `notice${Math.random()}@example.org`;
      const before = test.logged.length;
      await post(test, email, { kind: 'passwordChanged' });
      await fail();
      const pauses = [5, 10, 20, 40, 80, 160, 320, 640, 960, 960, 960];
      for (const [index, pause] of pauses.entries()) {
        await sendDue(test);
        const queued = { tries: index + 1, dueAt: test.now + pause * SECOND };
        expect(await queuedFor(test, email)).toEqual([queued]);
        test.now = queued.dueAt - 1;
        await sendDue(test);
        expect(await queuedFor(test, email)).toEqual([queued]);
        test.now += 1;
      }
      await mend();
      await sendDue(test);
      expect((await mailing.server.nextMail(email)).subject).toBe('Your password was changed');
      expect(received(email)).toBe(1);

      const logged = test.logged.slice(before);
      expect(logged.map(({ msg }) => msg)).toEqual(
        pauses.map(() => 'A mail could not be sent yet'),
      );
      for (const { reason } of logged) expect(reason).toMatch(/^E[A-Z]+$/);
      expectUnlogged(test, [email], before);
    });
  });

  describe('if the mail server is slow', () => {
    const running = testApp(place, mailing.settings);
    beforeAll(() => running.context.jobs.start());
    afterAll(() => running.context.jobs.stop());

    it.each(['greeting', 'mail'] as const)(
      'at the %s stage, the app’s own answer is the same as usual and does not wait',
      async (gate) => {
        const asEver = await ask((await freshUser(running)).email, running);
        const letGo = mailing.server.hold(gate);
        const { email } = await freshUser(running);
        // The mail server stays blocked until both answers have arrived.
        expect(await ask(email, running)).toEqual(asEver);
        expect(await ask('nobody-waits@example.org', running)).toEqual(asEver);
        expect(received(email)).toBe(0);
        letGo();
        expect((await mailing.server.nextMail(email)).text).toMatch(/\d{6}/);
      },
    );
  });

  describe('an email with a code', () => {
    it.each([
      ['is sent just before its 15 minutes are over', MINUTES_15 - 1, 1],
      ['is not sent after 15 minutes', MINUTES_15, 0],
    ])('%s', async (_when, later, count) => {
      const { email } = await freshUser(test);
      await mailing.server.stop();
      await ask(email);
      await sendDue(test);
      await mailing.server.start();
      test.now += later;
      await sendDue(test);
      expect(received(email)).toBe(count);
      expect(await queuedFor(test, email)).toEqual([]);
    });
  });
});
