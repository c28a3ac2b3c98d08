import { expect, it } from 'vitest';
import { diary } from '../../contract/kinds/diary.ts';
import { HALF_HOUR_MS } from '../../domain/diary.ts';
import { isoOf } from '../../domain/zone.ts';
import { faultTexts, READING_OPTIONS, readingOf } from '../testing/reading.ts';
import { readEntryCsv } from './csv-entry-file.ts';

const TITLES = 'Half-hour (UTC),State,Time zone,Version';
const SLOT = '2026-11-18T15:15:00Z';
const RIGHT = `${SLOT},on with dyskinesia,Asia/Kathmandu,2`;

async function diaryOf(content: string) {
  return readingOf(await readEntryCsv(diary, content, READING_OPTIONS)).ofKinds[0]?.entries;
}

async function faultsOf(content: string) {
  return faultTexts(await readEntryCsv(diary, content, READING_OPTIONS));
}

it('needs only the half-hour and its state, with columns in any order', async () => {
  const rest = {
    enteredAt: READING_OPTIONS.now,
    author: 'self',
    deletedAt: null,
    formerVersions: [],
  };
  const [halfHour] = (await diaryOf(`${TITLES}\n${RIGHT}\n`)) ?? [];
  expect(halfHour).toEqual({
    ...{ slot: Date.parse(SLOT), state: 'onWithDyskinesia', timeZone: 'Asia/Kathmandu' },
    ...{ ...rest, version: 2 },
  });
  const turned = [TITLES, RIGHT].map((line) => line.split(',').reverse().join(','));
  expect(await diaryOf(turned.join('\n'))).toEqual([halfHour]);
  expect(
    await diaryOf('State;Half-hour (UTC);Recalled;Time\nOFF;2026-11-18T15:00:00Z;maybe;'),
  ).toEqual([
    {
      ...{ slot: Date.parse('2026-11-18T15:00:00Z'), state: 'off', timeZone: READING_OPTIONS.zone },
      ...{ ...rest, version: 1 },
    },
  ]);
});

it.each([
  [SLOT, '', '2 Half-hour (UTC) is missing'],
  [SLOT, '8:30', '2 Half-hour (UTC) must be an ISO instant, such as 2026-11-21T13:10:00Z'],
  [SLOT, '2026-11-18T15:00:00Z', '2 Half-hour (UTC) must begin a half-hour of its time zone'],
  [SLOT, '2026-11-18T17:15:00Z', '2 Half-hour (UTC) must not be in the future'],
  ['on with dyskinesia', '', '2 State is missing'],
  [
    'on with dyskinesia',
    'dyskinesia',
    '2 State must be asleep, off, on, on with dyskinesia or on with troublesome dyskinesia',
  ],
  [',2', ',0', '2 Version must be a whole number from 1 to 1000000'],
  [RIGHT, `${RIGHT}\n${RIGHT}`, '3 Half-hour (UTC) is already used by another entry in this file'],
  ['State', 'Status', '1 State is missing, but the file needs this column'],
])('with %j replaced by %j has a fault', async (before, after, fault) => {
  expect(await faultsOf(`${TITLES}\n${RIGHT}`.replace(before, after))).toEqual([fault]);
});

it('has a fault without a header row, and with too many half-hours', async () => {
  expect(await faultsOf('')).toEqual(['1  has no titles for the columns']);
  const rows = Array.from(
    { length: diary.most + 1 },
    (_, index) => `${isoOf(READING_OPTIONS.now - index * HALF_HOUR_MS)},off`,
  );
  expect(await faultsOf(['Half-hour (UTC),State', ...rows].join('\n'))).toEqual([
    'has more than 100,000 half-hours',
  ]);
});
