import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson, NOBODY, PLAIN } from '../testing/person.ts';
import {
  alert,
  button,
  field,
  fill,
  keys,
  logOut,
  see,
  seeCount,
  seeNot,
  seeTexts,
  summary,
} from '../testing/screen.ts';
import { type Answers, lost, refuse } from '../testing/server.ts';

const PERSON = makePerson({ isNewUser: true });
const { userId, email } = PERSON.profile;
const PASSWORD = 'steady as she goes';
const SIGNED_OUT: Answers = { ...answersFor(PERSON), ...NOBODY, getSession: refuse('signedOut') };
/** The session of an account without a profile. */
const BARE = {
  ...makePerson({ userId, email, name: '', firstName: '' }).session,
  hasProfile: false,
};
const send = button('Sign Up', true);
const YEARS = "Enter your years with Parkinson's, from 0 to 120.";
const fault = page.getByText('Passwords do not match');

async function fillAll(): Promise<void> {
  await fill('First Name', 'Ada');
  await fill('Last Name', 'Lovelace');
  await fill('Birthday', '1951-12-10');
  await field('Biological Sex').selectOptions('Female');
  await fill("Number of Years with Parkinson's", '6');
  await fill('Email', email);
  await fill('Password', PASSWORD);
  await fill('Confirm Password', PASSWORD);
}

it('creates the account, then its profile', async () => {
  const server = openApp('/signup', SIGNED_OUT);
  await fillAll();
  server.answer({
    signUp: { userId, email },
    createUser: PERSON.profile,
    getSession: BARE,
    clearNewUser: {},
  });
  await send.click();
  await see(button('Get Started'));
  expect(location.search).toBe('?tab=profile');
  await expect.poll(() => server.inputsOf('signUp')).toEqual([{ email, password: PASSWORD }]);
  await expect
    .poll(() => server.inputsOf('createUser'))
    .toEqual([
      {
        userId,
        email,
        firstName: 'Ada',
        lastName: 'Lovelace',
        birthday: '1951-12-10',
        biologicalSex: 'female',
        yearsWithParkinsons: 6,
        timeZone: 'America/New_York',
      },
    ]);
});

it('reports unequal passwords at the field after blur, and in the summary after submission', async () => {
  openApp('/signup', SIGNED_OUT);
  await fillAll();
  const repeated = field('Confirm Password');
  await repeated.fill('something else');
  await expect.element(repeated).not.toHaveAttribute('aria-invalid');
  await seeNot(fault);
  await keys('{Tab}');
  await expect.element(repeated).toHaveAttribute('aria-invalid', 'true');
  await expect.element(repeated).toHaveAccessibleDescription('Passwords do not match');
  await seeCount(fault, 1);
  await send.click();
  await expect
    .element(page.getByRole('region', { name: 'Please check this field:' }))
    .toHaveFocus();
  await summary().getByRole('link', { name: 'Passwords do not match' }).click();
  await expect.element(repeated).toHaveFocus();
  await repeated.fill(PASSWORD);
  await expect.element(repeated).not.toHaveAttribute('aria-invalid');
});

it('lists all errors that the browser’s own validation does not find', async () => {
  openApp('/signup', SIGNED_OUT);
  await fillAll();
  await fill('First Name', '  ');
  await fill("Number of Years with Parkinson's", '121');
  await fill('Password', 'short');
  await fill('Confirm Password', 'short');
  await send.click();
  await seeTexts(summary().getByRole('link'), [
    'Password must be at least 6 characters long',
    'Enter your first name.',
    YEARS,
  ]);
  await fill("Number of Years with Parkinson's", 'about 7');
  await send.click();
  await expect
    .element(field("Number of Years with Parkinson's"))
    .toHaveAccessibleDescription(`A whole number, such as 6 ${YEARS}`);
});

it('asks for the email and the password first, then for what it says is about the person', async () => {
  openApp('/signup', SIGNED_OUT);
  await see(page.getByRole('heading', { name: 'About you' }));
  const order = document.querySelectorAll('.field-label, h2');
  expect([...order].map(({ textContent }) => textContent)).toEqual([
    'Email',
    'Password',
    'Confirm Password',
    'About you',
    'First Name',
    'Last Name',
    'Birthday',
    'Biological Sex',
    "Number of Years with Parkinson's",
  ]);
});

it.each([
  [480, true],
  [360, false],
])('on %s px, first and last name stand side by side: %s', async (width, isOneRow) => {
  await page.viewport(width, 740);
  openApp('/signup', SIGNED_OUT);
  await see(field('Last Name'));
  const [first, last] = ['First Name', 'Last Name'].map(
    (label) => field(label).element().getBoundingClientRect().top,
  );
  expect(first === last).toBe(isOneRow);
});

it('lists missing values in the summary, with a link to each field', async () => {
  openApp('/signup', SIGNED_OUT);
  await fillAll();
  await fill('First Name', '');
  await fill('Email', 'faye');
  await fill('Birthday', '2099-01-01');
  await send.click();
  await expect.element(page.getByRole('region', { name: 'Please check' })).toHaveFocus();
  await seeTexts(summary().getByRole('link'), [
    'Email: enter an address like name@example.org',
    'Enter your first name.',
    'Birthday: it cannot be in the future',
  ]);
  await summary().getByRole('link', { name: 'Enter your first name.' }).click();
  await expect.element(field('First Name')).toHaveFocus();
  await expect.element(field('First Name')).toHaveAccessibleDescription('Enter your first name.');
});

it.each([
  ['emailInUse', 'An account with this email already exists. Please sign in instead. Sign in'],
  ['signUpClosed', 'This server takes no new accounts.'],
  ['passwordTooCommon', 'This password is too common. Please choose another one.'],
] as const)('says that the account was refused: %s', async (error, words) => {
  openApp('/signup', { ...SIGNED_OUT, signUp: refuse(error) });
  await fillAll();
  await send.click();
  await expect.element(alert()).toHaveTextContent(words);
});

it('says that the server could not be reached', async () => {
  openApp('/signup', { ...SIGNED_OUT, signUp: lost });
  await fillAll();
  await send.click();
  await expect.element(alert()).toHaveTextContent('Sign up failed');
});

it('saves a missing profile on the same screen', async () => {
  const server = openApp('/signup', SIGNED_OUT);
  await fillAll();
  server.answer({ signUp: { userId, email }, createUser: lost, getSession: BARE });
  await send.click();
  await expect
    .element(alert())
    .toHaveTextContent(
      'Account created but there was an issue saving your profile data. Please contact support. support@example.org',
    );
  await see(page.getByRole('heading', { name: 'Finish your profile' }));
  await expect.element(field('First Name')).toHaveValue('Ada');
  await seeNot(field('Email'));
  server.answer({ createUser: PERSON.profile });
  await button('Save profile').click();
  await see(button('Get Started'));
  await expect.poll(() => server.inputsOf('signUp')).toHaveLength(1);
});

it('says that the server takes no new accounts, and leads to the sign-in screen', async () => {
  openApp('/signup', { ...SIGNED_OUT, getConfig: { ...PLAIN, signUp: false } });
  await see('This server takes no new accounts.');
  await seeNot(field('First Name'));
  await seeNot(button('Sign up with Google'));
  await page.getByRole('link', { name: 'Back to Sign In' }).click();
  await see('Sign in to your account');
});

it('finishes a profile even if the server takes no new accounts', async () => {
  openApp('/signup', {
    ...answersFor(PERSON),
    getSession: BARE,
    getConfig: { ...PLAIN, signUp: false },
  });
  await see(page.getByRole('heading', { name: 'Finish your profile' }));
  await see(field('First Name'));
});

it('lets a returning person without a profile complete it or log out', async () => {
  const server = openApp('/dashboard', { ...answersFor(PERSON), getSession: BARE, signOut: {} });
  await see(`Your account ${email} is ready. These details are still missing.`);
  await seeNot(field('Password', true));
  server.answer({ getSession: refuse('signedOut') });
  await logOut();
  await see('Create your account');
});
