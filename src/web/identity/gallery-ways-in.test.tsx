import { it } from 'vitest';
import { errors } from '../../contract/errors.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { openApp } from '../testing/app.tsx';
import { visitAll } from '../testing/gallery.ts';
import { ANSWERS, LONG_EMAIL, PERSON } from '../testing/gallery-people.ts';
import { NOBODY, PLAIN } from '../testing/person.ts';
import { providerWindow } from '../testing/provider-window.ts';
import { alert, button, dialog, field, fill, keys, see, summary } from '../testing/screen.ts';
import { type Answers, lost, refuse, silence } from '../testing/server.ts';

/** Every state of the screens for signed-out people. */

const SIGNED_OUT: Answers = { ...NOBODY, getSession: refuse('signedOut') };
const ALL_WAYS: Answers = {
  ...SIGNED_OUT,
  getConfig: { ...PLAIN, providers: ['google', 'facebook', 'github', 'twitter'] },
};
const NEW = 'steadier than before';
const SETTINGS = '/dashboard?tab=settings';
const LINK = `/sign-in-link#email=${LONG_EMAIL}&challenge=challenge-1&code=code-1`;

async function fillPasswords(label = 'New Password', one = NEW, other = one): Promise<void> {
  await fill(label, one);
  await fill(`Confirm ${label}`, other);
}

async function openDialog(name: string): Promise<void> {
  await button(name).click();
  await see(dialog());
}

visitAll([
  {
    name: 'sign in, every way, with a link on its way to a long address',
    path: '/signin',
    answers: { ...ALL_WAYS, sendSignInLink: {} },
    reach: async () => {
      await fill('Email', LONG_EMAIL);
      await button('Email me a sign-in link').click();
      await see('A link is on its way to');
    },
  },
  {
    name: 'sign in, with a link for accounts only',
    path: '/signin',
    answers: { ...ALL_WAYS, sendSignInLink: { accountsOnly: true } },
    reach: async () => {
      await fill('Email', LONG_EMAIL);
      await button('Email me a sign-in link').click();
      await see('We can’t send more emails to new addresses today.');
    },
  },
  {
    name: 'sign in, refused, with the password shown',
    path: '/signin',
    answers: { ...SIGNED_OUT, signIn: refuse('wrongCredentials') },
    reach: async () => {
      await fill('Email', 'ada@example.org');
      await fill('Password', 'not the password');
      await button('Show').click();
      await button('Continue').click();
      await see(alert());
    },
  },
  {
    name: 'sign in, after too many wrong passwords, with a link that arrives later',
    path: '/signin',
    answers: {
      ...ALL_WAYS,
      signIn: refuse('budgetSpent'),
      sendSignInLink: { minutes: 9 },
    },
    reach: async () => {
      await fill('Email', 'ada@example.org');
      await fill('Password', 'not the password');
      await button('Continue').click();
      await see(alert());
      await button('Email me a sign-in link').click();
      await see(/It can take 9 minutes to arrive/);
    },
  },
  {
    name: 'sign in, after too many wrong passwords, where no email goes out',
    path: '/signin',
    answers: {
      ...SIGNED_OUT,
      getConfig: { ...PLAIN, signInLink: false },
      signIn: refuse('budgetSpentWithoutMail', {
        error: `${errors.budgetSpentWithoutMail.message} If you have none, write to ${LONG_EMAIL}.`,
      }),
    },
    reach: async () => {
      await fill('Email', 'ada@example.org');
      await fill('Password', 'not the password');
      await button('Continue').click();
      await see(alert());
    },
  },
  {
    name: 'sign in, with fields that are missing and wrong',
    path: '/signin',
    answers: SIGNED_OUT,
    reach: async () => {
      await fill('Email', 'sonya');
      await button('Continue').click();
      await see(summary());
    },
  },
  {
    name: 'sign in, where Google is not set up',
    path: '/signin',
    answers: SIGNED_OUT,
    reach: async () => {
      await button('Sign in with Google').click();
      await see('Google sign-in is not set up here.');
    },
  },
  {
    name: 'sign in, while Google’s window is open',
    path: '/signin',
    answers: ALL_WAYS,
    reach: async () => {
      providerWindow();
      await button('Sign in with Google').click();
      await see('Google opened in a new window. Sign in there, then come back.');
    },
  },
  {
    name: 'sign in, refused at Google',
    path: '/oauth-end',
    answers: {
      ...ALL_WAYS,
      takeOAuthOutcome: {
        outcome: {
          id: 'v',
          provider: 'google',
          purpose: 'signIn',
          mode: 'page',
          problem:
            'You did not finish signing in with Google. Please try again, or sign in another way.',
        },
      },
    },
    reach: () => see(alert()),
  },
  {
    name: 'sign in, after the account was deleted',
    path: SETTINGS,
    answers: { ...ANSWERS, deleteAccount: {} },
    reach: async () => {
      await openDialog('Delete Account');
      await fill('Your password', 'steady as she goes');
      await button('Delete my account permanently').click();
      await see('Your account and everything in it were deleted.');
    },
  },
  {
    name: 'a new way to sign in that was not the person',
    path: '/not-me#way=github&secret=secret-1',
    answers: { ...SIGNED_OUT, endWayIn: refuse('wayInEnded') },
    reach: async () => {
      await button('It was not me. End it').click();
      await see(alert());
    },
  },
  {
    name: 'a new way to sign in that was ended',
    path: '/not-me#way=github&secret=secret-1',
    answers: { ...SIGNED_OUT, endWayIn: {} },
    reach: async () => {
      await button('It was not me. End it').click();
      await see('You have been logged out everywhere.');
    },
  },
  {
    name: 'a new device that was not the person',
    path: '/not-me#way=browser&secret=secret-1',
    answers: SIGNED_OUT,
    reach: () => see('Someone signed in to your account on a new device.'),
  },
  {
    name: 'a new link that was not the person, and was ended',
    path: '/not-me#way=share&secret=secret-1',
    answers: { ...SIGNED_OUT, endWayIn: {} },
    reach: async () => {
      await button('It was not me. End it').click();
      await see('Nobody can open that link now.');
    },
  },
  {
    name: 'an email to change back, which failed',
    path: '/email-back#secret=secret-1',
    answers: { ...SIGNED_OUT, undoEmailChange: refuse('emailUndoEnded') },
    reach: async () => {
      await button('Change it back').click();
      await see(alert());
    },
  },
  {
    name: 'an email that was changed back',
    path: '/email-back#secret=secret-1',
    answers: { ...SIGNED_OUT, undoEmailChange: {} },
    reach: async () => {
      await button('Change it back').click();
      await see('Your account has its old email again.');
    },
  },
  {
    name: 'sign up',
    path: '/signup',
    answers: ALL_WAYS,
    reach: () => see(field('First Name')),
  },
  {
    name: 'sign up, with a password that was repeated wrongly',
    path: '/signup',
    answers: SIGNED_OUT,
    reach: async () => {
      await fillPasswords('Password', NEW, 'something else');
      await keys('{Tab}');
      await see('Passwords do not match');
    },
  },
  {
    name: 'sign up, with fields that are missing and wrong',
    path: '/signup',
    answers: SIGNED_OUT,
    reach: async () => {
      await fill('Birthday', '2099-01-01');
      await fill('Email', 'faye');
      await fillPasswords('Password', 'short', 'other');
      await button('Sign Up', true).click();
      await see(summary());
    },
  },
  {
    name: 'sign up, to finish a profile that was not saved',
    path: '/dashboard',
    answers: {
      ...ANSWERS,
      getSession: { ...PERSON.session, hasProfile: false },
      createUser: lost,
    },
    reach: async () => {
      await fill('First Name', 'Ada');
      await fill('Last Name', 'Lovelace');
      await fill('Birthday', '1951-12-10');
      await field('Biological Sex').selectOptions('Female');
      await fill("Number of Years with Parkinson's", '6');
      await button('Save profile').click();
      await see(alert());
    },
  },
  {
    name: 'sign up, on a server that takes no new accounts',
    path: '/signup',
    answers: { ...SIGNED_OUT, getConfig: { ...PLAIN, signUp: false } },
    reach: () => see('This server takes no new accounts.'),
  },
  {
    name: 'a forgotten password',
    path: '/forgot-password',
    answers: SIGNED_OUT,
    reach: () => see(button('Reset Password')),
  },
  {
    name: 'a forgotten password, with a code that is refused',
    path: '/forgot-password',
    answers: { ...SIGNED_OUT, resetPassword: { challenge: 'c' } },
    reach: async (server) => {
      await fill('Email', 'ada@example.org');
      await fillPasswords();
      await button('Reset Password').click();
      await field('Code from the email').fill('123456');
      server.answer({ resetPassword: refuse('resetFailed') });
      await button('Reset Password').click();
      await see(alert());
    },
  },
  {
    name: 'a forgotten password, after too many wrong ones',
    path: '/forgot-password',
    answers: { ...SIGNED_OUT, resetPassword: refuse('budgetSpent') },
    reach: async () => {
      await fill('Email', 'ada@example.org');
      await fillPasswords();
      await button('Reset Password').click();
      await see(alert());
    },
  },
  {
    name: 'a forgotten password, with half a code',
    path: '/forgot-password',
    answers: { ...SIGNED_OUT, resetPassword: { challenge: 'c' } },
    reach: async () => {
      await fill('Email', 'ada@example.org');
      await fillPasswords();
      await button('Reset Password').click();
      await field('Code from the email').fill('1');
      await button('Reset Password').click();
      await see(summary());
    },
  },
  {
    name: 'a forgotten password, at a server that sends no email',
    path: '/forgot-password',
    answers: {
      ...SIGNED_OUT,
      getConfig: { ...PLAIN, signInLink: false, supportEmail: LONG_EMAIL },
      resetPassword: { challenge: 'c' },
    },
    reach: async () => {
      await fill('Email', 'ada@example.org');
      await fillPasswords();
      await button('Reset Password').click();
      await see(field('Code', true));
    },
  },
  {
    name: 'a forgotten password, reset',
    path: '/forgot-password',
    answers: { ...SIGNED_OUT, resetPassword: { message: 'Password has been reset successfully!' } },
    reach: async () => {
      await fill('Email', 'ada@example.org');
      await fillPasswords();
      await button('Reset Password').click();
      await see('Password has been reset successfully!');
    },
  },
  {
    name: 'a sign-in link with a long address, for someone else than who is signed in',
    path: LINK,
    answers: ANSWERS,
    reach: () => see('You will be logged out of that account.'),
  },
  {
    name: 'a sign-in link that was used',
    path: LINK,
    answers: { ...SIGNED_OUT, signInWithLink: refuse('linkSpent') },
    reach: async () => {
      await button('Sign in').click();
      await see(alert());
    },
  },
  {
    name: 'a sign-in link in another browser',
    path: LINK,
    answers: { ...SIGNED_OUT, signInWithLink: refuse('linkElsewhere') },
    reach: async () => {
      await button('Sign in').click();
      await see(alert());
    },
  },
  {
    name: 'a sign-in link to an email that was changed',
    path: LINK,
    answers: { ...SIGNED_OUT, signInWithLink: refuse('emailHeld') },
    reach: async () => {
      await button('Sign in').click();
      await see(alert());
    },
  },
  {
    name: 'half a sign-in link',
    path: '/sign-in-link#email=half@example.org',
    answers: SIGNED_OUT,
    reach: () => see('Part of this link is missing.'),
  },
  {
    name: 'back from a provider, too late',
    path: '/oauth-end',
    answers: { ...SIGNED_OUT, takeOAuthOutcome: { outcome: null } },
    reach: () => see(alert()),
  },
  {
    name: 'back from a provider, without an answer',
    path: '/oauth-end',
    answers: { ...SIGNED_OUT, takeOAuthOutcome: lost },
    reach: () => see('We can’t reach the server'),
  },
  {
    name: 'while the session is looked up',
    path: '/dashboard',
    answers: { ...NOBODY, getSession: silence },
    reach: () => see('Loading...'),
  },
  {
    name: 'a server that cannot be reached',
    path: '/dashboard',
    answers: { ...NOBODY, getSession: refuse('unavailable') },
    reach: () => see('We can’t reach the server right now.'),
  },
  {
    name: 'an address that is no screen',
    path: '/nowhere',
    answers: SIGNED_OUT,
    reach: () => see('There is no page at this address.'),
  },
]);

it('larger text, high contrast and large controls, all at once', async () => {
  localStorage.setItem('display', JSON.stringify(['largeText', 'highContrast', 'largeControls']));
  openApp('/signup', ALL_WAYS);
  await see(field('First Name'));
  await expectAccessible({ isThorough: true });
});
