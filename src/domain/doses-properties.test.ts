import fc from 'fast-check';
import { expect, it } from 'vitest';
import { doseRow, offeredDose } from './dose-row.ts';
import { countedDoses, nearestPlanned, plannedStatuses, scheduleFigures } from './doses.ts';
import { dose, on20, planned } from './testing/doses.ts';

const QUARTER_MS = 900_000;
const RUNS = { numRuns: 500 };
const START = on20('00:00');

const aTime = fc.integer({ min: 0, max: 2 * 96 }).map((quarter) => START + quarter * QUARTER_MS);
const plan = (medicationId: string) =>
  fc
    .array(aTime, { maxLength: 12 })
    .map((times) =>
      times
        .sort((a, b) => a - b)
        .map((at) => ({ ...planned('00:00', medicationId)[0], at }) as (typeof PLANNED)[0]),
    );
const PLANNED = planned('00:00');

const aDose = fc
  .record({
    doseId: fc.uuid(),
    medicationId: fc.constantFrom('one', 'two'),
    takenAt: aTime,
    scheduledFor: fc.option(aTime),
    status: fc.constantFrom('taken', 'skipped'),
  })
  .map((fields) => dose(fields.doseId, '00:00', fields));
const doses = fc.uniqueArray(aDose, { maxLength: 15, selector: ({ doseId }) => doseId });

it('a dose belongs to a nearest planned dose, and to the later of two at the same distance', () => {
  fc.assert(
    fc.property(plan('one'), aTime, (planned, now) => {
      const nearestDose = nearestPlanned(planned, now);
      const distances = planned.map(({ at }) => Math.abs(at - now));
      if (!nearestDose) {
        expect(Math.min(...distances, Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(
          12 * 4 * QUARTER_MS,
        );
        return;
      }
      const least = Math.min(...distances);
      expect(Math.abs(nearestDose.at - now)).toBe(least);
      expect(nearestDose.at).toBe(Math.max(...planned.map(({ at }) => at).filter(isNearest)));
      function isNearest(at: number) {
        return Math.abs(at - now) === least;
      }
    }),
    RUNS,
  );
});

it('an offered dose is at most 4 hours ahead and less than 12 hours ago, and a press is for it', () => {
  fc.assert(
    fc.property(plan('one'), aTime, (planned, now) => {
      const offered = offeredDose(planned, now);
      const near = planned.filter(({ at }) => at - now <= 16 * QUARTER_MS);
      const isNear = near.some(({ at }) => now - at < 48 * QUARTER_MS);
      expect(offered !== undefined).toBe(isNear);
      if (!offered) return;
      expect(offered).toEqual(nearestPlanned(near, now));
      expect(nearestPlanned(planned, offered.at)?.at).toBe(offered.at);
    }),
    RUNS,
  );
});

it('a row whose dose was logged never offers that dose again, only a later one', () => {
  fc.assert(
    fc.property(plan('one'), aTime, aTime, (planned, one, other) => {
      const [press, later] = [Math.min(one, other), Math.max(one, other)];
      const row = doseRow(planned, [], false, press);
      if (row.kind !== 'offer') return;
      const scheduledFor = row.planned.at;
      const logged = dose('a', '00:00', { takenAt: press, scheduledFor });
      const after = doseRow(planned, [logged], false, later);
      if (after.kind === 'offer') expect(after.planned.at).toBeGreaterThan(scheduledFor);
      else expect(['logged', 'unplanned']).toContain(after.kind);
    }),
    RUNS,
  );
});

it('one dose counts for each planned time, and each dose without one, in any order', () => {
  fc.assert(
    fc.property(doses, (doses) => {
      const counted = countedDoses(doses);
      expect(countedDoses([...doses].reverse())).toEqual(counted);
      expect(countedDoses(counted)).toEqual(counted);
      const taken = doses.filter(({ status }) => status === 'taken');
      const times = taken.map(({ medicationId, scheduledFor, doseId }) =>
        scheduledFor === null ? doseId : `${medicationId} ${scheduledFor}`,
      );
      expect(counted).toHaveLength(new Set(times).size);
    }),
    RUNS,
  );
});

it('each planned dose is taken, skipped or not logged, whatever the order of the doses', () => {
  fc.assert(
    fc.property(plan('one'), plan('two'), doses, (one, two, doses) => {
      const period = { from: START, to: START + 2 * 96 * QUARTER_MS + 1, days: 2 };
      const all = [...one, ...two];
      const figures = scheduleFigures(all, doses, period);
      expect(scheduleFigures(all, [...doses].reverse(), period)).toEqual(figures);
      for (const { medicationId, ...of } of figures) {
        const own = all.filter((each) => each.medicationId === medicationId);
        expect(of.planned).toBe(own.length);
        expect(of.taken + of.skipped + of.notLogged).toBe(own.length);
      }
      const statuses = plannedStatuses(all, doses).map(({ status }) => status);
      expect(plannedStatuses(all, [...doses].reverse()).map(({ status }) => status)).toEqual(
        statuses,
      );
    }),
    RUNS,
  );
});

it('a planned dose counts as logged if and only if a dose has its time, when no planned time moved', () => {
  fc.assert(
    fc.property(plan('one'), doses, (planned, doses) => {
      const times = planned.map(({ at }) => at);
      const unmoved = doses.filter(
        ({ scheduledFor }) => scheduledFor === null || times.includes(scheduledFor),
      );
      for (const { planned: each, status } of plannedStatuses(planned, unmoved)) {
        const own = unmoved.filter(
          ({ medicationId, scheduledFor }) => medicationId === 'one' && scheduledFor === each.at,
        );
        const isTaken = own.some((dose) => dose.status === 'taken');
        expect(status).toBe(own.length === 0 ? 'notLogged' : isTaken ? 'taken' : 'skipped');
      }
    }),
    RUNS,
  );
});
