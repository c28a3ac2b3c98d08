import { expect, it } from 'vitest';
import type { CheckInWeek } from './check-in-weeks.ts';
import { DEFAULT_DATE_STYLE } from './formats.ts';
import type { PlainSection } from './plain-section.ts';
import {
  notesList,
  notesState,
  topicsSection,
  visitAuthors,
  visitSections,
} from './visit-sections.ts';
import type { VisitSummary } from './visit-summary.ts';

const DAYS = { first: '2026-10-22', last: '2026-11-18' };
const NO_AVERAGE = { mean: null, count: 0 };

const NO_DAYS = { days: 0, on: 0 };

const NOTHING: VisitSummary = {
  person: { name: 'Grace Hopper', age: 74, diagnosedYear: null },
  style: DEFAULT_DATE_STYLE,
  zone: 'America/New_York',
  madeAt: '2026-11-19T02:00:00Z',
  basis: 'chosen',
  days: DAYS,
  daysBefore: null,
  lastVisit: null,
  nextVisit: null,
  topics: [],
  changes: null,
  severity: { forms: 0, loggedDays: 0, symptoms: [], parts: [], lines: [] },
  sections: [],
  authors: [],
};

it('without entries, only says so', () => {
  const [period, ...others] = visitSections(NOTHING);
  expect(period).toMatchObject({ name: 'period', title: 'The last 28 days', numbers: [] });
  const items = [{ text: 'Nothing was logged from Oct 22 to Nov 18, 2026.' }];
  expect(period?.blocks).toEqual([{ type: 'list', items }]);
  expect(others).toEqual([]);
  expect(visitAuthors(NOTHING)).toBeUndefined();
});

it('has the sections that the server composed before the symptoms over time', () => {
  const composed: PlainSection = {
    name: 'checkIns',
    title: 'Composed',
    blocks: [{ type: 'text', text: 'As the server wrote it.' }],
  };
  const summary = { ...NOTHING, sections: [composed], authors: [{ author: 'self', entries: 1 }] };
  const found = visitSections(summary);
  expect(found.map(({ title }) => title)).toEqual([
    'The last 28 days',
    'Composed',
    'By time of day, and over time',
  ]);
  expect(found[1]).toBe(composed);
});

it('begins with what to talk about, numbered, with the day of the visit', () => {
  const topics = ['Freezing', 'Freezing'];
  const [first, second] = visitSections({ ...NOTHING, topics, nextVisit: '2026-12-03' });
  expect(first).toEqual({
    name: 'topics',
    title: 'To talk about on Dec 3',
    blocks: [
      { type: 'list', isNumbered: true, items: [{ text: 'Freezing' }, { text: 'Freezing' }] },
    ],
  });
  expect(second?.name).toBe('period');
  expect(topicsSection(NOTHING)).toEqual({
    name: 'topics',
    title: 'To talk about',
    blocks: [{ type: 'text', text: 'Nothing is written down yet.' }],
  });
});

it('has the newest notes, and says how many there are', () => {
  const note = { day: '2026-11-17', time: '08:10', symptom: 'Tremor', text: 'Bad', isCut: true };
  expect(notesList({ count: 21, shown: [note] }, DEFAULT_DATE_STYLE).items).toEqual([
    { of: 'Nov 17, 8:10 AM, Tremor:', text: 'Bad… (cut here)' },
  ]);
  expect(notesState({ count: 21, shown: [note] }, DEFAULT_DATE_STYLE)).toBe('the newest 1 of 21');
  expect(notesState({ count: 1, shown: [note] }, DEFAULT_DATE_STYLE)).toBe(
    '1, the newest on Nov 17',
  );
});

it('says how many doses were taken and how many were skipped, apart', () => {
  const figures = {
    ...{ medicationId: 'levodopa', name: 'Levodopa', regimen: null, planned: 171, taken: 157 },
    ...{ skipped: 4, notLogged: 10, timed: 157, dosesPerDay: 3.7 },
  };
  const cellOf = (change: Partial<typeof figures>) => {
    const medication = { changes: [], doses: [{ ...figures, ...change }], afterDose: [] };
    const doses = visitSections({ ...NOTHING, medication }).find(({ name }) => name === 'doses');
    const table = doses?.blocks.find((block) => block.type === 'table');
    return table?.rows[0]?.[2];
  };
  expect(cellOf({})).toEqual(['157 of 171', '4 skipped']);
  expect(cellOf({ planned: 0 })).toEqual(['3.7 a day']);
});

it('says that the medication did not change', () => {
  const medication = { changes: [], doses: [], afterDose: [] };
  const [period] = visitSections({ ...NOTHING, medication });
  expect(period?.blocks).toMatchObject([
    { items: [{ text: expect.stringContaining('Nothing') }, { text: 'Medication: no change.' }] },
  ]);
});

it('has the change of each symptom, and the means of the check-ins over the weeks that have one', () => {
  const rating = (mean: number) => ({ mean, count: 8 });
  const symptom = (name: string, change: number | null) => ({
    ...{ name, now: rating(2.5), before: change === null ? NO_AVERAGE : rating(2.5 - change) },
    ...{ change, range: { lowest: 1, highest: 4 } },
    times: { morning: rating(3.3), afternoon: NO_AVERAGE, evening: rating(2) },
  });
  const symptoms = [symptom('Tremor', -0.46), symptom('Pain', 0.04), symptom('Gait', null)];
  const week = (days: number, mean: number | null) => ({
    ...{ first: '2026-11-05', last: '2026-11-11', sleep: { days, mean } },
    ...{ exercise: { days: 1, mean: null, sum: null }, mood: { days: 5, mean: 3 } },
    medication: { 'as planned': 0, partly: 0, no: 0 },
    ...{ bowels: NO_DAYS, naps: { ...NO_DAYS, mean: null }, dizzy: { ...NO_DAYS, often: 0 } },
  });
  const sections = visitSections({
    ...NOTHING,
    changes: { symptoms: [], compared: 2, tooFew: 1 },
    severity: {
      ...NOTHING.severity,
      forms: 1,
      loggedDays: 1,
      symptoms,
      lines: [{ name: 'Tremor', averages: [] }],
    },
    weeks: [week(4, 6), week(3, null), week(6, 7)],
    authors: [{ author: 'self', entries: 1 }],
  });
  const [severity] = sections.find(({ name }) => name === 'severity')?.blocks ?? [];
  expect(severity).toMatchObject({
    text: expect.stringContaining('1 form on 1 day.'),
    table: {
      head: ['Symptom', 'Morning', 'Afternoon', 'Evening', 'All', 'Range', 'Before', 'Change'],
      rows: [
        ['Tremor', '3.3 (8)', 'no ratings', '2.0 (8)', '2.5 (8)', '1 to 4', '3.0 (8)', '\u22120.5'],
        expect.arrayContaining(['Pain', '0.0']),
        expect.arrayContaining(['Gait', 'no ratings', '–']),
      ],
    },
  });
  expect(sections.at(-1)?.numbers).toHaveLength(1);
  expect(sections.at(-1)?.blocks.at(-1)).toMatchObject({
    means: [
      { title: 'Sleep', text: '6.6 h', days: 10, byWeek: [6, null, 7] },
      { title: 'Exercise', text: 'too few days', days: 0 },
      { title: 'Mood, of 5', text: '3.0', days: 15 },
    ],
  });
});

it('says on how many of the answered days there was any, of the questions that were answered', () => {
  const figure = { days: 0, mean: null };
  const week = (naps: CheckInWeek['naps'], dizzy: CheckInWeek['dizzy']): CheckInWeek => ({
    ...{ first: '2026-11-05', last: '2026-11-11', sleep: figure, mood: figure },
    ...{ exercise: { ...figure, sum: null }, medication: { 'as planned': 0, partly: 0, no: 0 } },
    ...{ bowels: NO_DAYS, naps, dizzy },
  });
  const weeks = [
    week({ days: 4, on: 1, mean: 7.5 }, { ...NO_DAYS, often: 0 }),
    week({ days: 3, on: 3, mean: null }, { days: 1, on: 1, often: 1 }),
  ];
  const section = visitSections({ ...NOTHING, weeks }).at(-1);
  expect(section?.blocks.at(-1)).toEqual({
    type: 'text',
    text: 'Naps on 4 of 7 days, dizziness on 1 of 1 (often on 1 day).',
    isSmall: true,
  });
  expect(section?.numbers?.[1]).toMatchObject({
    rows: [
      [expect.any(String), '–', '1 of 4', '8 (4)', '–'],
      [expect.any(String), '–', '3 of 3', '–', '1 of 1'],
    ],
  });
});

it('leaves out the means of before if nothing from before may be shown', () => {
  const figures = {
    ...{ name: 'Tremor', before: NO_AVERAGE, now: { mean: 2.5, count: 4 } },
    ...{ times: { morning: NO_AVERAGE, afternoon: NO_AVERAGE, evening: NO_AVERAGE } },
  };
  const severity = { ...NOTHING.severity, symptoms: [{ ...figures, range: undefined }] };
  const authors = [{ author: 'self', entries: 4 }];
  const summary = { ...NOTHING, authors, severity } as unknown as VisitSummary;
  const [means] = visitSections(summary)[0]?.numbers ?? [];
  expect(means).toMatchObject({
    head: ['Symptom', 'Now', 'Range now'],
    rows: [['Tremor', '2.5 (4)', '–']],
  });
  const compared = { symptoms: [], compared: 0, tooFew: 1 };
  const [both] = visitSections({ ...summary, changes: compared })[0]?.numbers ?? [];
  expect(both).toMatchObject({
    head: ['Symptom', 'Before', 'Now', 'Range now'],
    rows: [['Tremor', 'no ratings', '2.5 (4)', '–']],
  });
});
