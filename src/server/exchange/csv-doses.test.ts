import { expect, it } from 'vitest';
import { dose } from '../../contract/kinds/dose.ts';
import { faultTexts, READING_OPTIONS, readingOf } from '../testing/reading.ts';
import { readEntryCsv } from './csv-entry-file.ts';

const ID = '5f0e8a52-6a3e-4a09-9c5e-2b1d1c1b7a10';
const MEDICATION_ID = 'a7b4dd6b-64ab-46c2-b36e-59ac4cbd23d0';
const TITLES = 'Dose id,Medication id,Medication,Amount,Status,Taken at (UTC)';
const RIGHT = `${ID},${MEDICATION_ID},Ropinirole,1,taken,2024-03-01T13:15:00Z`;

async function dosesOf(content: string) {
  const { ofKinds } = readingOf(await readEntryCsv(dose, content, READING_OPTIONS));
  return ofKinds[0]?.entries ?? [];
}

async function faultsOf(content: string) {
  return faultTexts(await readEntryCsv(dose, content, READING_OPTIONS));
}

it('needs only the columns of a dose, in any order', async () => {
  const [first] = await dosesOf(`${TITLES}\n${RIGHT}\n`);
  expect(first).toEqual({
    ...{ doseId: ID, medicationId: MEDICATION_ID, name: 'Ropinirole', strength: null, unit: '' },
    ...{ amount: 1, status: 'taken', isLevodopa: false, author: 'self', version: 1 },
    takenAt: Date.parse('2024-03-01T13:15:00Z'),
    enteredAt: Date.parse('2024-03-01T13:15:00Z'),
    ...{ scheduledFor: null, timeZone: 'America/New_York', deletedAt: null, formerVersions: [] },
  });
  const turned = [TITLES, RIGHT].map((line) => line.split(',').reverse().join(','));
  expect(await dosesOf(turned.join('\n'))).toEqual([first]);
});

it('reads a file in which a spreadsheet program has written semicolons and decimal commas', async () => {
  const titles = `${TITLES};Strength;Unit;Levodopa;Time zone`.replaceAll(',', ';').toUpperCase();
  const row = `${RIGHT.replace(',1,', ',1.5,')},12.5,mg,Yes,Mars`;
  const cells = row
    .replaceAll(',', ';')
    .replaceAll(/(\d)\.(\d)/g, '$1,$2')
    .replace('taken', 'Taken');
  expect(await dosesOf(`${titles}\r\n${cells}`)).toMatchObject([
    {
      amount: 1.5,
      strength: 12.5,
      isLevodopa: true,
      status: 'taken',
      timeZone: READING_OPTIONS.zone,
    },
  ]);
});

it('removes the apostrophe before a formula', async () => {
  expect(await dosesOf(`${TITLES}\n${RIGHT.replace('Ropinirole', "'=1+1")}`)).toMatchObject([
    { name: '=1+1' },
  ]);
});

it.each([
  ['Ropinirole', '', '2 Medication is missing'],
  [',1,', ',1e9,', '2 Amount must be a number above 0 and at most 100, with at most two decimals'],
  [',1,', ',one,', '2 Amount must be a number above 0 and at most 100, with at most two decimals'],
  ['taken', 'perhaps', '2 Status must be taken or skipped'],
  [
    '2024-03-01T13:15:00Z',
    '3/1/2024',
    '2 Taken at (UTC) must be an ISO instant, such as 2026-11-21T13:10:00Z',
  ],
  ['2024-', '2027-', '2 Taken at (UTC) must not be in the future'],
  [ID, '12', '2 Dose id must be a UUID'],
  [RIGHT, `${RIGHT}\n${RIGHT}`, '3 Dose id is already used by another entry in this file'],
  ['Medication,', '', '1 Medication is missing, but the file needs this column'],
])('with %j replaced by %j has a fault', async (before, after, fault) => {
  expect(await faultsOf(`${TITLES}\n${RIGHT}`.replace(before, after))).toEqual([fault]);
});

it('has a fault without a header row, and with too many doses', async () => {
  expect(await faultsOf('')).toEqual(['1  has no titles for the columns']);
  const rows = Array.from({ length: dose.most + 1 }, (_, index) =>
    RIGHT.replace(/^\w{8}/, index.toString(16).padStart(8, '0')),
  );
  expect(await faultsOf([TITLES, ...rows].join('\n'))).toEqual(['has more than 100,000 doses']);
});
