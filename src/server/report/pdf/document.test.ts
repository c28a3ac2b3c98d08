import { describe, expect, it } from 'vitest';
import { DISCLAIMER } from '../../../domain/disclaimer.ts';
import { formsWith, REPORT_NOW, readReport } from '../../testing/reports.ts';

const SYMPTOMS = [
  { name: 'Tremor', since: Date.parse('2026-03-02T15:00:00Z'), isPast: false },
  { name: 'Stiffness', since: Date.parse('2026-03-02T15:00:00Z'), isPast: false },
  { name: 'Poor sleep', since: Date.parse('2026-07-14T15:00:00Z'), isPast: true },
];
const FORMS = formsWith(
  ['Tremor', 'Stiffness'],
  Array.from({ length: 90 }, (_, index) => (index % 9 === 0 ? `Note of form ${index + 1}` : '')),
).map((form) => (form.formNumber === 4 ? { ...form, isEdited: true, editedAt: REPORT_NOW } : form));

describe('every page', () => {
  it('has the person, the days, the zone, the page number and the disclaimer', async () => {
    const { pages } = await readReport({ forms: FORMS, symptoms: SYMPTOMS });
    expect(pages.length).toBeGreaterThan(4);
    pages.forEach((page, index) => {
      for (const text of [
        'Grace Hopper',
        "Birth date: December 9, 1950 · 6 years with Parkinson's",
        'October 26, 2026 to November 21, 2026 · Time zone: America/New_York (EST)',
        `Page ${index + 1} of ${pages.length}`,
        DISCLAIMER,
      ]) {
        expect(page).toContain(text);
      }
    });
  });
});

describe('long names', () => {
  /** The height of the area below the content, in points from the bottom edge of the paper. */
  const FOOT = 58;

  it.each([
    ['without a font', '\u{10400}'],
    ['without a space', 'W'],
    ['of right-to-left letters', 'ש'],
  ])('%s keep every row inside the paper and clear of the disclaimer', async (_what, letter) => {
    const names = ['a', 'b', 'c', 'd', 'e'].map((end) => letter.repeat(99) + end);
    const forms = formsWith(names, Array(60).fill(''));
    const { pages, places, size } = await readReport({ forms });
    expect(pages.length).toBeLessThan(20);
    for (const onPage of places) {
      const foot = onPage.filter(({ baseline }) => baseline < FOOT);
      const words = foot.map(({ text }) => text).join(' ');
      expect(words.replace(/\s+/g, ' ').trim()).toBe(DISCLAIMER);
      expect(Math.min(...onPage.map(({ left }) => left))).toBeGreaterThan(0);
      expect(Math.max(...onPage.map(({ right }) => right))).toBeLessThan(size[0]);
      expect(Math.max(...onPage.map(({ baseline }) => baseline))).toBeLessThan(size[1]);
    }
    for (const { formNumber } of forms) {
      expect(pages.join(' ')).toMatch(new RegExp(` ${formNumber} (Oct|Nov) \\d+, 2026 `));
    }
  });
});

describe('the charts', () => {
  it('name the symptoms that they leave out, which are the last of the summary', async () => {
    const tracked = ['Tremor', 'Stiffness', 'Balance', 'Fatigue', 'Sleep'];
    const since = Date.parse('2026-03-02T15:00:00Z');
    const symptoms = tracked.map((name) => ({ name, since, isPast: false }));
    const rated = (names: string[], count: number) => formsWith(names, Array(count).fill(''));
    // Tracked symptoms come first, even with the fewest ratings.
    const forms = [
      ...rated(tracked, 3),
      ...rated(['Cramps', 'Speech'], 9),
      ...rated(['Cramps', 'Smell'], 10),
    ].map((form, index) => ({ ...form, formNumber: index + 1 }));
    const { pages } = await readReport({ forms, symptoms });
    expect(pages[1]).toContain('The charts show at most 6 symptoms. Not shown: Smell, Speech.');
  });
});

describe('what changed most', () => {
  it('is a left-to-right sentence, even if the symptom’s name is right-to-left', async () => {
    const forms = formsWith(['רעד'], Array(90).fill('')).map((form, index) => ({
      ...form,
      ratings: [{ name: 'רעד', severity: index < 45 ? 4 : 2, notes: '' }],
    }));
    const { pages } = await readReport({ forms, from: forms[44]?.loggedAt });
    expect(pages[0]).toMatch(/The average for ?רעד ?rose from 2\.0 to 4\.0 \(more severe\)\./);
  });
});

describe('the order', () => {
  it('is the summary, the charts, the symptoms, the notes and the log of all forms', async () => {
    const { pages, text } = await readReport({ forms: FORMS, symptoms: SYMPTOMS });
    expect(pages[0]).toContain('Personal 1-5 scale, not MDS-UPDRS.');
    expect(pages[0]).toContain('What changed most');
    expect(pages[1]).toContain('Average Symptom Severity Over Time');
    expect(pages[1]).toContain('Symptom Severity By Time of Day');
    expect(pages[2]).toContain('Added Mar 2, 2026');
    expect(pages[2]).toContain('Past symptom since Jul 14, 2026');
    expect(text).toContain('Note of form 82');
    expect(text).toContain('Edited Nov 21, 2026, 12:00 PM');
    for (const { formNumber } of FORMS) {
      expect(text).toMatch(new RegExp(` ${formNumber} (Oct|Nov) \\d+, 2026 `));
    }
  });
});

describe('without forms', () => {
  it('the report is still made', async () => {
    const { pages, text } = await readReport({ forms: [], symptoms: SYMPTOMS });
    expect(text).toContain('No ratings in this period.');
    expect(text).toContain('There are no forms in this period.');
    expect(pages).toHaveLength(2);
  });
});

describe('paper', () => {
  it.each([
    ['Letter', [612, 792]],
    ['A4', [595, 842]],
  ] as const)('%s', async (paper, size) => {
    const read = await readReport({ forms: FORMS.slice(0, 3), paper });
    expect(read.size).toEqual(size);
  });
});

describe('for screen readers', () => {
  it('has a title, a language and a structure tree', async () => {
    const read = await readReport({ forms: FORMS, symptoms: SYMPTOMS });
    expect(read.title).toBe(
      'Symptom report for Grace Hopper, October 26, 2026 to November 21, 2026',
    );
    expect(read.language).toBe('en-US');
    expect(read.isTagged).toBe(true);
  });

  it('has headings in order, tables with headers, and text alternatives for the charts', async () => {
    const { roles } = await readReport({ forms: FORMS, symptoms: SYMPTOMS });
    const all = roles.flat();
    const headings = all.map(({ role }) => role).filter((role) => /^H\d$/.test(role));
    expect(headings).toEqual(['H1', 'H2', 'H2', 'H2', 'H3', 'H3', 'H2', 'H2', 'H2']);
    const figures = all.filter(({ role }) => role === 'Figure');
    expect(figures.map(({ alt }) => alt)).toEqual([
      expect.stringMatching(/^Line chart of average severity over time\. Tremor: first average /),
      expect.stringMatching(/^Bar chart of average severity by time of day\. Tremor: morning /),
    ]);
    for (const { role, children } of all) {
      if (role !== 'Table') continue;
      const [head] = children;
      expect(head).toMatchObject({
        role: 'TR',
        children: expect.arrayContaining([expect.objectContaining({ role: 'TH' })]),
      });
    }
  });

  it('has one table for forms with and without a symptom, and a dash where it was not rated', async () => {
    const forms = formsWith(['Stiffness', 'Tremor'], ['', '', '']).map((form) =>
      form.formNumber === 2 ? { ...form, ratings: form.ratings.slice(0, 1) } : form,
    );
    const { text } = await readReport({ forms, symptoms: SYMPTOMS });
    expect(text).toContain('A dash means not rated.');
    expect(text.match(/Form # Date Time Tremor Stiffness/g)).toHaveLength(1);
    expect(text).toMatch(/ 2 Nov 21, 2026 5:00 AM – 2 /);
  });

  it('has a table cell for every cell of the log', async () => {
    const { roles } = await readReport({ forms: FORMS });
    const cells = roles.flat().filter(({ role }) => role === 'TD' || role === 'TH');
    expect(cells.length).toBeGreaterThan(FORMS.length * 6);
  });
});
