import { expect, it } from 'vitest';
import { dose } from '../../contract/kinds/dose.ts';
import { medication } from '../../contract/kinds/medication.ts';
import { readEntries } from './json-entries.ts';
import { Faults } from './reading.ts';

const NOW = Date.parse('2026-11-18T17:00:00Z');
const FUTURE = '2027-01-01T00:00:00.000Z';
const ENTRY = { enteredAt: '2026-11-18T16:00:00.000Z', timeZone: 'Asia/Kolkata', author: 'self' };

const VALUES = {
  ...{ name: 'Ropinirole', strength: 0.25, unit: 'mg', form: 'tablet', isLevodopa: false },
  ...{ times: [{ time: '08:00', amount: 0.5 }], asNeeded: true, until: null, ...ENTRY },
};
const ropinirole = {
  ...{ medicationId: 'a7b4dd6b-64ab-46c2-b36e-59ac4cbd23d0', from: '2026-11-01', ...VALUES },
  version: 2,
  formerVersions: [{ version: 1, replacedAt: '2026-11-18T16:30:00.000Z', ...VALUES }],
};

const TIMES = { takenAt: '2026-11-18T15:00:00.000Z', scheduledFor: null };
const inFile = {
  ...{ doseId: '5f0e8a52-6a3e-4a09-9c5e-2b1d1c1b7a10', medicationId: ropinirole.medicationId },
  ...{ name: 'Ropinirole', strength: 0.25, unit: 'mg', isLevodopa: false, ...ENTRY },
  ...{ amount: 0.5, status: 'taken', ...TIMES },
  version: 3,
  formerVersions: [
    { version: 1, replacedAt: '2026-11-18T16:30:00.000Z', amount: 1, status: 'skipped', ...TIMES },
  ],
};

function faultsOf(lists: {
  readonly medications?: readonly unknown[];
  readonly doses?: readonly unknown[];
}): string[] {
  const faults = new Faults();
  readEntries(medication, lists.medications ?? [], NOW, faults);
  readEntries(dose, lists.doses ?? [], NOW, faults);
  return faults.list.map(({ path, rule }) => `${path} ${rule}`.trim());
}

it('medications and doses are read with times in milliseconds', () => {
  const faults = new Faults();
  const medications = readEntries(medication, [ropinirole], NOW, faults);
  const doses = readEntries(dose, [inFile], NOW, faults);
  expect(faults.list).toEqual([]);
  expect(medications).toMatchObject([
    { enteredAt: Date.parse(ENTRY.enteredAt), deletedAt: null, formerVersions: [{ version: 1 }] },
  ]);
  expect(doses).toMatchObject([
    { doseId: inFile.doseId, takenAt: Date.parse(TIMES.takenAt), scheduledFor: null, version: 3 },
  ]);
});

it.each([
  [
    'no amount',
    { amount: 0 },
    'doses.0.amount must be a number above 0 and at most 100, with at most two decimals',
  ],
  ['another status', { status: 'late' }, 'doses.0.status must be taken or skipped'],
  [
    'a zone that does not exist',
    { timeZone: 'Mars' },
    'doses.0.timeZone must be a time zone, such as Europe/Berlin',
  ],
  ['a time in the future', { takenAt: FUTURE }, 'doses.0.takenAt must not be in the future'],
  ['an entry in the future', { enteredAt: FUTURE }, 'doses.0.enteredAt must not be in the future'],
  [
    'a deletion in the future',
    { deletedAt: FUTURE },
    'doses.0.deletedAt must not be in the future',
  ],
  [
    'an edit in the future',
    { formerVersions: [{ ...inFile.formerVersions[0], replacedAt: FUTURE }] },
    'doses.0.formerVersions.0.replacedAt must not be in the future',
  ],
  [
    'a former version after its own',
    { version: 1 },
    'doses.0.formerVersions must be in order, and before the dose’s own version',
  ],
])('refuses a dose with %s', (_what, change, fault) => {
  expect(faultsOf({ doses: [{ ...inFile, ...change }] })).toEqual([fault]);
});

it.each([
  ['no name', { name: '' }, 'medications.0.name must be text of 1 to 100 characters'],
  [
    'an end before its start',
    { until: '2026-10-31' },
    'medications.0.until must not be before from',
  ],
  [
    'a time that does not exist',
    { times: [{ time: '24:00', amount: 1 }] },
    'medications.0.times.0.time must be a time of day, HH:MM',
  ],
  [
    'a former version after its own',
    { version: 1 },
    'medications.0.formerVersions must be in order, and before the medication’s own version',
  ],
])('refuses a medication with %s', (_what, change, fault) => {
  expect(faultsOf({ medications: [{ ...ropinirole, ...change }] })).toEqual([fault]);
});

it('refuses an id that appears twice, and other entries than objects', () => {
  const lists = { medications: [ropinirole, ropinirole], doses: [inFile, 1, inFile] };
  expect(faultsOf(lists)).toEqual([
    'medications.1.from is already used by another entry in this file',
    'doses.1 must be an object',
    'doses.2.doseId is already used by another entry in this file',
  ]);
});

it('refuses more entries than a file may have', () => {
  const listOf = (length: number) => Array.from({ length }, () => 0);
  expect(faultsOf({ doses: listOf(dose.most + 1) })).toEqual(['has more than 100,000 doses']);
  expect(faultsOf({ medications: listOf(medication.most + 1) })).toEqual([
    'has more than 10,000 medications',
  ]);
});
