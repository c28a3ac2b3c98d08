import { describe, expect, it } from 'vitest';
import { countedDoses, nearestPlanned, plannedStatuses, scheduleFigures } from './doses.ts';
import { dose, on20, planDose, planned } from './testing/doses.ts';

const DAY = planned('19 08:00, 19 12:00, 19 20:00, 08:00, 12:00, 20:00, 21 08:00, 21 12:00');

describe('the planned dose of a logged one', () => {
  it.each([
    ['01:59:59', '19 20:00'],
    ['02:00', '08:00'],
    ['08:00', '08:00'],
    ['09:59:59', '08:00'],
    ['10:00', '12:00'],
    ['15:59:59', '12:00'],
    ['16:00', '20:00'],
    ['23:59', '20:00'],
    ['21 01:59', '20:00'],
  ])('at %s is that of %s: the exact half belongs to the later one', (now, expected) => {
    expect(nearestPlanned(DAY, on20(now))?.at).toBe(on20(expected));
  });

  it.each([
    ['19 19:59:59', undefined],
    ['19 20:00', '08:00'],
    ['08:00', '08:00'],
    ['19:59:59', '08:00'],
    ['20:00', undefined],
  ])('at %s is at most 12 hours away without neighbours', (now, expected) => {
    expect(nearestPlanned(planned('08:00'), on20(now))?.at).toBe(expected && on20(expected));
  });

  it('is none without planned doses', () => {
    expect(nearestPlanned([], on20('08:00'))).toBeUndefined();
  });
});

describe('the counted doses', () => {
  it('are the first taken one for each medication and planned time, in order', () => {
    const doses = [
      planDose('x', '12:10', '12:00'),
      planDose('z', '12:05', '12:00'),
      planDose('y', '12:05', '12:00'),
      planDose('skipped', '12:00', '12:00', 'skipped'),
      { ...planDose('other', '12:06', '12:00'), medicationId: 'other' },
      planDose('eight', '08:00', '08:00'),
    ];
    expect(countedDoses(doses).map(({ doseId }) => doseId)).toEqual(['eight', 'y', 'other']);
  });

  it('include each dose without a planned time', () => {
    const doses = [dose('b', '12:00'), planDose('a', '12:00', '12:00'), dose('c', '12:00')];
    expect(countedDoses(doses).map(({ doseId }) => doseId)).toEqual(['a', 'b', 'c']);
  });
});

describe('the status of planned doses', () => {
  const statuses = (doses: Parameters<typeof plannedStatuses>[1], plan = DAY.slice(3, 6)) =>
    plannedStatuses(plan, doses).map(({ status }) => status);

  it('is taken if any dose was, or else skipped, or else not logged', () => {
    expect(
      statuses([
        planDose('b', '08:00', '08:00', 'skipped'),
        planDose('a', '08:20', '08:00'),
        planDose('c', '08:00', '08:00', 'skipped'),
        planDose('d', '12:00', '12:00', 'skipped'),
      ]),
    ).toEqual(['taken', 'skipped', 'notLogged']);
  });

  it('ignores doses without a planned time, of other medications and of other days', () => {
    expect(
      statuses([
        dose('a', '08:00'),
        { ...planDose('b', '12:00', '12:00'), medicationId: 'other' },
        planDose('c', '19 20:00', '19 20:00'),
        planDose('d', '21 01:00', '21 01:00'),
      ]),
    ).toEqual(['notLogged', 'notLogged', 'notLogged']);
  });

  it('follows a planned time that moved', () => {
    expect(statuses([planDose('a', '12:30', '12:30')])).toEqual([
      'notLogged',
      'taken',
      'notLogged',
    ]);
  });

  it('applies to both planned doses if a clock change gives them the same instant', () => {
    const both = planned('07:30, 07:30');
    expect(statuses([planDose('a', '07:30', '07:30')], both)).toEqual(['taken', 'taken']);
  });
});

describe('the figures of a schedule', () => {
  const period = { from: on20('20 00:00'), to: on20('22 00:00'), days: 2 };
  const plan = DAY.slice(3);

  it('count planned doses, and quartiles of the signed minutes off', () => {
    const doses = [
      planDose('a', '07:50', '08:00'),
      planDose('b', '12:00:59', '12:00'),
      planDose('c', '12:30', '12:00'),
      planDose('d', '20:00', '20:00', 'skipped'),
      planDose('e', '21 08:40', '21 08:00'),
      dose('f', '21 09:00'),
      planDose('g', '19 20:00', '19 20:00'),
      dose('h', '22 00:00'),
    ];
    expect(scheduleFigures(plan, doses, period)).toEqual([
      {
        medicationId: 'levodopa',
        planned: 5,
        taken: 3,
        skipped: 1,
        notLogged: 1,
        timed: 3,
        minutesOff: { lower: -5, median: 0, upper: 20 },
        dosesPerDay: 2,
      },
    ]);
  });

  it('belong to the day of the planned time, also for a dose taken after midnight', () => {
    const doses = [planDose('a', '22 00:10', '21 12:00')];
    expect(scheduleFigures(plan, doses, period)[0]).toMatchObject({ taken: 1, dosesPerDay: 0.5 });
  });

  it('are separate for each medication, with or without a plan', () => {
    const other = { ...dose('a', '09:00'), medicationId: 'apomorphine' };
    const none = {
      planned: 0,
      taken: 0,
      skipped: 0,
      notLogged: 0,
      timed: 0,
      minutesOff: undefined,
    };
    expect(scheduleFigures(plan, [other], period)).toEqual([
      { medicationId: 'apomorphine', ...none, dosesPerDay: 0.5 },
      { medicationId: 'levodopa', ...none, planned: 5, notLogged: 5, dosesPerDay: 0 },
    ]);
  });
});
