import { page } from 'vitest/browser';
import { GUIDE_PAGES } from '../../domain/guide.ts';
import { visitAll } from '../testing/gallery.ts';
import { answersFor, makePerson } from '../testing/person.ts';
import { see } from '../testing/screen.ts';
import { refuse } from '../testing/server.ts';

/** Every page of the help. */

const ANSWERS = answersFor(makePerson());
const NOBODY = { getSession: refuse('signedOut') };

visitAll([
  {
    name: 'help, signed out',
    path: '/help',
    answers: NOBODY,
    reach: () => see(page.getByRole('link', { name: 'Sign in' })),
  },
  {
    name: 'help, signed in',
    path: '/help',
    answers: ANSWERS,
    reach: () => see(page.getByRole('link', { name: 'Overview' })),
  },
  ...GUIDE_PAGES.map((name, index) => ({
    name: `help, ${name}`,
    isThorough: index === 0,
    path: `/help?page=${name}`,
    answers: ANSWERS,
    reach: () => see(page.getByRole('link', { name: 'Help', exact: true })),
  })),
]);
