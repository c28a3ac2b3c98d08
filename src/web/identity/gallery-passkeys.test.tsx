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
    path: SETTINGS,
    answers: MANY,
    reach: () => see('Old tablet'),
  },
  {
    name: 'no passkeys at this address',
    path: SETTINGS,
    answers: { ...MANY, getConfig: { ...PLAIN, passkeys: 'address' } },
    reach: () => see('the address of this site is a number. It needs a name.'),
  },
  {
    name: 'a passkey to add, not finished',
    path: SETTINGS,
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
    path: SETTINGS,
    answers: MANY,
    reach: async () => {
      await button('Rename, Passkey, Blue phone').click();
      await see(dialog());
    },
  },
  {
    name: 'a passkey to remove',
    path: SETTINGS,
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
