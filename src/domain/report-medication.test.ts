import { expect, it } from 'vitest';
import type { RegimenVersion } from './regimen.ts';
import { reportMedication } from './report-medication.ts';
import { LEVODOPA } from './testing/doses.ts';
import { addDays } from './zone.ts';

const DAYS = { first: '2026-08-23', last: '2026-11-20' };
const NOW = Date.parse('2026-11-20T22:00:00Z');
const TIMES = ['08:00', '12:00', '16:00', '20:00'];

const REGIMEN: RegimenVersion = {
  ...LEVODOPA,
  medicationId: 'm',
  name: 'Levodopa',
  form: '',
  times: TIMES.map((time) => ({ time, amount: 1 })),
  from: '2026-11-01',
  until: '2026-11-10',
};

/** Every planned dose of ten days, taken at its planned time in Berlin (UTC+1). */
const DOSES = Array.from({ length: 10 }, (_, day) => addDays('2026-11-01', day)).flatMap((day) =>
  TIMES.map((time) => {
    const takenAt = Date.parse(`${day}T${time}:00+01:00`);
    return {
      doseId: `${day} ${time}`,
      medicationId: 'm',
      name: 'Levodopa',
      strength: 100,
      unit: 'mg',
      isLevodopa: true,
      amount: 1,
      takenAt,
      scheduledFor: takenAt,
      status: 'taken' as const,
      timeZone: 'Europe/Berlin',
    };
  }),
);

function figures(versions: readonly RegimenVersion[], zone = 'Europe/Berlin', doses = DOSES) {
  const entered = { forms: [], doses, versions };
  return reportMedication(DAYS, [], entered, { now: NOW, zone })?.schedule;
}

it.each(['Europe/Berlin', 'America/New_York', 'Asia/Tokyo'])(
  'counts each dose for its planned time, even if the person lives in %s now',
  (zone) => {
    expect(figures([REGIMEN], zone)).toMatchObject([
      { name: 'Levodopa', planned: 40, taken: 40, notLogged: 0, dosesPerDay: 4 },
    ]);
  },
);

it('counts the days on which a medication was in force', () => {
  const asNeeded = { ...REGIMEN, times: [], asNeeded: true, from: '2026-08-23', until: null };
  const doses = DOSES.slice(0, 9).map((dose) => ({ ...dose, scheduledFor: null as never }));
  expect(figures([asNeeded], undefined, doses)).toMatchObject([{ planned: 0, dosesPerDay: 0.1 }]);
});

it('ends a version on the day before the next one, and leaves out what ended before', () => {
  const former = { ...REGIMEN, from: '2026-01-01', until: null };
  const old = { ...REGIMEN, medicationId: 'old', from: '2026-01-01', until: '2026-08-22' };
  const report = reportMedication(
    DAYS,
    [],
    { forms: [], doses: [], versions: [REGIMEN, old, former] },
    { now: NOW, zone: 'UTC' },
  );
  expect(report?.regimen.map(({ from, to }) => [from, to])).toEqual([
    ['2026-01-01', '2026-10-31'],
    ['2026-11-01', '2026-11-10'],
  ]);
});

it('is left out without medication', () => {
  expect(figures([], undefined, [])).toBeUndefined();
});
