import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  amountText,
  isAmount,
  parseAmount,
  plannedBetween,
  plannedDoses,
  type RegimenVersion,
  versionOn,
} from './regimen.ts';
import { ZONES } from './testing/zones.ts';
import { addDays } from './zone.ts';

const RUNS = { numRuns: 300 };
const aDay = fc.integer({ min: 0, max: 900 }).map((days) => addDays('2024-01-01', days));
const aTime = fc.integer({ min: 0, max: 95 }).map((quarter) => {
  const hour = String(Math.floor(quarter / 4)).padStart(2, '0');
  return `${hour}:${String((quarter % 4) * 15).padStart(2, '0')}`;
});

/** Versions of two medications, each from its own date. */
const versions: fc.Arbitrary<RegimenVersion[]> = fc.uniqueArray(
  fc.record({
    medicationId: fc.constantFrom('one', 'two'),
    name: fc.constant('Levodopa'),
    strength: fc.constant(100),
    unit: fc.constant('mg'),
    form: fc.constant('tablet'),
    isLevodopa: fc.constant(true),
    times: fc
      .uniqueArray(aTime, { maxLength: 12 })
      .map((times) => times.map((time) => ({ time, amount: 1 }))),
    asNeeded: fc.boolean(),
    from: aDay,
    until: fc.option(aDay),
  }),
  { selector: ({ medicationId, from }) => `${medicationId} ${from}`, maxLength: 6 },
);

it('each planned time of the version in force counts once, at the instant that Temporal gives', () => {
  fc.assert(
    fc.property(versions, aDay, fc.constantFrom(...ZONES), (versions, day, zone) => {
      const expected = ['one', 'two'].flatMap((medicationId) => {
        const inForce = inForceOn(versions, medicationId, day);
        return (inForce?.times ?? []).map(({ time }) => [
          medicationId,
          Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).epochMilliseconds,
        ]);
      });
      const doses = plannedDoses(versions, day, zone).map((dose) => [dose.medicationId, dose.at]);
      expect(new Set(doses.map(String))).toEqual(new Set(expected.map(String)));
      expect(doses).toHaveLength(expected.length);
      expect(doses.map(([, at]) => at)).toEqual(doses.map(([, at]) => Number(at)).sort(ascending));
    }),
    RUNS,
  );
});

it('the order of the versions changes nothing', () => {
  fc.assert(
    fc.property(versions, aDay, fc.constantFrom(...ZONES), (versions, day, zone) => {
      const reversed = [...versions].reverse();
      expect(plannedDoses(reversed, day, zone)).toEqual(plannedDoses(versions, day, zone));
      for (const id of ['one', 'two']) {
        const ofOne = versions.filter(({ medicationId }) => medicationId === id);
        expect(versionOn([...ofOne].reverse(), day)).toBe(versionOn(ofOne, day));
      }
    }),
    RUNS,
  );
});

it('a span has the doses of its days, and two spans have those of their union', () => {
  fc.assert(
    fc.property(
      versions,
      aDay,
      fc.constantFrom(...ZONES),
      fc.integer({ min: 0, max: 4 * 24 }),
      fc.integer({ min: 0, max: 4 * 24 }),
      (versions, day, zone, one, other) => {
        const hour = 3_600_000;
        const start = Date.parse(`${day}T00:00:00Z`);
        const [middle, end] = [start + Math.min(one, other) * hour, start + (one + other) * hour];
        const days = Array.from({ length: 16 }, (_, index) => addDays(day, index - 3));
        const all = days.flatMap((each) => plannedDoses(versions, each, zone));
        const within = plannedBetween(versions, start, end, zone);
        const expected = all.filter(({ at }) => start <= at && at < end);
        expect(within.map(({ at }) => at)).toEqual(expected.map(({ at }) => at).sort(ascending));
        expect([
          ...plannedBetween(versions, start, middle, zone),
          ...plannedBetween(versions, middle, end, () => zone),
        ]).toEqual(within);
      },
    ),
    { numRuns: 100 },
  );
});

it('every amount that can be stored is read as it is written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (hundredths) => {
      const amount = Number((hundredths / 100).toFixed(2));
      expect(isAmount(amount)).toBe(true);
      expect(parseAmount(amountText(amount))).toBe(amount);
      expect(parseAmount(String(amount).replace('.', ','))).toBe(amount);
    }),
    RUNS,
  );
});

it('no text gives an amount that cannot be stored', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'0123456789.,/½¼¾ -'), maxLength: 7 });
  fc.assert(
    fc.property(typed, (text) => {
      const amount = parseAmount(text);
      expect(amount === undefined || isAmount(amount)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

/** Walks back day by day to the version that began last. */
function inForceOn(versions: readonly RegimenVersion[], medicationId: string, day: string) {
  for (let date = day; date >= '2023-12-01'; date = addDays(date, -1)) {
    const begun = versions.find((each) => each.medicationId === medicationId && each.from === date);
    if (begun) return begun.until === null || begun.until >= day ? begun : undefined;
  }
  return undefined;
}

function ascending(a: number, b: number): number {
  return a - b;
}
