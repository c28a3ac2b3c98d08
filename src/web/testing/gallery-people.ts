import { answersFor, makeForms, makePerson, OFF, PLAIN } from './person.ts';
import type { Answers } from './server.ts';

/** The people in the galleries, and the server's answers for them. */

export const PERSON = makePerson({ past: ['Poor sleep'] });
export const ANSWERS = answersFor(PERSON);
export const FORMS = answersFor(PERSON, makeForms(40));

/** The longest names and the longest address that the contract accepts. */
export const LONG_EMAIL = `${'m'.repeat(60)}@${'w'.repeat(60)}.${'x'.repeat(60)}.${'y'.repeat(60)}.org`;
const LONG_NAMES = ['M'.repeat(100), 'Difficulty getting out of a low chair', 'Balance'];
export const LONG = makePerson({
  firstName: 'Wolfeschlegelsteinhausenbergerdorff',
  name: 'Wolfeschlegelsteinhausenbergerdorff Lovelace',
  email: LONG_EMAIL,
  symptoms: [...LONG_NAMES, 'Sleep', 'Pain'],
  past: ['W'.repeat(100)],
});
export const LONG_ANSWERS = answersFor(LONG, makeForms(20, LONG_NAMES).slice(0, 2));

/** A person who signs in only with Google and has just confirmed their identity. */
export const GOOGLE = {
  ...FORMS,
  getConfig: { ...PLAIN, providers: ['google'] },
  getAccount: {
    email: PERSON.profile.email,
    emailProven: true,
    hasPassword: false,
    waysIn: [
      { wayId: 'link', kind: 'link', email: PERSON.profile.email, since: null, isRemovable: false },
      {
        wayId: 'google-1',
        kind: 'google',
        email: PERSON.profile.email,
        since: '2026-03-02T15:00:00.000Z',
        isRemovable: true,
      },
    ],
    proofs: ['code'],
    confirmed: true,
  },
} satisfies Answers;

export const SPREADSHEET_ON = {
  ...OFF,
  spreadsheetId: 'book-1',
  url: 'https://docs.google.com/spreadsheets/d/book-1',
  state: 'current',
} as const;

export const FAULTS = [
  { row: 3, path: 'Severity', rule: 'must be a whole number from 1 to 5' },
  { row: 4, path: 'Logged at (UTC)', rule: 'must be an ISO instant' },
];

/** A preview of an import. */
export const PREVIEW = {
  dryRun: true,
  formsAdded: 2,
  formsSkipped: 1,
  ratings: 6,
  from: '2026-11-17T17:00:00.000Z',
  to: '2026-11-18T20:30:00.000Z',
  symptoms: [
    { name: 'Tremor', slot: 1 },
    { name: 'Balance', slot: null },
  ],
  rowsLeftOut: 0,
  leftOut: [],
};
