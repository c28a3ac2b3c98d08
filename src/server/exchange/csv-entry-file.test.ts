import { expect, it } from 'vitest';
import { checkIn } from '../../contract/kinds/check-in.ts';
import { addDays } from '../../domain/zone.ts';
import { faultTexts, READING_OPTIONS, readingOf } from '../testing/reading.ts';
import { readEntryCsv } from './csv-entry-file.ts';

const TITLES =
  'Check-in day,Medication taken,Exercise (minutes),Sleep (hours),Mood (1 is very low)';
const RIGHT = '2026-11-17,partly,0,7.25,4';

async function checkInsOf(content: string) {
  const { ofKinds } = readingOf(await readEntryCsv(checkIn, content, READING_OPTIONS));
  return ofKinds[0]?.entries ?? [];
}

async function faultsOf(content: string) {
  return faultTexts(await readEntryCsv(checkIn, content, READING_OPTIONS));
}

it('needs only the day and an answer, with columns in any order', async () => {
  const entry = { timeZone: 'America/New_York', enteredAt: READING_OPTIONS.now, author: 'self' };
  const [first] = await checkInsOf(`${TITLES}\n${RIGHT}\n`);
  expect(first).toEqual({
    ...{ day: '2026-11-17', medication: 'partly', exerciseMinutes: 0, sleepHours: 7.25, mood: 4 },
    ...{ notes: '', bowels: null, naps: null, dizzy: null },
    ...{ ...entry, version: 1, deletedAt: null, formerVersions: [] },
  });
  const turned = [TITLES, RIGHT].map((line) => line.split(',').reverse().join(','));
  expect(await checkInsOf(turned.join('\n'))).toEqual([first]);
  const none = { medication: null, exerciseMinutes: null, sleepHours: null, mood: null };
  expect(await checkInsOf('Check-in day,Note\n2026-11-17,A walk.')).toEqual([
    { ...first, ...none, notes: 'A walk.' },
  ]);
});

it('reads a file in which a spreadsheet program has written semicolons and decimal commas', async () => {
  const titles = `${TITLES};Note;Time zone`.replaceAll(',', ';').toUpperCase();
  const content = `${titles}\r\n2026-11-17;As planned;;7,25;;'=1+1;Mars`;
  expect(await checkInsOf(content)).toMatchObject([
    {
      ...{ medication: 'as planned', exerciseMinutes: null, sleepHours: 7.25, mood: null },
      ...{ notes: '=1+1', timeZone: READING_OPTIONS.zone },
    },
  ]);
});

it('reads the later questions, whose columns come last', async () => {
  const titles = 'Check-in day,Entered by,Version,Bowel movement,Naps (minutes),Dizzy';
  const rows = '2026-11-16,self,1,no,0,Often\n2026-11-17,self,1,yes,,';
  expect(await checkInsOf(`${titles}\n${rows}`)).toMatchObject([
    { bowels: false, naps: 0, dizzy: 'often' },
    { bowels: true, naps: null, dizzy: null },
  ]);
  expect(await faultsOf(`${titles}\n2026-11-17,self,1,maybe,1441,never`)).toEqual([
    '2 Bowel movement must be yes or no',
    '2 Naps (minutes) must be a whole number from 0 to 1440',
    '2 Dizzy must be no, once or often',
  ]);
});

it.each([
  ['2026-11-17', '', '2 Check-in day is missing'],
  ['2026-11-17', '11/17/2026', '2 Check-in day must be a date, YYYY-MM-DD, from 1900-01-01 on'],
  ['2026-11-17', '2026-11-19', '2 Check-in day must not be in the future'],
  ['partly', 'yes', '2 Medication taken must be as planned, partly or no'],
  [',0,', ',1441,', '2 Exercise (minutes) must be a whole number from 0 to 1440'],
  [',0,', ',half,', '2 Exercise (minutes) must be a whole number from 0 to 1440'],
  ['7.25', '7.1', '2 Sleep (hours) must be a number of hours from 0 to 24, in quarters'],
  [',4', ',6', '2 Mood (1 is very low) must be a whole number from 1 to 5'],
  ['partly,0,7.25,4', ',,,', '2  must hold an answer or a note'],
  [RIGHT, `${RIGHT}\n${RIGHT}`, '3 Check-in day is already used by another entry in this file'],
  ['Check-in day', 'Day', '1 Check-in day is missing, but the file needs this column'],
])('with %j replaced by %j has a fault', async (before, after, fault) => {
  expect(await faultsOf(`${TITLES}\n${RIGHT}`.replace(before, after))).toEqual([fault]);
});

it('has a fault without a header row, and with too many check-ins', async () => {
  expect(await faultsOf('')).toEqual(['1  has no titles for the columns']);
  const rows = Array.from({ length: checkIn.most + 1 }, (_, index) =>
    RIGHT.replace('2026-11-17', addDays('1900-01-01', index)),
  );
  expect(await faultsOf([TITLES, ...rows].join('\n'))).toEqual(['has more than 36,525 check-ins']);
});
