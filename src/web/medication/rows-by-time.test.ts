import { expect, it } from 'vitest';
import type { Dose } from '../../contract/entities.ts';
import { makeDose, makeLevodopa } from '../testing/doses.ts';
import { medicationRows } from './medication-row.ts';
import { rowsByTime, togetherText } from './rows-by-time.ts';

const ZONE = 'America/New_York';
const EIGHT = '2026-11-18T13:00:00.000Z';

const pill = (name: string, time = '08:00') =>
  makeLevodopa({ medicationId: name, name, times: [{ time, amount: 1 }] });
const dose = (name: string, enteredAt: string, change: Partial<Dose> = {}) =>
  makeDose(enteredAt, { medicationId: name, name, scheduledFor: EIGHT, ...change });

/** The groups at a time of November 18 in New York. */
function groupsAt(clock: string, names: readonly string[], doses: readonly Dose[] = []) {
  const now = Date.parse(`2026-11-18T${clock}:00-05:00`);
  const medications = names.map((name) => {
    const [id = '', time] = name.split(' ');
    return time === 'needed'
      ? { ...pill(id), times: [], asNeeded: true }
      : { ...pill(id, time), name };
  });
  return rowsByTime(medicationRows(medications, doses, { now, zone: ZONE }), doses, now);
}

const named = (groups: ReturnType<typeof groupsAt>) =>
  groups.map(({ rows }) => rows.map(({ medication }) => medication.medicationId).join(' '));

it.each([
  [['A', 'B'], [], 'Took both'],
  [['A', 'B', 'C'], [], 'Took all 3'],
  [['A', 'B', 'C'], [dose('B', '2026-11-18T12:50:00.000Z')], 'Took the other 2'],
])('one press logs the pills of one time: %j', (names, doses, text) => {
  const [group] = groupsAt('08:05', names, doses);
  expect(group?.at).toBe(Date.parse(EIGHT));
  expect(group && togetherText(group)).toBe(text);
});

it.each([
  ['only one pill is left', '08:05', ['A', 'B'], [dose('B', '2026-11-18T12:50:00.000Z')]],
  ['the time was more than 4 hours ago', '12:01', ['A', 'B'], []],
  [
    'a dose was logged less than 2 minutes ago',
    '08:05',
    ['A', 'B', 'C'],
    [dose('B', '2026-11-18T13:03:01.000Z')],
  ],
  [
    'a dose was taken less than 2 minutes ago',
    '08:05',
    ['A', 'B', 'C'],
    [dose('B', '2026-11-18T12:00:00.000Z', { takenAt: '2026-11-18T13:04:00.000Z' })],
  ],
  ['the pills have different times', '08:05', ['A', 'B 09:00'], []],
])('no press logs several pills if %s', (_, clock, names, doses) => {
  for (const { together } of groupsAt(clock, names, doses)) expect(together).toEqual([]);
});

it('is offered 4 hours after the time, and 2 minutes after a dose', () => {
  expect(groupsAt('12:00', ['A', 'B'])[0]?.together).toHaveLength(2);
  const before = [dose('B', '2026-11-18T13:03:00.000Z')];
  expect(groupsAt('08:05', ['A', 'B', 'C'], before)[0]?.together).toHaveLength(2);
});

it('one Undo takes back what the last press has logged, for half an hour', () => {
  const doses = [
    dose('C', '2026-11-18T12:50:00.000Z'),
    ...['A', 'B'].map((name) => dose(name, '2026-11-18T13:00:00.000Z')),
  ];
  const pressedAt = (clock: string) =>
    groupsAt(clock, ['A', 'B', 'C'], doses)[0]?.pressed.map(({ name }) => name);
  expect(pressedAt('08:29')).toEqual(['A', 'B']);
  expect(pressedAt('08:30')).toEqual([]);
  const single = [dose('A', '2026-11-18T13:00:00.000Z'), dose('B', '2026-11-18T13:00:01.000Z')];
  expect(groupsAt('08:05', ['A', 'B'], single)[0]?.pressed).toEqual([]);
});

it('takes back no dose that a helper may not change, and none of another time', () => {
  const at = '2026-11-18T13:00:00.000Z';
  const fixed = ['A', 'B'].map((name) => dose(name, at, { readOnly: true }));
  expect(groupsAt('08:05', ['A', 'B'], fixed)[0]?.pressed).toEqual([]);
  const extra = ['A', 'B'].map((name) => dose(name, at, { scheduledFor: null }));
  for (const { pressed } of groupsAt('08:05', ['A', 'B'], extra)) expect(pressed).toEqual([]);
});

it('lists what is to be logged by its time, then what is taken as needed, then what was logged', () => {
  const names = ['A needed', 'B', 'C 10:00', 'D 08:00', 'E 07:00'];
  const logged = [
    dose('E', '2026-11-18T12:00:00.000Z', { scheduledFor: '2026-11-18T12:00:00.000Z' }),
  ];
  expect(named(groupsAt('08:05', names, logged))).toEqual(['B D', 'C', 'A', 'E']);
  // A row stays in its place while its dose can be undone.
  const fresh = [dose('B', '2026-11-18T13:04:00.000Z')];
  expect(named(groupsAt('08:05', names, [...logged, ...fresh]))).toEqual(['B D', 'C', 'A', 'E']);
});
