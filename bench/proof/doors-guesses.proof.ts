import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newPlace } from '../../src/server/testing/databases.ts';
import { doorOf, numbers, PASSWORD, type Resident, resident, succeeds, Visitor } from './doors.ts';
import { tell, times } from './figures.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const GUESSES_A_MINUTE = 10;
const MOST_CHECKED = 100;
const OWNER_WITHIN_MS = 1000;

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (engine) => {
  it('ten wrong passwords a minute for a month: 100 are checked, and the owner signs in every day', async (context) => {
    const place = await newPlace(engine);
    const folder = await mkdtemp(join(tmpdir(), 'clock-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const clock = join(folder, 'now');
    const minutes = times(30 * DAY_MINUTES);
    // The month ends now, because `npm run let-in` has the machine's clock.
    const begin = Date.now() - minutes * MINUTE_MS;
    const setClock = (minute: number) => writeFileSync(clock, String(begin + minute * MINUTE_MS));
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
        ownersMs.push((await succeeds(signedIn)).tookMs);
        await succeeds(owner.call(first, 'signOut'));
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
    await expectLetIn(email);

    /** A new phone, and no mail: the right password is not checked, and the operator's link signs in. */
    async function expectLetIn(email: string): Promise<void> {
      setClock(minutes + 1);
      const phone = new Visitor('198.51.100.9');
      const refused = await phone.call(second, 'signIn', { email, password: PASSWORD });
      expect(refused.status).toBe(checked < MOST_CHECKED ? 200 : 429);
      const env = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl };
      const script = resolve('scripts', 'let-in.ts');
      const made = spawnSync(process.execPath, [script, email], { env, encoding: 'utf8' });
      const [, url = ''] = made.stdout.trimEnd().split('\n');
      const link = Object.fromEntries(new URLSearchParams(new URL(url).hash.slice(1)));
      await succeeds(phone.call(second, 'signInWithLink', link));
    }
  });

  it('2,560 sign-ins from one /56: others sign in meanwhile', async (context) => {
    const server = await doorOf(await newPlace(engine));
    const people: Resident[] = [];
    for (const _ of numbers(90)) people.push(await resident(server));
    const own = await resident(server);
    for (const { visitor } of [...people, own]) await succeeds(visitor.call(server, 'signOut'));
    const left = numbers(times(2560));
    const statuses = new Map<number, number>();
    const flood = numbers(130).map(async () => {
      for (let index = left.pop(); index !== undefined; index = left.pop()) {
        const line = (index % 256).toString(16).padStart(2, '0');
        const stranger = new Visitor(`2001:db8:1:2${line}::1`);
        const input = { email: `flood${index}@example.org`, password: 'wrong' };
        const { status } = await stranger.call(server, 'signIn', input);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    const inNewBrowser = async ({ email }: Resident, index: number) =>
      await new Visitor(`${100 + index}.7.7.7`).call(server, 'signIn', {
        email,
        password: PASSWORD,
      });
    const inKnownBrowser = async ({ visitor, email }: Resident) =>
      await visitor.call(server, 'signIn', { email, password: PASSWORD });
    const right = await Promise.all([
      ...people.map(inNewBrowser),
      ...numbers(10).map(() => inKnownBrowser(own)),
    ]);
    await Promise.all(flood);
    const signedIn = right.filter(({ status }) => status === 200).length;
    tell(
      context,
      `${engine}: ${signedIn} of 100 right sign-ins during a flood of ${[...statuses.values()].reduce((sum, count) => sum + count, 0)}`,
    );
    expect(signedIn).toBeGreaterThanOrEqual(99);
  });

  it('all clients have one address: a known browser signs in while another one guesses', async (context) => {
    const server = await doorOf(await newPlace(engine), { settings: { TRUST_PROXY: '' } });
    const { visitor, email } = await resident(server);
    const other = await resident(server);
    await succeeds(visitor.call(server, 'signOut'));
    const tookMs: number[] = [];
    for (const round of numbers(times(100))) {
      const guesses = numbers(GUESSES_A_MINUTE).map((index) =>
        new Visitor('').call(server, 'signIn', {
          email: round % 2 === 0 ? email : other.email,
          password: `wrong ${index}`,
        }),
      );
      const signedIn = visitor.call(server, 'signIn', { email, password: PASSWORD });
      tookMs.push((await succeeds(signedIn)).tookMs);
      await succeeds(visitor.call(server, 'signOut'));
      await Promise.all(guesses);
    }
    const slowest = Math.round(Math.max(...tookMs));
    tell(context, `${engine}: ${tookMs.length} of ${tookMs.length} in, in ${slowest} ms at most`);
    expect(slowest).toBeLessThan(OWNER_WITHIN_MS);
  });
});
