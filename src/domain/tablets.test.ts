import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoggedDose } from './after-dose-window.ts';
import type { RegimenVersion } from './regimen.ts';
import { dosesSince, stockText, type TabletCount, tabletsLeft } from './tablets.ts';
import { ZONES } from './testing/zones.ts';
import { addDays, type CalendarDate, dateOf } from './zone.ts';

const ZONE = 'America/New_York';
const HOUR_MS = 3_600_000;

function plan(change: Partial<RegimenVersion> = {}): RegimenVersion {
  return {
    medicationId: 'one',
    name: 'Levodopa',
    strength: 100,
    unit: 'mg',
    form: 'tablet',
    isLevodopa: true,
    times: [
      { time: '08:00', amount: 1 },
      { time: '20:00', amount: 0.5 },
    ],
    asNeeded: false,
    from: '2026-01-01',
    until: null,
    ...change,
  };
}

function dose(takenAt: number, change: Partial<LoggedDose> = {}): LoggedDose {
  const { medicationId, name, strength, unit, isLevodopa } = plan();
  const of = { medicationId, name, strength, unit, isLevodopa };
  return {
    ...of,
    doseId: `${takenAt}`,
    amount: 1,
    takenAt,
    scheduledFor: null,
    status: 'taken',
    timeZone: ZONE,
    ...change,
  };
}

const at = (text: string) => Date.parse(text);
const counted = (countedAt: string, amount: number): TabletCount => {
  return { countedAt: at(countedAt), amount, how: 'counted' };
};
/** Noon in New York. */
const NOW = at('2026-11-18T17:00:00Z');
const EIGHT = at('2026-11-18T13:00:00Z');

function left(given: Partial<Parameters<typeof tabletsLeft>[0]>) {
  return tabletsLeft({ counts: [], doses: [], versions: [plan()], now: NOW, zone: ZONE, ...given });
}

describe('the tablets left', () => {
  it('are the last count, with the boxes and without the doses after it', () => {
    const counts = [
      counted('2026-11-18T12:00:00Z', 10),
      counted('2026-10-18T12:00:00Z', 99),
      { countedAt: at('2026-11-18T14:00:00Z'), amount: 30, how: 'added' as const },
    ];
    const doses = [dose(at('2026-11-18T11:00:00Z')), dose(EIGHT, { scheduledFor: EIGHT })];
    expect(left({ counts, doses })).toMatchObject({ left: 39, assumed: 0 });
  });

  it('are unknown without a count, or if the tablets have another strength since', () => {
    expect(left({})).toBeUndefined();
    const versions = [plan(), plan({ from: '2026-11-10', strength: 50 })];
    expect(left({ versions, counts: [counted('2026-11-09T12:00:00Z', 10)] })).toBeUndefined();
    expect(left({ versions, counts: [counted('2026-11-10T12:00:00Z', 10)] })).toBeDefined();
  });

  it('count a planned dose without a log as taken from the next day on, and a skipped one never', () => {
    const counts = [counted('2026-11-17T05:00:00Z', 10)];
    expect(left({ counts })).toMatchObject({ left: 8.5, assumed: 2 });
    const scheduledFor = at('2026-11-17T13:00:00Z');
    const skipped = dose(scheduledFor, { scheduledFor, status: 'skipped' });
    expect(left({ counts, doses: [skipped] })).toMatchObject({ left: 9.5, assumed: 1 });
  });

  it('are never fewer than none', () => {
    const counts = [counted('2026-11-01T05:00:00Z', 1)];
    expect(left({ counts })).toMatchObject({ left: 0, isOverdrawn: true });
  });
});

it('are the same at home and after a journey, with all doses of the days before it logged', () => {
  const counts = [counted('2026-11-10T05:00:00Z', 40)];
  const doses = Array.from({ length: 8 }, (_, day) =>
    ['13:00', '01:00'].map((clock, index) => {
      const takenAt = at(`2026-11-${10 + day + index}T${clock}:00Z`);
      return dose(takenAt, { amount: index === 0 ? 1 : 0.5, scheduledFor: takenAt });
    }),
  ).flat();
  for (const zone of [ZONE, 'Europe/London', 'Asia/Kolkata', 'America/Los_Angeles']) {
    expect(left({ counts, doses, zone })).toMatchObject({ left: 28, assumed: 0 });
  }
});

it('needs the doses of two days before the count, which may be for planned times after it', () => {
  const counts = [counted('2026-11-17T12:50:00Z', 20)];
  const early = dose(at('2026-11-17T12:45:00Z'), { scheduledFor: at('2026-11-17T13:00:00Z') });
  expect(dosesSince(counts, NOW)).toBeLessThan(early.takenAt);
  expect(left({ counts, doses: [early] })).toMatchObject({ left: 19.5, assumed: 1 });
});

it('says what is left in sentences, and claims nothing that may be false', () => {
  const text = (given: Parameters<typeof left>[0]) => {
    const stock = left(given);
    return stock && stockText(stock, '2026-11-18', { hourCycle: 'h12', dateOrder: 'mdy' });
  };
  const counts = [counted('2026-11-18T05:00:00Z', 26.5)];
  expect(text({ counts })).toBe('About 26½ left. Lasts until about December 4, by the plan.');
  const needed = [plan({ asNeeded: true, until: '2026-11-20' })];
  expect(text({ counts, versions: needed })).toBe(
    'About 26½ left. Lasts until the plan changes on November 21. Doses as needed shorten this.',
  );
  expect(text({ counts: [counted('2026-11-01T05:00:00Z', 1)] })).toBe(
    'By the plan none should be left. Please count again.',
  );
});

describe('the last day', () => {
  it('is the last one with enough for all its planned doses', () => {
    const counts = (amount: number) => [counted('2026-11-18T05:00:00Z', amount)];
    expect(left({ counts: counts(1.5) })?.lastDay).toBe('2026-11-18');
    expect(left({ counts: counts(1.25) })?.lastDay).toBe('2026-11-17');
    expect(left({ counts: counts(15) })?.lastDay).toBe('2026-11-27');
    expect(left({ counts: counts(16.25) })?.lastDay).toBe('2026-11-27');
  });

  it('is null where the plan ends first, or nothing is planned', () => {
    const counts = [counted('2026-11-18T05:00:00Z', 10)];
    const ends = left({ counts, versions: [plan({ until: '2026-11-20' })] });
    expect(ends).toMatchObject({ lastDay: null, planEnds: '2026-11-21' });
    const asNeeded = left({ counts, versions: [plan({ times: [], asNeeded: true })] });
    expect(asNeeded).toMatchObject({ lastDay: null, planEnds: null, isAsNeeded: true });
  });
});

/** Days around both clock changes of 2026 in New York and in Europe. */
const aDay = fc
  .record({
    start: fc.constantFrom('2026-03-05', '2026-03-26', '2026-10-22', '2026-10-30'),
    days: fc.nat(8),
  })
  .map(({ start, days }) => addDays(start, days));
const aTime = fc.nat({ max: 47 }).map((half) => {
  return `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`;
});
const anAmount = fc.constantFrom(0.25, 0.5, 1, 1.5, 2);
const someTimes = fc.uniqueArray(fc.record({ time: aTime, amount: anAmount }), {
  selector: ({ time }) => time,
  minLength: 1,
  maxLength: 4,
});

/** The instant of a clock time, by Temporal. */
function instantOf(day: CalendarDate, time: string, zone: string): number {
  return Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).epochMilliseconds;
}

it('equals a simulation that goes through each day and subtracts dose by dose', () => {
  fc.assert(
    fc.property(
      fc.record({
        zone: fc.constantFrom(...ZONES),
        /** Where the person is from some day on. */
        journey: fc.record({
          zone: fc.constantFrom(...ZONES),
          after: fc.integer({ min: 1, max: 9 }),
        }),
        asNeeded: fc.boolean(),
        start: aDay,
        plans: fc.array(someTimes, { minLength: 1, maxLength: 3 }),
        stock: fc.nat({ max: 120 }).map((quarters) => quarters / 4),
        box: fc.option(fc.record({ day: fc.nat(6), amount: fc.constantFrom(10, 30.5) })),
        extra: fc.array(fc.record({ hours: fc.nat(150), amount: anAmount }), { maxLength: 4 }),
        // What was logged for each planned dose, in order of time.
        logs: fc.array(fc.constantFrom('taken', 'skipped', 'none'), {
          minLength: 40,
          maxLength: 40,
        }),
        passed: fc.nat(6),
        hour: fc.nat(23),
      }),
      ({ zone: home, journey, asNeeded, start, plans, stock, box, extra, logs, passed, hour }) => {
        const versions = plans.map((times, index) =>
          plan({ times, asNeeded, from: addDays(start, 4 * index) }),
        );
        const moved = addDays(start, journey.after);
        const zoneOn = (day: CalendarDate) => (day < moved ? home : journey.zone);
        const since = instantOf(start, '00:00', home);
        const reached = addDays(start, passed);
        const zone = zoneOn(reached);
        const now = instantOf(reached, '00:00', zone) + hour * HOUR_MS + 1;
        const today = dateOf(now, zone);
        fc.pre(now > since && zoneOn(today) === zone);
        const timesOn = (day: CalendarDate) =>
          plans[Math.min(plans.length - 1, Math.floor(daysFrom(start, day) / 4))] ?? [];
        const all = { start, zoneOn, timesOn };
        const arrival = instantOf(moved, '00:00', journey.zone);
        const doses: LoggedDose[] = extra
          .map(({ hours, amount }, index) =>
            dose(since + hours * HOUR_MS, {
              doseId: `x${index}`,
              amount,
              timeZone: since + hours * HOUR_MS < arrival ? home : journey.zone,
            }),
          )
          .filter(({ takenAt }) => takenAt <= now);
        const status = new Map<string, string>();
        const planned = plannedOf(all, addDays(today, 1));
        // Where the clocks skip an hour, two planned times may be one instant, whose doses count once.
        fc.pre(new Set(planned.map((each) => each.at)).size === planned.length);
        // A journey to the east may begin a day before the doses of the last one are due. That day has no log then.
        fc.pre(planned.every(({ day, at: due }) => day >= today || due <= now));
        let index = 0;
        for (const { day, at: due, time, amount } of planned) {
          // Something is logged on each day: else nothing says where the person was.
          const isFirst =
            time ===
            timesOn(day)
              .map((each) => each.time)
              .sort()[0];
          const drawn = logs[index % logs.length] ?? 'none';
          const log = due > now ? 'none' : isFirst && drawn === 'none' ? 'skipped' : drawn;
          index += 1;
          status.set(`${day} ${time}`, log);
          if (log === 'none') continue;
          doses.push(
            dose(due, {
              ...{ doseId: `p${index}`, amount, scheduledFor: due, status: log },
              timeZone: zoneOn(day),
            }),
          );
        }
        const added = box && {
          countedAt: since + box.day * 24 * HOUR_MS,
          amount: box.amount,
          how: 'added' as const,
        };
        const counts = [
          { countedAt: since, amount: stock, how: 'counted' as const },
          ...(added ? [added] : []),
        ];
        const found = tabletsLeft({ counts, doses, versions, now, zone });

        let rest = stock + (added && added.countedAt <= now ? added.amount : 0);
        for (const each of doses) if (each.status === 'taken') rest -= each.amount;
        for (let day = start; day < today; day = addDays(day, 1)) {
          for (const { time, amount } of timesOn(day)) {
            if (status.get(`${day} ${time}`) === 'none') rest -= amount;
          }
        }
        expect(found?.left).toBe(Math.max(0, rest));
        let day = today;
        for (;;) {
          for (const { time, amount } of timesOn(day)) {
            if ((status.get(`${day} ${time}`) ?? 'none') === 'none') rest -= amount;
          }
          if (rest < 0) break;
          day = addDays(day, 1);
        }
        expect(found?.lastDay).toBe(addDays(day, -1));
      },
    ),
    { numRuns: 800 },
  );
});

function daysFrom(start: CalendarDate, day: CalendarDate): number {
  return Math.round((Date.parse(day) - Date.parse(start)) / 86_400_000);
}

interface Calendar {
  readonly start: CalendarDate;
  readonly zoneOn: (day: CalendarDate) => string;
  readonly timesOn: (day: CalendarDate) => readonly { time: string; amount: number }[];
}

/** The planned doses of the days from the start to a day, in order of the clock. */
function plannedOf({ start, zoneOn, timesOn }: Calendar, last: CalendarDate) {
  const days: CalendarDate[] = [];
  for (let day = start; day <= last; day = addDays(day, 1)) days.push(day);
  return days.flatMap((day) =>
    [...timesOn(day)]
      .sort((one, other) => (one.time < other.time ? -1 : 1))
      .map(({ time, amount }) => ({ day, time, amount, at: instantOf(day, time, zoneOn(day)) })),
  );
}
