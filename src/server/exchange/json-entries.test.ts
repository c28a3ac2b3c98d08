import { expect, it } from 'vitest';
import { checkIn } from '../../contract/kinds/check-in.ts';
import { addDays } from '../../domain/zone.ts';
import { readEntries } from './json-entries.ts';
import { Faults } from './reading.ts';

const NOW = Date.parse('2026-11-18T17:00:00Z');
const FUTURE = '2027-01-01T00:00:00.000Z';
const ENTRY = { enteredAt: '2026-11-18T16:00:00.000Z', timeZone: 'Asia/Kolkata', author: 'self' };
const VALUES = {
  ...{ medication: 'no' as const, exerciseMinutes: 0, sleepHours: 7.25, mood: null, notes: '' },
  ...{ bowels: false, naps: 0, dizzy: 'once' as const },
  ...ENTRY,
};
const FORMER = { version: 1, replacedAt: '2026-11-18T16:30:00.000Z', ...VALUES };
const inFile = {
  ...{ day: '2026-11-18', ...VALUES },
  ...{ version: 2, formerVersions: [FORMER] },
};

function faultsOf(list: readonly unknown[]): string[] {
  const faults = new Faults();
  readEntries(checkIn, list, NOW, faults);
  return faults.list.map(({ path, rule }) => `${path} ${rule}`.trim());
}

it('a check-in is read with times in milliseconds', () => {
  const faults = new Faults();
  const [read] = readEntries(checkIn, [inFile], NOW, faults);
  expect(faults.list).toEqual([]);
  const entry = { enteredAt: Date.parse(ENTRY.enteredAt), deletedAt: null };
  expect(read).toEqual({
    ...{ ...inFile, ...entry },
    formerVersions: [
      { day: inFile.day, ...FORMER, ...entry, replacedAt: Date.parse(FORMER.replacedAt) },
    ],
  });
});

it.each([
  [
    'a part of a minute',
    { exerciseMinutes: 0.5 },
    'exerciseMinutes must be a whole number from 0 to 1440',
  ],
  [
    'a tenth of an hour',
    { sleepHours: 0.1 },
    'sleepHours must be a number of hours from 0 to 24, in quarters',
  ],
  ['a mood of 0', { mood: 0 }, 'mood must be a whole number from 1 to 5'],
  ['another answer', { medication: 'yes' }, 'medication must be as planned, partly or no'],
  ['a missing answer', { mood: undefined }, 'mood is missing'],
  ['a word about the bowels', { bowels: 'yes' }, 'bowels must be true or false'],
  ['no such dizziness', { dizzy: 'never' }, 'dizzy must be no, once or often'],
  ['no such day', { day: '2026-02-30' }, 'day must be a date, YYYY-MM-DD, from 1900-01-01 on'],
  ['a day in the future of its zone', { day: '2026-11-19' }, 'day must not be in the future'],
  ['a deletion in the future', { deletedAt: FUTURE }, 'deletedAt must not be in the future'],
  [
    'a former version that is too new',
    { version: 1 },
    'formerVersions must be in order, and before the check-in’s own version',
  ],
  [
    'an edit in the future',
    { formerVersions: [{ ...FORMER, replacedAt: FUTURE }] },
    'formerVersions.0.replacedAt must not be in the future',
  ],
])('a check-in with %s has a fault', (_what, change, fault) => {
  expect(faultsOf([{ ...inFile, ...change }])).toEqual([`checkIns.0.${fault}`]);
});

it('a file from before the later questions lacks them, and they are null', () => {
  const faults = new Faults();
  const { bowels, naps, dizzy, ...former } = FORMER;
  const earlier = { ...inFile, bowels: undefined, naps: undefined, dizzy: undefined };
  const list = [{ ...earlier, formerVersions: [former] }];
  const later = { bowels: null, naps: null, dizzy: null };
  expect(readEntries(checkIn, list, NOW, faults)).toMatchObject([
    { ...later, formerVersions: [later] },
  ]);
  expect(faults.list).toEqual([]);
});

it('a check-in with no answer and a blank note has a fault', () => {
  const none = { medication: null, exerciseMinutes: null, sleepHours: null, notes: ' ' };
  const later = { bowels: null, naps: null, dizzy: null };
  expect(faultsOf([{ ...inFile, ...none, ...later }])).toEqual([
    'checkIns.0 must hold an answer or a note',
  ]);
});

it('a check-in may be of a day that has begun only in its zone', () => {
  const there = { day: '2026-11-19', timeZone: 'Pacific/Auckland' };
  expect(faultsOf([{ ...inFile, ...there }])).toEqual([]);
});

it('a day has at most one check-in, and a file has check-ins of at most a hundred years', () => {
  expect(faultsOf([inFile, inFile])).toEqual([
    'checkIns.1.day is already used by another entry in this file',
  ]);
  const many = Array.from({ length: checkIn.most + 1 }, (_, index) => ({
    ...inFile,
    day: addDays('1900-01-01', index),
  }));
  expect(faultsOf(many)).toEqual(['has more than 36,525 check-ins']);
});
