import { vi } from 'vitest';
import { visitAll } from '../testing/gallery.ts';
import { ANSWERS, LONG, LONG_ANSWERS, LONG_EMAIL } from '../testing/gallery-people.ts';
import { answerForPasskeys, notAllowed, PASSKEY, PASSKEY_CREATION } from '../testing/passkeys.ts';
import { NOBODY, PLAIN } from '../testing/person.ts';
import { alert, button, dialog, fill, see } from '../testing/screen.ts';
import { type Answers, refuse } from '../testing/server.ts';
import { setPasskeyHere } from './passkey-here.ts';

/** Every state of the screens for passkeys. */

const SETTINGS = '/dashboard?tab=settings';
const WAYS_IN = `${SETTINGS}&open=ways-in`;
const LONG_HOST = `${'a'.repeat(60)}.${'b'.repeat(60)}.example.org`;
const ACCOUNT = {
  email: LONG_EMAIL,
  emailProven: true,
  hasPassword: true,
  waysIn: [
    { wayId: 'password', kind: 'password', email: '', since: null, isRemovable: true },
    PASSKEY,
    { ...PASSKEY, wayId: 'passkey-2', passkey: { ...PASSKEY.passkey, name: 'W'.repeat(100) } },
    {
      ...PASSKEY,
      wayId: 'passkey-3',
      passkey: { ...PASSKEY.passkey, name: 'Old tablet', otherHost: LONG_HOST },
    },
  ],
  proofs: ['passkey', 'password'],
  confirmed: true,
} satisfies Answers['getAccount'];
const MANY: Answers = {
  ...LONG_ANSWERS,
  getAccount: ACCOUNT,
  getPasskeyCreation: PASSKEY_CREATION,
};

const CLINIC: Answers = {
  ...NOBODY,
  getSession: refuse('signedOut'),
  getConfig: { ...PLAIN, providers: ['oidc'], oidcName: 'Clinic of a long name' },
};
const CLINIC_ONLY: Answers = {
  ...CLINIC,
  getConfig: {
    ...PLAIN,
    providers: ['oidc'],
    oidcName: 'Clinic of a long name',
    oidcOnly: true,
    signUp: false,
  },
};
const OUTCOME = { id: 'v', provider: 'oidc', purpose: 'signIn', mode: 'page' } as const;
const JOINING: Answers = {
  takeOAuthOutcome: {
    outcome: { ...OUTCOME, problem: 'An account exists.', accountEmail: LONG_EMAIL },
  },
};

visitAll([
  {
    name: 'sign in where a passkey was used before',
    path: '/signin',
    answers: () => {
      setPasskeyHere(true);
      return { ...NOBODY, getSession: refuse('signedOut') };
    },
    reach: () => see(button('Sign in with a passkey')),
  },
  {
    name: 'sign in, with a passkey that is gone, at a new host',
    path: '/signin',
    answers: {
      ...NOBODY,
      getSession: refuse('signedOut'),
      getConfig: { ...PLAIN, formerHost: LONG_HOST },
      signInWithPasskey: refuse('passkeyGone'),
    },
    reach: async () => {
      answerForPasskeys({});
      await button('Sign in with a passkey').click();
      await see(alert());
    },
  },
  {
    name: 'sign in with the own provider, or with a password',
    path: '/signin?password=1',
    answers: CLINIC,
    reach: () => see(button('Sign in with Clinic of a long name')),
  },
  {
    name: 'sign in with the own provider alone',
    path: '/signin?out=1',
    answers: CLINIC_ONLY,
    reach: () => see(button('Sign in with Clinic of a long name')),
  },
  {
    name: 'the own provider refused',
    path: '/oauth-end',
    answers: {
      ...CLINIC_ONLY,
      takeOAuthOutcome: { outcome: { ...OUTCOME, problem: 'Clinic says no.' } },
    },
    reach: () => see(alert()),
  },
  {
    name: 'an account to join to the own provider, with a wrong password',
    path: '/oauth-end',
    answers: { ...CLINIC_ONLY, ...JOINING, joinOwnProvider: refuse('wrongPassword') },
    reach: async () => {
      await fill('The password of that account', 'not it');
      await button('Continue').click();
      await see(alert());
    },
  },
  {
    name: 'an account to join to the own provider, with a code',
    path: '/oauth-end',
    answers: { ...CLINIC_ONLY, ...JOINING, joinOwnProvider: { challenge: 'A'.repeat(43) } },
    reach: async () => {
      await button('Use a code by email instead').click();
      await button('Send code').click();
      await see('Code from the email');
    },
  },
  {
    name: 'an offer to sign in with this device, with the password to confirm it',
    path: '/signin',
    answers: {
      ...ANSWERS,
      getSession: refuse('signedOut'),
      signIn: ANSWERS.getSession,
    },
    reach: async () => {
      vi.spyOn(
        PublicKeyCredential,
        'isUserVerifyingPlatformAuthenticatorAvailable',
      ).mockResolvedValue(true);
      await fill('Email', 'ada@example.org');
      await fill('Password', 'steady as she goes');
      await button('Continue').click();
      await button('Set it up').click();
      await see(dialog());
    },
  },
  {
    name: 'passkeys with long names, one of another host',
    path: WAYS_IN,
    answers: MANY,
    reach: () => see('Old tablet'),
  },
  {
    name: 'no passkeys at this address',
    path: WAYS_IN,
    answers: { ...MANY, getConfig: { ...PLAIN, passkeys: 'address' } },
    reach: () => see('the address of this site is a number. It needs a name.'),
  },
  {
    name: 'a passkey to add, not finished',
    path: WAYS_IN,
    answers: MANY,
    reach: async () => {
      answerForPasskeys({ make: notAllowed });
      await button('Add a passkey').click();
      await dialog().getByRole('button', { name: 'Continue' }).click();
      await see(alert());
    },
  },
  {
    name: 'a passkey to rename',
    path: WAYS_IN,
    answers: MANY,
    reach: async () => {
      await button('Rename, Passkey, Blue phone').click();
      await see(dialog());
    },
  },
  {
    name: 'a passkey to remove',
    path: WAYS_IN,
    answers: MANY,
    reach: async () => {
      await button('Remove, Passkey, Blue phone').click();
      await see(dialog());
    },
  },
  {
    name: 'an account to delete, with a passkey or the password',
    path: SETTINGS,
    answers: { ...MANY, getSession: LONG.session },
    reach: async () => {
      await button('Delete Account').click();
      await see(dialog());
    },
  },
]);
