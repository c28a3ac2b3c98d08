import { afterEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../limits.ts';
import { freshUser, type TestApp, testApp } from '../testing/app.ts';
import { BROWSER_ERROR } from '../testing/browser-errors.ts';
import { everythingStored, onEveryDatabase, onSqlite } from '../testing/databases.ts';
import { browserElsewhere } from '../testing/places.ts';
import { expectRefusal } from '../testing/refusals.ts';

const HOUR_MS = 3_600_000;
const TOO_MANY = 'Too many attempts. Please try again later.';

function warningsIn({ logged }: TestApp) {
  return logged.filter(({ level }) => level === 40);
}

/** The fields of a log line, without those that pino adds itself. */
function fieldsOf(line: object = {}): object {
  const own = ['level', 'time', 'pid', 'hostname'];
  return Object.fromEntries(Object.entries(line).filter(([name]) => !own.includes(name)));
}

onSqlite((place) => {
  const test = testApp(place);

  it('logs one line with the fields of the report alone, also for a person who is signed in', async () => {
    const { browser, userId } = await freshUser(test);
    const before = warningsIn(test).length;
    const more = { ...BROWSER_ERROR, userId, notes: 'Planted4711', url: '/dashboard?Planted4711' };
    const response = await browser.call('reportError', more);
    expect([response.statusCode, response.json()]).toEqual([200, {}]);
    const lines = warningsIn(test).slice(before);
    expect(lines.map(fieldsOf)).toEqual([{ ...BROWSER_ERROR, msg: 'A browser reported an error' }]);
  });

  it.each([
    ['type', 'PlantedError'],
    ['type', 'TypeError Planted'],
    ['message', "Cannot read properties of undefined (reading 'Planted')"],
    ['message', 'Minified React error #418; visit Planted'],
    ['message', 'Cannot read properties of undefined\nPlanted'],
    ['places.0', 'https://tracker.example.org/assets/base-C-OXdPFc.js:1:1'],
    ['places.0', 'base-C-OXdPFc.js?Planted:1:1'],
    ['places.0', 'base-C-OXdPFc.js:1:1\nPlanted'],
    ['places.0', `${'b'.repeat(41)}-C-OXdPFc.js:1:1`],
    ['places.0', 'base-C-OXdPFc.js:12345678:1'],
    ['browser', 'Planted 142 on Android'],
    ['browser', 'Chrome 142 on Android Planted'],
    ['browser', 'Chrome 12345 on Android'],
  ])('rejects the %s %j and logs nothing of it', async (path, value) => {
    const input =
      path === 'places.0'
        ? { ...BROWSER_ERROR, places: [value] }
        : { ...BROWSER_ERROR, [path]: value };
    const before = warningsIn(test).length;
    const response = await browserElsewhere(test).call('reportError', input);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatch(new RegExp(`^${path} must be `));
    expect(warningsIn(test)).toHaveLength(before);
    expect(JSON.stringify(test.logged)).not.toContain('Planted');
  });

  it.each([[[]], [Array.from({ length: 4 }, () => 'base-C-OXdPFc.js:1:1')]])(
    'rejects the places %j',
    async (places) => {
      const response = await browserElsewhere(test).call('reportError', {
        ...BROWSER_ERROR,
        places,
      });
      expectRefusal(response, 400, 'places must be a list of 1 to 3 places');
    },
  );
});

onEveryDatabase((place) => {
  const test = testApp(place);

  it('takes 30 reports an hour from an address, and stores one row for each of its networks', async () => {
    const browser = browserElsewhere(test);
    const report = async () => await browser.call('reportError', BROWSER_ERROR);
    for (let count = 0; count < 30; count += 1) expect((await report()).statusCode).toBe(200);
    const stored = await everythingStored(test.context.db);
    expectRefusal(await report(), 429, TOO_MANY);
    expect(await everythingStored(test.context.db)).toEqual(stored);
    expect((await test.context.db.selectFrom('attempts').selectAll().execute()).length).toBe(3);
    expect((await browserElsewhere(test).call('reportError', BROWSER_ERROR)).statusCode).toBe(200);
    test.now += HOUR_MS;
    expect((await report()).statusCode).toBe(200);
  });
});

onSqlite((place) => {
  const test = testApp(place);

  describe('a flood from many addresses', () => {
    afterEach(() => void vi.useRealTimers());

    it('logs 20 lines a minute, and then the number of the others', async () => {
      const { max, windowMs } = LIMITS.loggedErrors;
      expect([max, windowMs]).toEqual([20, 60_000]);
      const flood = async (reports: number) => {
        for (let count = 0; count < reports; count += 1) {
          const response = await browserElsewhere(test).call('reportError', BROWSER_ERROR);
          expect(response.statusCode).toBe(200);
        }
      };
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      await flood(20 + 7);
      expect(warningsIn(test)).toHaveLength(20);
      vi.advanceTimersByTime(60_000);
      expect(warningsIn(test)).toHaveLength(21);
      expect(fieldsOf(warningsIn(test)[20])).toEqual({
        count: 7,
        msg: 'Browsers reported more errors',
      });
      await flood(20);
      vi.advanceTimersByTime(60_000);
      expect(warningsIn(test)).toHaveLength(41);
    });
  });
});
