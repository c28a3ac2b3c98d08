import { expect, it } from 'vitest';
import { DEFAULT_DATE_STYLE } from './formats.ts';
import { visitAuthors, visitSections } from './visit-sections.ts';
import type { VisitSummary } from './visit-summary.ts';

const DAYS = { first: '2026-10-22', last: '2026-11-18' };
const NO_AVERAGE = { mean: null, count: 0 };

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
  authors: [],
};

it('without entries, only says so', () => {
  const [period, ...others] = visitSections(NOTHING);
  expect(period).toMatchObject({ name: 'period', title: 'The last 28 days', more: undefined });
  const items = [{ text: 'Nothing was logged from Oct 22 to Nov 18, 2026.' }];
  expect(period?.blocks).toEqual([{ type: 'list', items }]);
  expect(others).toEqual([]);
  expect(visitAuthors(NOTHING)).toBeUndefined();
});

it('numbers what to talk about, with the day of the visit', () => {
  const topics = ['Freezing', 'Freezing'];
  const [period] = visitSections({ ...NOTHING, topics, nextVisit: '2026-12-03' });
  expect(period?.blocks.at(-1)).toEqual({
    type: 'list',
    title: 'To talk about on Dec 3',
    isNumbered: true,
    items: [{ text: 'Freezing' }, { text: 'Freezing' }],
  });
});

it('has the notes to open, and says how many there are', () => {
  const note = { day: '2026-11-17', time: '08:10', symptom: 'Tremor', text: 'Bad', isCut: true };
  const authors = [{ author: 'self', entries: 1 }];
  const notes = { count: 21, shown: [note] };
  const sections = visitSections({ ...NOTHING, authors, notes });
  expect(sections.map(({ name }) => name)).toEqual(['period', 'severity', 'notes']);
  const items = [{ of: 'Nov 17, 8:10 AM, Tremor:', text: 'Bad… (cut here)' }];
  expect(sections.at(-1)).toEqual({
    name: 'notes',
    title: 'Notes',
    blocks: [],
    more: { title: 'The newest note of 21', blocks: [{ type: 'list', items }] },
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
  const [means] = visitSections(summary)[0]?.more?.blocks ?? [];
  expect(means).toMatchObject({ head: ['Symptom', 'Now'], rows: [['Tremor', '2.5 (4)']] });
  const compared = { symptoms: [], compared: 0, tooFew: 1 };
  const [both] = visitSections({ ...summary, changes: compared })[0]?.more?.blocks ?? [];
  expect(both).toMatchObject({
    head: ['Symptom', 'Before', 'Now'],
    rows: [['Tremor', 'no ratings', '2.5 (4)']],
  });
});
