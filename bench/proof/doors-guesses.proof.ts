import { describe, expect, it } from 'vitest';
import { newPlace } from '../../src/server/testing/databases.ts';
import { letIn } from '../../src/server/testing/let-in.ts';
import { linkIn } from '../../src/server/testing/outbox.ts';
import { PASSWORD, succeeded } from '../../src/server/testing/process.ts';
import { doorOf, numbers, type Resident, resident, sharedClock, Visitor } from './doors.ts';
import { tell, times } from './figures.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const GUESSES_A_MINUTE = 10;
const MOST_CHECKED = 100;
const OWNER_WITHIN_MS = 1000;

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (engine) => {
  it('ten wrong passwords a minute for a month: 100 are checked, and the owner signs in every day', async (context) => {
    const place = await newPlace(engine);
    const clock = await sharedClock();
    // Two minutes less than 30 days, because the first guesses must still count when the new phone tries at the end.
    const minutes = times(30 * DAY_MINUTES - 2);
    // The month ends now, because `npm run let-in` has the machine's clock.
    const begin = Date.now() - minutes * MINUTE_MS;
    const setClock = (minute: number) => clock.set(begin + minute * MINUTE_MS);
    setClock(0);
    const first = await doorOf(place, { clock });
    const second = await doorOf(place, { clock });
    const through = (index: number) => (index % 2 === 0 ? first : second);
    const { visitor: owner, email } = await resident(first);
    const stranger = new Visitor('203.0.113.7');
    const guess = async (index: number) => {
      const input = { email, password: `wrong ${index}` };
      return (await stranger.call(through(index), 'signIn', input)).status;
    };
    const statuses = new Map<number, number>();
    const ownersMs: number[] = [];
    for (let minute = 0; minute < minutes; minute += 1) {
      setClock(minute);
      const guesses = numbers(GUESSES_A_MINUTE).map(guess);
      if (minute % DAY_MINUTES === DAY_MINUTES / 2 || minute === minutes - 1) {
        const signedIn = owner.call(through(minute), 'signIn', { email, password: PASSWORD });
        ownersMs.push(succeeded(await signedIn).tookMs);
        succeeded(await owner.call(first, 'signOut'));
      }
      for (const status of await Promise.all(guesses)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
    const checked = statuses.get(401) ?? 0;
    const slowest = Math.round(Math.max(...ownersMs));
    tell(
      context,
      `${engine}: of ${minutes * GUESSES_A_MINUTE} guesses ${checked} were checked; the owner signed in ${ownersMs.length} times, in ${slowest} ms at most`,
    );
    expect([...statuses.keys()].sort()).toEqual([401, 429]);
    expect(checked).toBeLessThanOrEqual(MOST_CHECKED);
    expect(slowest).toBeLessThan(OWNER_WITHIN_MS);
    // On a new phone, and without mail, the right password is not checked, and the operator's link signs in.
    setClock(minutes + 1);
    const phone = new Visitor('198.51.100.9');
    const refused = await phone.call(second, 'signIn', { email, password: PASSWORD });
    expect(refused.status).toBe(checked < MOST_CHECKED ? 200 : 429);
    const [, url = ''] = letIn(place, email).stdout.trimEnd().split('\n');
    succeeded(await phone.call(second, 'signInWithLink', linkIn(url)));
  });

  it('2,560 sign-ins from one /56: others sign in meanwhile', async (context) => {
    const server = await doorOf(await newPlace(engine));
    const people: Resident[] = [];
    for (const _ of numbers(90)) people.push(await resident(server));
    const own = await resident(server);
    for (const { visitor } of [...people, own]) succeeded(await visitor.call(server, 'signOut'));
    const guesses = times(2560);
    const left = numbers(guesses);
    const flood = numbers(130).map(async () => {
      for (let index = left.pop(); index !== undefined; index = left.pop()) {
        const line = (index % 256).toString(16).padStart(2, '0');
        const stranger = new Visitor(`2001:db8:1:2${line}::1`);
        const input = { email: `flood${index}@example.org`, password: 'wrong' };
        await stranger.call(server, 'signIn', input);
      }
    });
    const signInAs = async ({ email }: Resident, visitor: Visitor) =>
      await visitor.call(server, 'signIn', { email, password: PASSWORD });
    const right = await Promise.all([
      ...people.map((each, index) => signInAs(each, new Visitor(`${100 + index}.7.7.7`))),
      ...numbers(10).map(() => signInAs(own, own.visitor)),
    ]);
    await Promise.all(flood);
    const signedIn = right.filter(({ status }) => status === 200).length;
    tell(context, `${engine}: ${signedIn} of 100 right sign-ins during a flood of ${guesses}`);
    expect(signedIn).toBeGreaterThanOrEqual(99);
  });

  it('all clients have one address: a known browser signs in while another one guesses', async (context) => {
    const server = await doorOf(await newPlace(engine), { settings: { TRUST_PROXY: '' } });
    const { visitor, email } = await resident(server);
    const other = await resident(server);
    succeeded(await visitor.call(server, 'signOut'));
    const tookMs: number[] = [];
    for (const round of numbers(times(100))) {
      const guesses = numbers(GUESSES_A_MINUTE).map((index) =>
        new Visitor('').call(server, 'signIn', {
          email: round % 2 === 0 ? email : other.email,
          password: `wrong ${index}`,
        }),
      );
      const signedIn = visitor.call(server, 'signIn', { email, password: PASSWORD });
      tookMs.push(succeeded(await signedIn).tookMs);
      succeeded(await visitor.call(server, 'signOut'));
      await Promise.all(guesses);
    }
    const slowest = Math.round(Math.max(...tookMs));
    tell(context, `${engine}: ${tookMs.length} sign-ins, in ${slowest} ms at most`);
    expect(slowest).toBeLessThan(OWNER_WITHIN_MS);
  });
});
