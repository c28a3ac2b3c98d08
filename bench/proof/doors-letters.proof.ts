import { describe, expect, it, onTestFinished } from 'vitest';
import { newPlace, openPlace } from '../../src/server/testing/databases.ts';
import { eventually } from '../../src/server/testing/eventually.ts';
import { standInForMail } from '../../src/server/testing/mailing.ts';
import { linkIn } from '../../src/server/testing/outbox.ts';
import { succeeded } from '../../src/server/testing/process.ts';
import { doorOf, numbers, resident, sharedClock, Visitor } from './doors.ts';
import { tell, times } from './figures.ts';

const MINUTE_MS = 60_000;
const LINK = /http\S+sign-in-link#\S+/;
const TRIES = 100;
const MOST_MINUTES = 10;
/** How often strangers ask between two tries of the owner, two minutes apart. */
const STRANGERS_ASK = 7;

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (engine) => {
  const mailing = standInForMail();

  it('strangers ask for links and codes all day, and the owner is in on a new phone', async (context) => {
    const place = await newPlace(engine);
    const clock = await sharedClock();
    let now = Date.parse('2026-11-24T12:00:00Z');
    const pass = (ms: number) => {
      now += ms;
      clock.set(now);
    };
    pass(0);
    const { settings } = mailing;
    const servers = [
      await doorOf(place, { clock, settings }),
      await doorOf(place, { clock, settings }),
    ] as const;
    const { email } = await resident(servers[0]);
    const db = await openPlace(place);
    onTestFinished(() => db.destroy());
    const everythingSent = async () =>
      await eventually(async () => {
        const due = db.selectFrom('jobs').select('id').where('due_at', '<=', now);
        expect(await due.execute()).toEqual([]);
      });
    let strangers = 0;
    const asStranger = () => {
      strangers += 1;
      return new Visitor(`203.${strangers >> 8}.${strangers & 255}.1`);
    };
    const askStrangely = async () => {
      const reset = { email, newPassword: 'a new horse 48' };
      await asStranger().call(servers[0], 'sendSignInLink', { email });
      await asStranger().call(servers[1], 'resetPassword', reset);
    };
    const waits: number[] = [];
    for (const time of numbers(times(TRIES))) {
      for (const _ of numbers(STRANGERS_ASK)) {
        pass(2 * MINUTE_MS);
        await askStrangely();
      }
      pass(time * 1000);
      await everythingSent();
      const phone = new Visitor(`198.51.${time}.1`);
      const server = servers[time % 2] ?? servers[0];
      const asked = succeeded(await phone.call(server, 'sendSignInLink', { email }));
      const { minutes = 0 } = JSON.parse(asked.text) as { minutes?: number };
      waits.push(minutes);
      pass(minutes * MINUTE_MS);
      // A request for another address makes a server look for letters that are due.
      const other = { email: `another${time}@example.org` };
      succeeded(await asStranger().call(server, 'sendSignInLink', other));
      await everythingSent();
      succeeded(await phone.call(servers[0], 'signInWithLink', newestLink(email)));
    }
    const letters = mailing.server.received.filter(({ to }) => to === email).length;
    const longest = Math.max(...waits);
    tell(
      context,
      `${engine}: ${waits.length} sign-ins, after at most ${longest} minutes; ${letters} letters`,
    );
    expect(longest).toBeLessThanOrEqual(MOST_MINUTES);
  });

  function newestLink(to: string): Record<string, string> {
    const letter = mailing.server.received.findLast(
      (mail) => mail.to === to && LINK.test(mail.text),
    );
    const [url = ''] = LINK.exec(letter?.text ?? '') ?? [];
    return linkIn(url);
  }
});
