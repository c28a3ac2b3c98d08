import { expect, it } from 'vitest';
import { diary } from '../../contract/kinds/diary.ts';
import { HALF_HOUR_MS } from '../../domain/diary.ts';
import { isoOf } from '../../domain/zone.ts';
import { readEntries } from './json-entries.ts';
import { Faults } from './reading.ts';

const NOW = Date.parse('2026-11-18T17:00:00Z');
const FUTURE = '2027-01-01T00:00:00.000Z';
const VALUES = {
  state: 'off' as const,
  ...{ enteredAt: '2026-11-18T16:00:00.000Z', timeZone: 'Asia/Kathmandu', author: 'self' },
};
const FORMER = { version: 1, replacedAt: '2026-11-18T16:30:00.000Z', ...VALUES };
const halfHour = {
  ...{ slot: '2026-11-18T15:15:00.000Z', ...VALUES },
  ...{ version: 2, formerVersions: [FORMER] },
};

function faultsOf(list: readonly unknown[]): string[] {
  const faults = new Faults();
  readEntries(diary, list, NOW, faults);
  return faults.list.map(({ path, rule }) => `${path} ${rule}`.trim());
}

it('a half-hour is read with times in milliseconds', () => {
  const faults = new Faults();
  const [read] = readEntries(diary, [halfHour], NOW, faults);
  expect(faults.list).toEqual([]);
  const entry = { enteredAt: Date.parse(VALUES.enteredAt), deletedAt: null };
  expect(read).toEqual({
    ...{ ...halfHour, ...entry, slot: Date.parse(halfHour.slot) },
    formerVersions: [
      {
        ...{ ...FORMER, ...entry, slot: Date.parse(halfHour.slot) },
        replacedAt: Date.parse(FORMER.replacedAt),
      },
    ],
  });
});

it.each([
  [
    'another state',
    { state: 'dyskinetic' },
    'state must be asleep, off, on, onWithDyskinesia or onWithTroublesomeDyskinesia',
  ],
  ['no state', { state: undefined }, 'state is missing'],
  ['no zone that we know', { timeZone: 'Mars' }, 'timeZone must be a time zone, such as'],
  ['a time within a half-hour', { slot: '2026-11-18T15:20:00Z' }, 'slot must begin a half-hour'],
  ['a half-hour of another zone', { slot: '2026-11-18T15:00:00Z' }, 'slot must begin a half-hour'],
  ['a half-hour of tomorrow', { slot: '2026-11-19T15:15:00Z' }, 'slot must not be in the future'],
  ['a half-hour before 1900', { slot: '1899-12-31T12:00:00Z' }, 'slot must be an instant from'],
  ['a deletion in the future', { deletedAt: FUTURE }, 'deletedAt must not be in the future'],
  ['an entry in the future', { enteredAt: FUTURE }, 'enteredAt must not be in the future'],
  [
    'a former version that is too new',
    { version: 1 },
    'formerVersions must be in order, and before the half-hour’s own version',
  ],
  [
    'an edit in the future',
    { formerVersions: [{ ...FORMER, replacedAt: FUTURE }] },
    'formerVersions.0.replacedAt must not be in the future',
  ],
])('a half-hour with %s has a fault', (_what, change, fault) => {
  const faults = faultsOf([{ ...halfHour, ...change }]);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(`diary.0.${fault}`);
});

it('a file has each half-hour once, in whatever zone its time is written', () => {
  const again = { ...halfHour, slot: '2026-11-18T21:00:00+05:45' };
  expect(faultsOf([halfHour, again])).toEqual([
    'diary.1.slot is already used by another entry in this file',
  ]);
});

it('a file has at most a hundred thousand half-hours', () => {
  const many = Array.from({ length: diary.most + 1 }, (_, index) => ({
    ...halfHour,
    slot: isoOf(Date.parse(halfHour.slot) - index * HALF_HOUR_MS),
  }));
  expect(faultsOf(many)).toEqual(['has more than 100,000 half-hours']);
});
