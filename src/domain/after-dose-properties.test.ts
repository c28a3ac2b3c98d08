import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type AfterDose,
  afterDose,
  type DoseBin,
  HOURS_AFTER_DOSE,
  type LevodopaDose,
  type PlannedLevodopaDose,
  type TimedRating,
} from './after-dose.ts';
import { ZONES } from './testing/zones.ts';

const RUNS = { numRuns: 500 };

/** Midnights in UTC, each on the day before the clocks of New York or Berlin change, and one far from any change. */
const aStart = fc
  .constantFrom('2026-03-07', '2026-03-28', '2026-10-24', '2026-10-31', '2026-06-10')
  .map((day) => Date.parse(`${day}T00:00Z`));

/** Instants of three days: many of them whole hours apart or within one minute of each other. */
function instants(start: number): fc.Arbitrary<number> {
  const hours = fc.integer({ min: 0, max: 72 });
  const jitter = fc.constantFrom(0, 0, 0, -60_000, -1, 1, 59_999, 60_000, 1_800_000);
  return fc.tuple(hours, jitter).map(([hour, offset]) => start + hour * 3_600_000 + offset);
}

/** Each dose is logged in a random zone, as on a journey. */
const aCase = aStart.chain((start) => {
  const at = instants(start);
  const doses = fc.array(
    fc.tuple(at, fc.constantFrom(...ZONES)).map(([at, zone]) => ({ at, date: dayIn(at, zone) })),
    { maxLength: 12 },
  );
  const severity = fc.integer({ min: 1, max: 5 });
  return fc.record({
    ratings: fc.array(fc.record({ at, severity }), { maxLength: 40 }),
    doses,
    // Most planned doses are logged, because otherwise most ratings would be in the group `notLogged`.
    planned: fc.array(fc.record({ at, isLogged: fc.constantFrom(true, true, true, true, false) }), {
      maxLength: 8,
    }),
  });
});

it('every rating is in exactly one bin or group', () => {
  fc.assert(
    fc.property(aCase, ({ ratings, doses, planned }) => {
      expect(total(afterDose(ratings, doses, planned))).toBe(ratings.length);
      for (const rating of ratings) {
        expect(total(afterDose([rating], doses, planned))).toBe(1);
      }
    }),
    RUNS,
  );
});

it('each bin is the sum of the first doses of days and of the later ones', () => {
  fc.assert(
    fc.property(aCase, ({ ratings, doses, planned }) => {
      const { bins, firstOfDay, laterOfDay } = afterDose(ratings, doses, planned);
      for (const bin of HOURS_AFTER_DOSE) {
        expect(firstOfDay[bin].n + laterOfDay[bin].n).toBe(bins[bin].n);
      }
    }),
    RUNS,
  );
});

it('a bin with five ratings or more has figures from 1 to 5, in ascending order', () => {
  fc.assert(
    fc.property(aCase, ({ ratings, doses, planned }) => {
      const { bins, firstOfDay, laterOfDay } = afterDose(ratings, doses, planned);
      for (const { n, lower, median, upper } of [bins, firstOfDay, laterOfDay].flatMap(allOf)) {
        if (n < 5) expect([lower, median, upper]).toEqual([undefined, undefined, undefined]);
        else {
          const figures = [1, Number(lower), Number(median), Number(upper), 5];
          expect(figures).toEqual([...figures].sort((a, b) => a - b));
        }
      }
    }),
    RUNS,
  );
});

it('the order of ratings, doses and planned doses changes nothing', () => {
  const shuffled = aCase.chain((one) =>
    fc.record({
      one: fc.constant(one),
      ratings: fc.shuffledSubarray(one.ratings, { minLength: one.ratings.length }),
      doses: fc.shuffledSubarray(one.doses, { minLength: one.doses.length }),
      planned: fc.shuffledSubarray(one.planned, { minLength: one.planned.length }),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ one, ratings, doses, planned }) => {
      expect(afterDose(ratings, doses, planned)).toEqual(
        afterDose(one.ratings, one.doses, one.planned),
      );
    }),
    RUNS,
  );
});

it('a dose or a planned dose after all ratings changes nothing', () => {
  fc.assert(
    fc.property(
      aCase,
      fc.integer({ min: 1, max: 10_000 }),
      fc.constantFrom(...ZONES),
      ({ ratings, doses, planned }, minutes, zone) => {
        const last = Math.max(0, ...ratings.map(({ at }) => at));
        const at = last + minutes * 60_000;
        expect(
          afterDose(
            ratings,
            [...doses, { at, date: dayIn(at, zone) }],
            [...planned, { at, isLogged: false }],
          ),
        ).toEqual(afterDose(ratings, doses, planned));
      },
    ),
    RUNS,
  );
});

it('the zones of doses decide only which dose is the first of its day', () => {
  fc.assert(
    fc.property(aCase, fc.constantFrom(...ZONES), ({ ratings, doses, planned }, zone) => {
      const elsewhere = doses.map(({ at }) => ({ at, date: dayIn(at, zone) }));
      const { bins, withoutDose, notLogged } = afterDose(ratings, doses, planned);
      expect(afterDose(ratings, elsewhere, planned)).toMatchObject({
        bins,
        withoutDose,
        notLogged,
      });
    }),
    RUNS,
  );
});

it('the same dose twice counts as one', () => {
  fc.assert(
    fc.property(aCase, ({ ratings, doses, planned }) => {
      expect(afterDose(ratings, [...doses, ...doses], [...planned, ...planned])).toEqual(
        afterDose(ratings, doses, planned),
      );
    }),
    RUNS,
  );
});

it('equals a second implementation that compares every rating with every dose', () => {
  fc.assert(
    fc.property(aCase, ({ ratings, doses, planned }) => {
      expect(afterDose(ratings, doses, planned)).toEqual(naively(ratings, doses, planned));
    }),
    { numRuns: 2000 },
  );
});

/**
 * A reference implementation that shares no code with the tested one. It compares minutes as texts, measures durations
 * with `Temporal`, and does not sort.
 */
function naively(
  ratings: readonly TimedRating[],
  doses: readonly LevodopaDose[],
  planned: readonly PlannedLevodopaDose[],
): AfterDose {
  const placed = ratings.map(({ at, severity }) => {
    const isUnknown = planned.some((dose) => !dose.isLogged && isWithin8(minutesFrom(dose.at, at)));
    const before = doses.filter((dose) => isWithin8(minutesFrom(dose.at, at)));
    const elapsed = Math.min(...before.map((dose) => minutesFrom(dose.at, at)));
    const isFirst = before
      .filter((dose) => minutesFrom(dose.at, at) === elapsed)
      .some((dose) =>
        doses.every((other) => other.date !== dose.date || minutesFrom(dose.at, other.at) >= 0),
      );
    if (isUnknown) return { place: 'notLogged', severity, isFirst };
    if (before.length === 0) return { place: 'withoutDose', severity, isFirst };
    if (elapsed < 60) return { place: '0-1', severity, isFirst };
    if (elapsed < 120) return { place: '1-2', severity, isFirst };
    if (elapsed < 180) return { place: '2-3', severity, isFirst };
    if (elapsed < 240) return { place: '3-4', severity, isFirst };
    return { place: 'over 4', severity, isFirst };
  });
  const at = (place: string) => placed.filter((each) => each.place === place);
  const bins = (holds: (isFirst: boolean) => boolean) =>
    Object.fromEntries(
      HOURS_AFTER_DOSE.map((bin) => {
        const own = at(bin).filter(({ isFirst }) => holds(isFirst));
        return [bin, naiveFigures(own.map(({ severity }) => severity))];
      }),
    ) as AfterDose['bins'];
  return {
    bins: bins(() => true),
    firstOfDay: bins((isFirst) => isFirst),
    laterOfDay: bins((isFirst) => !isFirst),
    withoutDose: at('withoutDose').length,
    notLogged: at('notLogged').length,
  };
}

function isWithin8(minutes: number): boolean {
  return minutes >= 0 && minutes <= 480;
}

function minutesFrom(dose: number, rating: number): number {
  const [from, to] = [dose, rating].map((at) =>
    Temporal.Instant.from(`${new Date(at).toISOString().slice(0, 16)}:00Z`),
  ) as [Temporal.Instant, Temporal.Instant];
  return from.until(to).total('minutes');
}

/** Quartiles of severities 1 to 5. Positions are counted in quarters of a rank, so that they are whole numbers. */
function naiveFigures(severities: readonly number[]): DoseBin {
  const n = severities.length;
  if (n < 5) return { n, lower: undefined, median: undefined, upper: undefined };
  const sorted = [1, 2, 3, 4, 5].flatMap((each) => severities.filter((one) => one === each));
  const at = (quarters: number) => {
    const steps = (n - 1) * quarters;
    const [index, rest] = [Math.floor(steps / 4), steps % 4];
    const [below = 0, above = below] = sorted.slice(index);
    return (below * (4 - rest) + above * rest) / 4;
  };
  return { n, lower: at(1), median: at(2), upper: at(3) };
}

function dayIn(at: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();
}

function allOf(bins: AfterDose['bins']): DoseBin[] {
  return HOURS_AFTER_DOSE.map((bin) => bins[bin]);
}

function total({ bins, withoutDose, notLogged }: AfterDose): number {
  return allOf(bins).reduce((sum, { n }) => sum + n, withoutDose + notLogged);
}
