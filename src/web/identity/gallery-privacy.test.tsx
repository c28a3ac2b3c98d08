import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { INVITATION } from '../testing/caregivers.ts';
import { visitAll } from '../testing/gallery.ts';
import { ANSWERS } from '../testing/gallery-people.ts';
import { makePerson, PLAIN } from '../testing/person.ts';
import { button, fill, see, seeNot } from '../testing/screen.ts';
import { type Answers, refuse } from '../testing/server.ts';

/** Every screen that shows the operator's privacy notice. */

const getConfig = { ...PLAIN, privacyUrl: 'https://example.org/privacy' };
const NOBODY: Answers = { getConfig, getSession: refuse('signedOut') };
const notice = page.getByRole('link', { name: 'Privacy notice' });
const reach = () => see(notice);
const LINK = `/sign-in-link#email=ada@example.org&challenge=challenge-1&code=code-1`;
const INVITED = `/invitation#${'a1'.repeat(32)}`;

visitAll([
  { name: 'privacy notice at sign-up', path: '/signup', answers: NOBODY, reach },
  { name: 'privacy notice at sign-in', path: '/signin', answers: NOBODY, reach },
  { name: 'privacy notice beside a link', path: LINK, answers: NOBODY, reach },
  {
    name: 'privacy notice of an invitation',
    path: INVITED,
    answers: {
      ...NOBODY,
      getConfig: { ...getConfig, signUp: false },
      getInvitation: INVITATION,
    },
    reach,
  },
  {
    name: 'privacy notice in Settings',
    path: '/dashboard?tab=settings',
    answers: { ...ANSWERS, getConfig },
    reach,
  },
]);

it('opens the notice in a new tab, and sends that the person agrees', async () => {
  const { profile, session } = makePerson();
  const server = openApp('/signup', {
    ...NOBODY,
    ...ANSWERS,
    getConfig,
    getSession: refuse('signedOut'),
    signUp: { userId: session.id, email: session.email },
    createUser: profile,
  });
  await expect.element(notice).toHaveAttribute('href', getConfig.privacyUrl);
  await expect.element(notice).toHaveAttribute('target', '_blank');
  await fill('First Name', 'Ada');
  await fill('Last Name', 'Lovelace');
  await fill('Birthday', '1951-12-10');
  await page.getByLabelText('Biological Sex').selectOptions('female');
  await fill("Number of Years with Parkinson's", '6');
  await fill('Email', session.email);
  await page.getByLabelText('Password', { exact: true }).fill('a new horse 47');
  await fill('Confirm Password', 'a new horse 47');
  server.answer({ getSession: session });
  await button('Sign Up', true).click();
  await expect.poll(() => server.inputsOf('signUp')).toMatchObject([{ consent: true }]);
  // The profile is saved next, which must not reach the server of the next test.
  await expect.poll(() => server.inputsOf('createUser')).toHaveLength(1);
});

it('shows nothing where there is no notice, or no account can be made', async () => {
  openApp('/signin', { ...NOBODY, getConfig: { ...getConfig, signUp: false } });
  await see(button('Continue'));
  await seeNot(notice);
});
