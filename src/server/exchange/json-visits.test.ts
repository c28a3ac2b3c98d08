import { expect, it } from 'vitest';
import { visit } from '../../contract/kinds/visit.ts';
import { readEntries } from './json-entries.ts';
import { Faults } from './reading.ts';

const NOW = Date.parse('2026-11-18T17:00:00Z');
const inFile = {
  visitId: '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f60',
  day: null,
  topics: ['Falls'],
  enteredAt: '2026-11-17T17:00:00Z',
  timeZone: 'America/New_York',
  author: 'self',
  version: 2,
  formerVersions: [],
};

function faultsOf(list: readonly unknown[]): string[] {
  const faults = new Faults();
  readEntries(visit, list, NOW, faults);
  return faults.list.map(({ path, rule }) => `${path} ${rule}`.trim());
}

it('reads a visit', () => {
  const faults = new Faults();
  expect(readEntries(visit, [inFile], NOW, faults)).toEqual([
    { ...inFile, bloodPressure: null, enteredAt: Date.parse(inFile.enteredAt), deletedAt: null },
  ]);
  expect(faults.list).toEqual([]);
});

it.each([
  [{ day: 'soon' }, 'visits.0.day must be a date, YYYY-MM-DD'],
  [{ topics: ['1', '2', '3', '4'] }, 'visits.0.topics must be a list of at most 3 lines'],
  [{ enteredAt: '2027-01-01T00:00:00Z' }, 'visits.0.enteredAt must not be in the future'],
  [{ visitId: '1' }, 'visits.0.visitId must be a UUID'],
])('reports %o', (fault, text) => {
  expect(faultsOf([{ ...inFile, ...fault }])[0]).toContain(text);
});

it('reports a second visit without a day, unless one of them is deleted', () => {
  const visitId = '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f61';
  const second = 'visits.1.day must be a date, because another visit has none';
  expect(faultsOf([inFile, { ...inFile, visitId }])).toEqual([second]);
  const deleted = { ...inFile, visitId, deletedAt: '2026-11-18T00:00:00Z' };
  expect(faultsOf([inFile, deleted])).toEqual([]);
  expect(faultsOf([inFile, { ...inFile, day: '2026-12-03' }])).toEqual([
    'visits.1.visitId is already used by another entry in this file',
  ]);
});

it('reports a list that is too long', () => {
  const many = Array.from({ length: visit.most + 1 }, () => inFile);
  expect(faultsOf(many)).toEqual(['has more than 10,000 visits']);
});
