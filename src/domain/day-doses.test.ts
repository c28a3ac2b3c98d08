import { describe, expect, it } from 'vitest';
import { dayDoses, dayDosesText } from './day-doses.ts';
import type { Dose } from './doses.ts';
import { dose, LEVODOPA, on20 } from './testing/doses.ts';

const times = (...all: string[]) => all.map((time) => ({ time, amount: 1 }));
const VERSION = { ...LEVODOPA, times: times('08:00', '12:00', '16:00', '20:00') };
const DAY = '2026-11-20';
const utc = () => 'UTC';
const tokyo = () => 'Asia/Tokyo';

const loggedFor = (time: string, changes: Partial<Dose> = {}) =>
  dose(time, time, { scheduledFor: on20(time), ...changes });

describe('the doses of a day', () => {
  it('are those of the whole day, logged as taken or skipped', () => {
    const doses = [
      ...[loggedFor('08:00'), loggedFor('12:00', { status: 'skipped' }), loggedFor('20:00')],
      // Not counted: doses of other days, without a planned time or of another medication, and a second one for a
      // planned time.
      ...[loggedFor('19 16:00'), loggedFor('21 16:00'), dose('extra', '16:00')],
      loggedFor('16:00', { medicationId: 'other' }),
      loggedFor('08:00', { doseId: 'again' }),
    ];
    expect(dayDoses([VERSION], doses, DAY, utc)).toEqual({ planned: 4, logged: 3 });
    expect(dayDoses([VERSION], [], DAY, utc)).toEqual({ planned: 4, logged: 0 });
  });

  it('are none before the first version, after the last day, or as needed', () => {
    const asNeeded = { ...VERSION, times: [], asNeeded: true };
    const ended = { ...VERSION, until: '2026-11-19' };
    const later = { ...VERSION, from: '2026-11-21' };
    for (const version of [asNeeded, ended, later]) {
      expect(dayDoses([version], [loggedFor('08:00')], DAY, utc).planned).toBe(0);
    }
  });

  it('follow a planned time that moved, also the last of the day', () => {
    const moved = { ...VERSION, from: DAY, times: times('09:00', '19:00') };
    const doses = [loggedFor('08:00'), loggedFor('20:00')];
    expect(dayDoses([VERSION, moved], doses, DAY, utc)).toEqual({ planned: 2, logged: 2 });
    expect(dayDoses([VERSION, moved], doses, '2026-11-21', utc).logged).toBe(0);
  });

  it('are those on the clock of the zone', () => {
    // 20:00 on the 20th in UTC is 05:00 on the 21st in Tokyo.
    const doses = [loggedFor('20:00')];
    const night = { ...VERSION, times: times('05:00') };
    expect(dayDoses([night], doses, '2026-11-21', tokyo).logged).toBe(1);
    expect(dayDoses([night], doses, DAY, tokyo).logged).toBe(0);
  });

  it('count a dose on a journey only for the day of its planned time in the zone of that day', () => {
    // Lunch in New York, then breakfast of the next day in Tokyo, which is 18:00 of the same day in New York.
    const meals = { ...VERSION, times: times('08:00', '12:00') };
    const zoneOn = (day: string) => (day <= DAY ? 'America/New_York' : 'Asia/Tokyo');
    const doses = [loggedFor('23:00')];
    expect(dayDoses([meals], doses, DAY, zoneOn).logged).toBe(0);
    expect(dayDoses([meals], doses, '2026-11-21', zoneOn).logged).toBe(1);
  });
});

it.each([
  [{ planned: 4, logged: 3 }, '3 of 4 planned doses logged'],
  [{ planned: 4, logged: 0 }, '0 of 4 planned doses logged'],
  [{ planned: 1, logged: 1 }, '1 of 1 planned dose logged'],
  [{ planned: 0, logged: 0 }, undefined],
])('%j is %j', (doses, text) => {
  expect(dayDosesText(doses)).toBe(text);
});
