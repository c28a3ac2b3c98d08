import { page } from 'vitest/browser';
import { diary as diaryKind } from '../../contract/kinds/diary.ts';
import { visitAll } from '../testing/gallery.ts';
import { LONG, LONG_ANSWERS } from '../testing/gallery-people.ts';
import { answersForKind } from '../testing/kinds.ts';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { button, fill, see } from '../testing/screen.ts';
import { type Answers, lost, refuse } from '../testing/server.ts';
import {
  answersForVisits,
  makeFigures,
  makeRibbon,
  makeSummary,
  makeVisit,
} from '../testing/visits.ts';

/** Every state of the visit and of its page. The time is noon in New York. */

const FORM = makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 3 });

function answers(other: Answers = {}): Answers {
  return {
    ...answersFor(makePerson(), [FORM]),
    ...answersForKind(diaryKind),
    ...answersForVisits([makeVisit()]),
    ...other,
  };
}

const EMPTY = makeSummary({
  ...{ basis: 'recent', lastVisit: null, nextVisit: null, topics: [], authors: [] },
  person: { name: '', age: null, diagnosedYear: null },
  changes: { symptoms: [], compared: 0, tooFew: 0 },
  ...{ medication: undefined, diary: undefined, weeks: undefined, notes: undefined },
  sections: [],
  severity: { forms: 0, loggedDays: 0, symptoms: [], parts: [], lines: [] },
});

const NAMES = LONG.profile.symptom1 ? [LONG.profile.symptom1, LONG.profile.symptom2] : [];
const FULL = makeSummary();
const LONG_SUMMARY = makeSummary({
  person: { ...FULL.person, name: LONG.profile.name },
  topics: ['M'.repeat(200), 'Getting out of a low chair takes three tries', 'W'.repeat(200)],
  changes: {
    ...{ compared: 2, tooFew: 0 },
    symptoms: NAMES.map((name) => ({ ...makeFigures(name, 3, 2) })),
  },
  medication: FULL.medication && {
    ...FULL.medication,
    doses: FULL.medication.doses.map((each, index) => ({
      ...each,
      regimen: each.regimen && { ...each.regimen, name: index === 0 ? 'M'.repeat(100) : 'W' },
    })),
    afterDose: NAMES.flatMap((name) => {
      const result = FULL.medication?.afterDose[0]?.result;
      return result ? [{ name, result }] : [];
    }),
  },
  diary: FULL.diary && {
    ...FULL.diary,
    days: [
      makeRibbon('2026-11-01', {
        ...{ slots: 50, filled: 3, recalled: 0, isComplete: false, doses: [] },
        runs: [
          { from: '00:00', halfHours: 3, state: 'asleep' },
          { from: '01:30', halfHours: 47, state: null },
        ],
      }),
      ...FULL.diary.days,
    ],
    average: undefined,
  },
  severity: {
    ...FULL.severity,
    symptoms: NAMES.map((name) => makeFigures(name, 3, 2)),
    lines: FULL.severity.lines.map((line, index) => ({ ...line, name: NAMES[index] ?? '' })),
  },
  notes: {
    count: 1,
    shown: [
      {
        ...{ day: '2026-11-17', time: '09:00', symptom: NAMES[0] ?? '', isCut: true },
        text: 'M'.repeat(300),
      },
    ],
  },
  authors: [{ author: 'M'.repeat(100), entries: 12 }],
});

const FIVE = ['Tremor', 'Stiffness', 'Balance', 'Poor sleep', 'Freezing'];
const MUCH = makeSummary({
  topics: Array.from({ length: 20 }, (_, index) => `Topic ${index + 1}, in a few words`),
  severity: {
    ...FULL.severity,
    symptoms: FIVE.map((name, index) => makeFigures(name, 1 + index / 2, 1 + index)),
    lines: FIVE.map((name) => ({ name, averages: FULL.severity.lines[0]?.averages ?? [] })),
  },
  medication: FULL.medication && {
    ...FULL.medication,
    afterDose: FIVE.flatMap((name) => {
      const result = FULL.medication?.afterDose[0]?.result;
      return result ? [{ name, result }] : [];
    }),
  },
});

async function openNumbers() {
  await see(page.getByRole('region', { name: 'Motor diary' }));
  for (const summary of document.querySelectorAll<HTMLElement>('.visit summary')) summary.click();
}

visitAll([
  {
    name: 'the page for a visit, full',
    path: '/dashboard?visit',
    answers: answers(),
    reach: () => see('On 10.5 h, asleep 9.5 h a day.'),
  },
  {
    name: 'the page for a visit, with its numbers',
    path: '/dashboard?visit',
    answers: answers(),
    reach: openNumbers,
  },
  {
    name: 'the page for a visit without entries',
    path: '/dashboard?visit',
    answers: answers({ getVisitSummary: EMPTY }),
    reach: () => see('Nothing was logged from Oct 22 to Nov 18, 2026.'),
  },
  {
    name: 'the page for a visit with long names and a day of 25 hours',
    path: '/dashboard?visit',
    answers: { ...LONG_ANSWERS, ...answersForVisits(), getVisitSummary: LONG_SUMMARY },
    reach: async () => {
      await see('(25 hours: the clocks changed)');
      await openNumbers();
    },
  },
  {
    name: 'the page for a visit with five symptoms and twenty topics',
    path: '/dashboard?visit',
    answers: answers({ getVisitSummary: MUCH }),
    reach: () => see('Topic 20, in a few words'),
  },
  {
    name: 'the page for a visit without the diary',
    path: '/dashboard?visit',
    answers: answers({ getVisitSummary: makeSummary({ diary: undefined, weeks: undefined }) }),
    reach: () => see('To talk about on Dec 3'),
  },
  {
    name: 'the page for a visit without medication',
    path: '/dashboard?visit',
    answers: answers({ getVisitSummary: makeSummary({ medication: undefined }) }),
    reach: () => see('On 10.5 h, asleep 9.5 h a day.'),
  },
  {
    name: 'the page for a visit without a network',
    path: '/dashboard?visit',
    answers: answers({ getVisitSummary: lost }),
    reach: () => see('This page is not stored on this device.'),
  },
  {
    name: 'a new visit',
    path: '/dashboard?nextvisit',
    answers: answers(answersForVisits()),
    reach: () => see('What I want to talk about'),
  },
  {
    name: 'a visit with a day and lines, saved',
    path: '/dashboard?nextvisit',
    answers: answers(),
    reach: async () => {
      await fill('Third topic', 'Falls');
      await button('Save').click();
      await see('Your visit on Thu, Dec 3 is saved.');
    },
  },
  {
    name: 'earlier and deleted visits',
    path: '/dashboard?nextvisit',
    answers: answers(
      answersForVisits([
        makeVisit(),
        makeVisit({ visitId: crypto.randomUUID(), day: '2026-05-04' }),
        makeVisit({ visitId: crypto.randomUUID(), deletedAt: '2026-11-17T17:00:00.000Z' }),
      ]),
    ),
    reach: async () => {
      await button('Earlier and deleted visits').click();
      await see(button('Restore the visit on Thu, Dec 3'));
    },
  },
  {
    name: 'an earlier visit, with others below it',
    path: '/dashboard?nextvisit',
    answers: answers(
      answersForVisits([
        makeVisit(),
        makeVisit({ visitId: crypto.randomUUID(), day: '2026-12-20', topics: [] }),
        makeVisit({
          ...{ visitId: crypto.randomUUID(), day: '2026-05-04' },
          topics: ['M'.repeat(200), 'Getting out of a low chair takes three tries'],
        }),
        makeVisit({ visitId: crypto.randomUUID(), day: '2025-11-10', topics: ['Falls'] }),
        makeVisit({
          ...{ visitId: crypto.randomUUID(), day: '2026-12-10' },
          deletedAt: '2026-11-17T17:00:00.000Z',
        }),
      ]),
    ),
    reach: async () => {
      await button('Earlier and deleted visits').click();
      await see(button('Restore the visit on Thu, Dec 10'));
      await button('Edit the visit on Mon, May 4').click();
      await fill('Third topic', 'Pain');
    },
  },
  {
    name: 'other visits, one of them not saved yet',
    path: '/dashboard?nextvisit',
    answers: answers(
      answersForVisits([
        makeVisit(),
        makeVisit({ visitId: crypto.randomUUID(), day: '2026-12-20', topics: [] }),
        ...Array.from({ length: 7 }, (_, month) =>
          makeVisit({ visitId: crypto.randomUUID(), day: `2026-0${month + 1}-04` }),
        ),
      ]),
    ),
    reach: async () => {
      await button('Earlier and deleted visits').click();
      await button('Edit the visit on Sat, Jul 4').click();
      await fill('Third topic', 'Pain');
      await button('Earlier and deleted visits').click();
      await see('(not saved yet)');
    },
  },
  {
    name: 'a visit that was changed somewhere else',
    path: '/dashboard?nextvisit',
    answers: answers({
      saveVisit: refuse('visitChanged', { stored: makeVisit({ version: 2, topics: ['Pain'] }) }),
    }),
    reach: async () => {
      await fill('Third topic', 'Falls');
      await button('Save').click();
      await see(button('Keep what is saved'));
    },
  },
  {
    name: 'a visit in three days, in Today',
    path: '/dashboard',
    answers: answers(answersForVisits([makeVisit({ day: '2026-11-21' })])),
    reach: () => see('Fill it in today, for your visit'),
  },
]);
