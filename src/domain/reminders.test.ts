import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RegimenVersion } from './regimen.ts';
import { checkInDayOf, isEntered } from './reminder-entries.ts';
import {
  DEFAULT_REMINDERS,
  type DueReminder,
  LOOK_AHEAD_MS,
  nextReminder,
  REPEAT_AFTER_MS,
  type ReminderKind,
  type ReminderPlan,
  type ReminderSettings,
  remindersBetween,
} from './reminders.ts';
import { LEVODOPA } from './testing/doses.ts';
import { addDays, DAY_MS } from './zone.ts';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
const BERLIN = 'Europe/Berlin';

/** Settings in which only these kinds are on, at these times; the weekly report on Mondays. */
function settingsOf(
  on: Partial<Record<ReminderKind, readonly string[]>>,
  other: Partial<ReminderSettings> = {},
): ReminderSettings {
  const reminders = DEFAULT_REMINDERS.reminders.map((each) => {
    const times = on[each.kind];
    return times ? { ...each, on: true, times } : each;
  });
  return { ...DEFAULT_REMINDERS, reminders, ...other };
}

const VERSION: RegimenVersion = {
  ...LEVODOPA,
  medicationId: 'm',
  times: [
    { time: '08:00', amount: 1 },
    { time: '16:00', amount: 1 },
  ],
};

function planOf(...versions: RegimenVersion[]): ReminderPlan {
  return { versions, diaryDays: [] };
}

/** The instant of a wall-clock time, by Temporal. */
function instantOf(day: string, time: string, zone: string): number {
  const wall = Temporal.PlainDateTime.from(`${day}T${time}`);
  return wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
}

function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

const at = (text: string, zone = BERLIN) => {
  const [day = '', time = ''] = text.split(' ');
  return instantOf(day, time, zone);
};

/** The reminders of these days as 'day HH:MM kind'. */
function shown(
  settings: ReminderSettings,
  versions: readonly RegimenVersion[],
  first: string,
  last: string,
  zone = BERLIN,
): string[] {
  const span = {
    from: instantOf(first, '00:00', zone),
    to: instantOf(addDays(last, 1), '00:00', zone),
  };
  return remindersBetween(settings, planOf(...versions), span, zone).map((each) => {
    const clock = Temporal.Instant.fromEpochMilliseconds(each.at).toZonedDateTimeISO(zone);
    const repeat = each.isRepeat ? ' again' : '';
    return `${clock.toPlainDate()} ${clock.toPlainTime().toString().slice(0, 5)} ${each.kind}${repeat}`;
  });
}

const times = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })), {
    minLength: 1,
    maxLength: 6,
    selector: ([hour, minute]) => hour * 60 + minute,
  })
  .map((all) =>
    all.map((each) => each.map((part) => String(part).padStart(2, '0')).join(':')).sort(),
  );

describe('a year of reminders', () => {
  it.each(ZONES)('has each at its wall-clock time once, in %s', (zone) => {
    fc.assert(
      fc.property(times, (chosen) => {
        const days = daysFrom('2026-01-01', 365);
        const expected = new Set(
          days.flatMap((day) => chosen.map((time) => instantOf(day, time, zone))),
        );
        const span = {
          from: instantOf('2026-01-01', '00:00', zone),
          to: instantOf('2027-01-01', '00:00', zone),
        };
        const due = remindersBetween(settingsOf({ form: chosen }), planOf(), span, zone);
        expect(due.map((each) => each.at)).toEqual([...expected].sort((a, b) => a - b));
        for (const each of due) {
          expect(each.at).toBe(instantOf(each.day, each.time, zone));
          expect(each.until).toBeGreaterThan(each.at);
          expect(each.since).toBeLessThanOrEqual(each.at);
        }
      }),
      { numRuns: 15 },
    );
  });

  it.each(ZONES)('is the same in parts of any length, in %s', (zone) => {
    const settings = settingsOf(
      { form: ['02:15', '02:45', '20:00', '23:50'], weeklyReport: ['09:00'], dose: [] },
      { repeats: true, quiet: { from: '22:00', to: '02:30' } },
    );
    const from = instantOf('2026-03-01', '00:00', zone);
    const to = instantOf('2026-04-30', '00:00', zone);
    const whole = remindersBetween(settings, planOf(VERSION), { from, to }, zone);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: from, max: to }), { maxLength: 20 }), (cuts) => {
        const ends = [from, ...cuts.sort((a, b) => a - b), to];
        const parts = ends.slice(1).flatMap((end, index) => {
          const span = { from: ends[index] ?? 0, to: end };
          return remindersBetween(settings, planOf(VERSION), span, zone);
        });
        expect(parts).toEqual(whole);
      }),
      { numRuns: 10 },
    );
  });

  it('names the later of two times that share an instant at a clock change', () => {
    const span = { from: at('2026-03-29 00:00'), to: at('2026-03-30 00:00') };
    const due = remindersBetween(settingsOf({ form: ['02:15', '03:15'] }), planOf(), span, BERLIN);
    expect(due).toMatchObject([{ time: '03:15', at: at('2026-03-29 03:15') }]);
  });

  it('has only the first occurrence of a time that occurs twice', () => {
    const settings = settingsOf({ form: ['02:15'] });
    const due = remindersBetween(
      settings,
      planOf(),
      { from: at('2026-10-25 00:00'), to: at('2026-10-26 00:00') },
      BERLIN,
    );
    expect(due.map((each) => each.at)).toEqual([Date.parse('2026-10-25T00:15:00Z')]);
  });
});

describe('the next reminder', () => {
  it('is the first of those within eight days', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') }),
        fc.constantFrom(
          settingsOf({ weeklyReport: ['09:00'] }),
          settingsOf({ form: ['08:00', '13:00'] }, { repeats: true }),
          settingsOf({ dose: [], form: ['02:30'] }, { quiet: { from: '22:00', to: '07:00' } }),
          settingsOf({ checkIn: ['20:30'] }, { pausedUntil: '2026-06-30' }),
        ),
        (zone, from, settings) => {
          const span = { from, to: from + LOOK_AHEAD_MS };
          const [first] = remindersBetween(settings, planOf(VERSION), span, zone);
          expect(nextReminder(settings, planOf(VERSION), from, zone)).toEqual(first);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('may be now', () => {
    const now = at('2026-11-18 08:00');
    const settings = settingsOf({ form: ['08:00'] });
    expect(nextReminder(settings, planOf(), now, BERLIN)?.at).toBe(now);
    expect(nextReminder(settings, planOf(), now + 1, BERLIN)?.at).toBe(now + DAY_MS);
  });

  it('of the diary is due only on the days of the diary, every two hours', () => {
    const settings = {
      ...DEFAULT_REMINDERS,
      reminders: DEFAULT_REMINDERS.reminders.map((each) => ({
        ...each,
        on: each.kind === 'diary',
      })),
    };
    const plan = { versions: [], diaryDays: ['2026-11-18', '2026-11-20'] };
    const span = { from: at('2026-11-17 00:00'), to: at('2026-11-22 00:00') };
    const due = remindersBetween(settings, plan, span, BERLIN);
    expect(due.map(({ day }) => day)).toEqual([
      ...Array(8).fill('2026-11-18'),
      ...Array(8).fill('2026-11-20'),
    ]);
    expect(due.slice(0, 8).map(({ time }) => time)).toEqual([
      ...['08:00', '10:00', '12:00', '14:00', '16:00', '18:00', '20:00', '22:00'],
    ]);
    expect(nextReminder(settings, plan, at('2026-11-18 22:01'), BERLIN)?.at).toBe(
      at('2026-11-20 08:00'),
    );
  });

  it('does not exist while everything is off, or for years of pause', () => {
    const now = at('2026-11-18 08:00');
    expect(nextReminder(DEFAULT_REMINDERS, planOf(VERSION), now, BERLIN)).toBeUndefined();
    const paused = settingsOf({ form: ['08:00'] }, { pausedUntil: '9999-12-31' });
    expect(nextReminder(paused, planOf(), now, BERLIN)).toBeUndefined();
    const nowhere = DEFAULT_REMINDERS.reminders.map((each) => ({
      ...each,
      on: true,
      channels: [],
    }));
    const settings = { ...DEFAULT_REMINDERS, reminders: nowhere };
    expect(nextReminder(settings, planOf(VERSION), now, BERLIN)).toBeUndefined();
  });
});

describe('quiet hours', () => {
  const DAY = '2026-11-18';
  const hours = { form: ['06:59', '07:00', '12:00', '21:59', '22:00', '23:30'] };

  it('last over midnight; their end is not included', () => {
    const quiet = { from: '22:00', to: '07:00' };
    expect(shown(settingsOf(hours, { quiet }), [], DAY, DAY)).toEqual([
      `${DAY} 07:00 form`,
      `${DAY} 12:00 form`,
      `${DAY} 21:59 form`,
    ]);
  });

  it('may be in the middle of a day, or have no length', () => {
    expect(
      shown(settingsOf(hours, { quiet: { from: '07:00', to: '22:00' } }), [], DAY, DAY),
    ).toEqual([`${DAY} 06:59 form`, `${DAY} 22:00 form`, `${DAY} 23:30 form`]);
    expect(
      shown(settingsOf(hours, { quiet: { from: '07:00', to: '07:00' } }), [], DAY, DAY),
    ).toHaveLength(6);
  });

  it('end reminders that were due before them, so that none arrives late in quiet hours', () => {
    const quiet = { from: '22:00', to: '07:00' };
    const settings = settingsOf({ form: ['20:30', '08:00'], weeklyReport: ['20:30'] }, { quiet });
    const span = { from: at('2026-11-16 08:00'), to: at('2026-11-17 08:00') };
    const due = remindersBetween(settings, planOf(), span, BERLIN);
    expect(due.map(({ kind, until }) => [kind, until])).toEqual([
      ['form', at('2026-11-16 11:00')],
      ['form', at('2026-11-16 22:00')],
      ['weeklyReport', at('2026-11-17 20:30')],
    ]);
  });

  it('apply to a repeat by its own time, and not to the weekly report', () => {
    const quiet = { from: '22:00', to: '07:00' };
    const settings = settingsOf(
      { form: ['21:50'], weeklyReport: ['06:00'] },
      { quiet, repeats: true },
    );
    expect(shown(settings, [], '2026-11-16', '2026-11-17')).toEqual([
      '2026-11-16 06:00 weeklyReport',
      '2026-11-16 21:50 form',
      '2026-11-17 21:50 form',
    ]);
  });
});

it('a pause lasts until the end of its last day', () => {
  const settings = settingsOf({ form: ['00:00', '23:59'] }, { pausedUntil: '2026-11-18' });
  expect(shown(settings, [], '2026-11-17', '2026-11-19')).toEqual([
    '2026-11-19 00:00 form',
    '2026-11-19 23:59 form',
  ]);
});

describe('a repeat', () => {
  it('is due once, after a quarter of an hour, and ends with the first', () => {
    const settings = settingsOf({ form: ['23:50'] }, { repeats: true });
    const now = at('2026-11-18 23:50');
    const span = { from: now, to: now + DAY_MS };
    const [first, second, ...more] = remindersBetween(settings, planOf(), span, BERLIN);
    expect(second).toEqual({ ...first, at: now + REPEAT_AFTER_MS, isRepeat: true });
    expect(more).toEqual([]);
  });

  it('is not due after the next reminder of its kind, nor for the weekly report', () => {
    const settings = settingsOf(
      { form: ['23:50', '00:05'], checkIn: ['23:50'], weeklyReport: ['09:00'] },
      { repeats: true },
    );
    expect(shown(settings, [], '2026-11-16', '2026-11-16')).toEqual([
      '2026-11-16 00:05 checkIn again',
      '2026-11-16 00:05 form',
      '2026-11-16 00:20 form again',
      '2026-11-16 09:00 weeklyReport',
      '2026-11-16 23:50 checkIn',
      '2026-11-16 23:50 form',
    ]);
  });
});

describe('a reminder of doses', () => {
  it('follows the versions of the regimen', () => {
    const other = { ...VERSION, medicationId: 'n', times: [{ time: '08:00', amount: 2 }] };
    const later = { ...VERSION, from: '2026-11-19', times: [{ time: '09:30', amount: 1 }] };
    const ended = { ...other, until: '2026-11-18' };
    const settings = settingsOf({ dose: [] });
    expect(shown(settings, [VERSION, later, ended], '2026-11-18', '2026-11-19')).toEqual([
      '2026-11-18 08:00 dose',
      '2026-11-18 16:00 dose',
      '2026-11-19 09:30 dose',
    ]);
    const span = { from: at('2026-11-18 08:00'), to: at('2026-11-18 09:00') };
    const [due] = remindersBetween(settings, planOf(VERSION, later, ended), span, BERLIN);
    expect(due?.doses.map((dose) => [dose.medicationId, dose.amount])).toEqual([
      ['m', 1],
      ['n', 2],
    ]);
    expect(due?.until).toBe(at('2026-11-18 09:00'));
  });

  it('is useful, and repeated, even if another dose is planned soon after', () => {
    const other = { ...VERSION, medicationId: 'n', times: [{ time: '08:10', amount: 1 }] };
    const settings = settingsOf({ dose: [] }, { repeats: true });
    const span = { from: at('2026-11-18 08:00'), to: at('2026-11-18 09:00') };
    const due = remindersBetween(settings, planOf(VERSION, other), span, BERLIN);
    expect(due.map(({ time, isRepeat, until }) => [time, isRepeat, until])).toEqual([
      ['08:00', false, at('2026-11-18 09:00')],
      ['08:10', false, at('2026-11-18 09:10')],
      ['08:00', true, at('2026-11-18 09:00')],
      ['08:10', true, at('2026-11-18 09:10')],
    ]);
  });

  it('is one for all doses that a clock change puts at one instant', () => {
    const both = { ...VERSION, times: ['02:15', '03:15'].map((time) => ({ time, amount: 1 })) };
    const span = { from: at('2026-03-29 00:00'), to: at('2026-03-30 00:00') };
    const due = remindersBetween(settingsOf({ dose: [] }), planOf(both), span, BERLIN);
    expect(due).toHaveLength(1);
    expect(due[0]?.doses.map(({ time }) => time)).toEqual(['02:15', '03:15']);
  });
});

describe('an entry', () => {
  const NOTHING = { formsAt: [], loggedDoses: [], checkIn: undefined, halfHours: [] };

  function reminder(kind: ReminderKind, day: string, time: string, all = [time]): DueReminder {
    const span = { from: at(`${day} ${time}`), to: at(`${day} ${time}`) + 1 };
    const [due] = remindersBetween(settingsOf({ [kind]: all }), planOf(VERSION), span, BERLIN);
    if (!due) throw new Error('No reminder is due');
    return due;
  }

  it('of a form counts from 90 minutes before, or from half-way after the previous reminder', () => {
    const due = reminder('form', '2026-11-18', '09:00');
    const isDone = (time: string, of = due) =>
      isEntered(of, { ...NOTHING, formsAt: [at(`2026-11-18 ${time}`)] });
    expect(isEntered(due, NOTHING)).toBe(false);
    expect([isDone('07:29'), isDone('07:30'), isDone('09:10')]).toEqual([false, true, true]);
    const second = reminder('form', '2026-11-18', '09:00', ['08:00', '09:00']);
    expect([isDone('08:05', second), isDone('08:30', second)]).toEqual([false, true]);
  });

  it('of a check-in or of exercise counts for its day', () => {
    const [checkIn, exercise] = (['checkIn', 'exercise'] as const).map((kind) =>
      reminder(kind, '2026-11-18', '20:30'),
    );
    const [blank, done] = [null, 0].map((exerciseMinutes) => {
      return { ...NOTHING, checkIn: { exerciseMinutes } };
    });
    if (!checkIn || !exercise || !blank || !done) throw new Error('No reminder is due');
    const counts = [NOTHING, blank, done];
    expect(counts.map((entered) => isEntered(checkIn, entered))).toEqual([false, true, true]);
    expect(counts.map((entered) => isEntered(exercise, entered))).toEqual([false, false, true]);
  });

  it('of the diary counts if the last half-hour that has ended, or the present one, is entered', () => {
    const settings = settingsOf({ diary: ['10:00'] });
    const span = { from: at('2026-11-18 00:00'), to: at('2026-11-19 00:00') };
    const plan = { versions: [], diaryDays: ['2026-11-18'] };
    const [due] = remindersBetween(settings, plan, span, BERLIN);
    if (!due) throw new Error('No reminder is due');
    const isDone = (time: string) =>
      isEntered(due, { ...NOTHING, halfHours: [at(`2026-11-18 ${time}`)] });
    expect(isEntered(due, NOTHING)).toBe(false);
    expect(['09:00', '09:30', '10:00'].map(isDone)).toEqual([false, true, true]);
  });

  it('of the day before is the one that a reminder before three in the morning asks for', () => {
    expect(checkInDayOf({ day: '2026-11-18', time: '02:59' })).toBe('2026-11-17');
    expect(checkInDayOf({ day: '2026-11-18', time: '03:00' })).toBe('2026-11-18');
  });

  it('of doses counts when all that are planned at that time are logged', () => {
    const due = reminder('dose', '2026-11-18', '08:00', []);
    const other = { ...due, doses: due.doses.map((dose) => ({ ...dose, medicationId: 'n' })) };
    const both = { ...due, doses: [...due.doses, ...other.doses] };
    const logged = (...ids: string[]) => {
      return { ...NOTHING, loggedDoses: ids.map((medicationId) => ({ medicationId, at: due.at })) };
    };
    expect(isEntered(both, logged('m'))).toBe(false);
    expect(isEntered(both, logged('m', 'n'))).toBe(true);
    const late = { ...NOTHING, loggedDoses: [{ medicationId: 'm', at: due.at + 1 }] };
    expect(isEntered(due, late)).toBe(false);
  });
});
