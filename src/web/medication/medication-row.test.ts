import { expect, it } from 'vitest';
import { makeDose, makeLevodopa } from '../testing/doses.ts';
import { correctedPlannedTime } from './medication-row.ts';

const ZONE = 'America/New_York';
const times = [
  { time: '08:00', amount: 1 },
  { time: '20:00', amount: 2 },
];
const [MORNING, EVENING] = ['2026-11-18T13:00:00.000Z', '2026-11-19T01:00:00.000Z'];

/** The planned time after the time of a dose is corrected. Times are of New York. */
function corrected(former: string, scheduledFor: string | null, time: string) {
  const at = (clock: string) => `2026-11-18T${clock}:00.000-05:00`;
  const dose = makeDose(new Date(at(former)).toISOString(), { scheduledFor });
  return correctedPlannedTime([makeLevodopa({ times })], dose, Date.parse(at(time)), ZONE);
}

it.each([
  // A late morning dose is never made the evening's.
  ['13:30', MORNING, '15:00', MORNING],
  ['15:00', MORNING, '13:30', MORNING],
  ['08:10', MORNING, '15:59', MORNING],
  // A press at the corrected time would have logged the other dose.
  ['08:10', MORNING, '19:30', EVENING],
  ['19:50', EVENING, '08:05', MORNING],
  // An early evening dose stays that of the evening.
  ['15:00', EVENING, '14:30', EVENING],
  ['19:50', EVENING, '15:00', EVENING],
  // The evening's dose that was taken in the morning stays that of the evening.
  ['08:10', EVENING, '08:30', EVENING],
  ['15:00', null, '20:00', null],
])('a dose of %s planned for %s, corrected to %s, is planned for %s', (former, own, time, now) => {
  expect(corrected(former, own, time)).toBe(now);
});
