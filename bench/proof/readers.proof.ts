import { randomInt, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CallName } from '../../src/contract/calls.ts';
import { allCalls, endpoints } from '../../src/contract/endpoints.ts';
import {
  Browser,
  freshUser,
  type TestApp,
  type TestUser,
  testApp,
} from '../../src/server/testing/app.ts';
import { savedCheckIn } from '../../src/server/testing/check-ins.ts';
import { onEveryDatabase } from '../../src/server/testing/databases.ts';
import { EARLIER, savedDiary } from '../../src/server/testing/diary.ts';
import { savedForm } from '../../src/server/testing/entries.ts';
import { loggedDose, savedMedication } from '../../src/server/testing/medication.ts';
import { readPdf } from '../../src/server/testing/pdf-reader.ts';
import { everyRow } from '../../src/server/testing/rows.ts';
import { samples } from '../../src/server/testing/samples.ts';
import { madeShare, NOTHING_MORE, reading } from '../../src/server/testing/sharing.ts';
import { tell, times } from './figures.ts';

/** Requests of a reader, half of them on each database. */
const REQUESTS = 10_000;
/** How far the clock advances before each request (ms), so that rate limits per minute reject few requests. */
const STEP_MS = 2000;
/** Tables that anyone without a session may add to. */
const OF_ANYONE = ['attempts', 'codes', 'jobs'];

/** A person whose texts all contain `word`, except the name of the symptom, which the link may show. */
async function planted(test: TestApp, word: string): Promise<TestUser> {
  const user = await freshUser(test, ['Tremor']);
  const symptom1 = { name: 'Tremor', severity: 4, notes: `Note ${word}` };
  await savedForm(user, { symptom1 });
  const { medicationId } = await savedMedication(user, { name: `Drug ${word}` });
  await loggedDose(user, { medicationId });
  await savedCheckIn(user, { notes: `Slept ${word}` });
  await savedDiary(user, { [EARLIER]: 'off' });
  return user;
}

function oneOf<Value>(values: readonly Value[]): Value {
  return values[randomInt(values.length)] as Value;
}

onEveryDatabase((place) => {
  const test = testApp(place);

  it('a reader reads nothing outside the link, and writes nothing', async (context) => {
    const word = `Planted${randomUUID().slice(0, 8)}`;
    const [owner, other] = [await planted(test, word), await planted(test, word)];
    const share = await madeShare(test, owner, { scope: NOTHING_MORE });
    const secrets = [
      await madeShare(test, owner, { passcode: 'Sunflower 7' }),
      await madeShare(test, other),
    ];
    const { cookies } = await reading(test, share);
    const [[name, token] = ['', '']] = [...cookies];
    const others = secrets.map(({ shareId }) => shareId);
    const before = await storedOf([owner, other]);

    /** A browser with the reader's cookie. Unless `isPlain`, the cookie sometimes has another name. */
    function reader(isPlain: boolean): Browser {
      const browser = new Browser(test);
      browser.address = `10.7.${randomInt(256)}.${randomInt(256)}`;
      const otherName = oneOf(['session', '__Host-session', `reader-${oneOf(others)}`]);
      browser.cookies.set(isPlain || randomInt(3) > 0 ? name : otherName, token);
      return browser;
    }

    /**
     * An input of a call about one of the two people, with a wrong password. Unless `isPlain`, a field may be missing
     * or added, and the link may be another one.
     */
    function inputOf(call: CallName, isPlain: boolean): Record<string, unknown> {
      const of = { ...oneOf([owner, other]), password: 'not the password' };
      const known = {
        shareId: isPlain ? share.shareId : oneOf([share.shareId, ...others, randomUUID()]),
        secret: 'A'.repeat(43),
      };
      const input = oneOf(samples.filter((sample) => sample.call === call)).input({
        ...of,
        share: known,
      });
      if (isPlain) return input;
      const keys = Object.keys(input);
      if (randomInt(4) === 0 && keys.length > 0) delete input[oneOf(keys)];
      return randomInt(4) === 0 ? { ...input, userId: oneOf([owner, other]).userId } : input;
    }

    const statuses = new Map<string, number>();
    const each = Math.max(times(REQUESTS / 2), allCalls.length);
    for (let request = 0; request < each; request += 1) {
      test.now += STEP_MS;
      const call = allCalls[request % allCalls.length] as CallName;
      // The first round uses plain inputs for each call, so that a reader's call is allowed even in a short run.
      const isPlain = request < allCalls.length;
      const [browser, input] = [reader(isPlain), inputOf(call, isPlain)];
      const answer = await browser.call(call, input);
      const { session } = endpoints[call];
      const what = `${call} ${JSON.stringify(input)}`;
      if (session === 'own') expect(answer.statusCode, what).toBe(401);
      const isOwn = input.shareId === share.shareId && browser.cookies.has(name);
      if (session === 'reader' && !isOwn) expect(answer.statusCode, what).toBeGreaterThan(399);
      const isFile = answer.headers['content-type'] === 'application/pdf';
      const text = isFile ? (await readPdf(answer.rawPayload)).pages.join(' ') : answer.body;
      expect(text, what).not.toContain(word);
      const kind = `${session} ${answer.statusCode}`;
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
    }
    expect(statuses.get('reader 200')).toBeGreaterThan(0);
    expect(await storedOf([owner, other])).toEqual(before);
    tell(
      context,
      `${each} requests of a reader on all ${allCalls.length} calls: nothing else was read or written`,
    );
  });

  async function storedOf(users: readonly TestUser[]): Promise<string[]> {
    const tables = Object.entries(await everyRow(test.context.db));
    const rows = tables.filter(([table]) => !OF_ANYONE.includes(table)).flatMap(([, of]) => of);
    return rows
      .map((row) => JSON.stringify(row))
      .filter((text) => users.some(({ userId }) => text.includes(userId)))
      .sort();
  }
});
