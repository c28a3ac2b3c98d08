import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import {
  answerForPasskeys,
  notAllowed,
  PASSKEY,
  PASSKEY_CREATION,
  PASSKEY_REQUEST,
  SENT_MADE,
  SENT_USED,
} from '../testing/passkeys.ts';
import { answersFor, makePerson, NOBODY, PLAIN } from '../testing/person.ts';
import { alert, button, dialog, field, fill, see, seeNot } from '../testing/screen.ts';
import { type Answers, refuse } from '../testing/server.ts';
import { setPasskeyHere, usesPasskeyHere } from './passkey-here.ts';

const PERSON = makePerson();
const ANSWERS = answersFor(PERSON);
const { userId } = PERSON.profile;
const SETTINGS = '/dashboard?tab=settings&open=ways-in';
const ACCOUNT = {
  ...ANSWERS.getAccount,
  waysIn: [...ANSWERS.getAccount.waysIn, PASSKEY],
  proofs: ['passkey', 'password'],
  confirmed: true,
} satisfies Answers['getAccount'];

describe('signing in with a passkey', () => {
  function openSignIn(answers: Answers = {}) {
    return openApp('/signin', {
      ...ANSWERS,
      ...NOBODY,
      getSession: refuse('signedOut'),
      signInWithPasskey: ANSWERS.getSession,
      ...answers,
    });
  }

  it('needs one press and no email', async () => {
    answerForPasskeys({});
    const server = openSignIn();
    await button('Sign in with a passkey').click();
    await see(button('Logout'));
    expect(server.inputsOf('signInWithPasskey')).toEqual([{ passkey: SENT_USED }]);
  });

  /** How far a hand with a strong tremor may land above or below the middle of the button (px). */
  const REACH = 112;

  it.each([true, false])(
    'takes a press far above and below the button, used here before: %s',
    async (isUsed) => {
      answerForPasskeys({});
      setPasskeyHere(isUsed);
      openSignIn();
      await see(button('Sign in with a passkey'));
      const shown = button('Sign in with a passkey').element();
      shown.scrollIntoView({ block: 'center' });
      const { left, width, top, height } = shown.getBoundingClientRect();
      for (const away of [-REACH, 0, REACH]) {
        const hit = document.elementFromPoint(left + width / 2, top + height / 2 + away);
        expect(hit?.closest('[data-press-nearest]')?.contains(shown)).toBe(true);
      }
    },
  );

  it('begins with the passkey in a browser in which one was used, until it is gone', async () => {
    answerForPasskeys({});
    const isFirst = () =>
      Boolean(
        button('Sign in with a passkey')
          .element()
          .compareDocumentPosition(field('Email').element()) & Node.DOCUMENT_POSITION_FOLLOWING,
      );
    openSignIn();
    await button('Sign in with a passkey').click();
    await see(button('Logout'));
    openSignIn({ signInWithPasskey: refuse('passkeyGone') });
    await see(button('Sign in with a passkey'));
    expect(isFirst()).toBe(true);
    await button('Sign in with a passkey').click();
    await see(alert());
    openSignIn();
    await see(button('Sign in with a passkey'));
    expect(isFirst()).toBe(false);
  });

  it.each([
    ['is cancelled', notAllowed, 'You did not finish. Please try again, or use another way.'],
    [
      'fails in the browser',
      () => {
        throw new DOMException('Unknown', 'UnknownError');
      },
      'That did not work. Please try again, or use another way.',
    ],
  ])('says what to do if it %s', async (_, use, sentence) => {
    answerForPasskeys({ use });
    openSignIn();
    await button('Sign in with a passkey').click();
    await expect.element(alert()).toHaveTextContent(sentence);
    answerForPasskeys({});
    await button('Sign in with a passkey').click();
    await see(button('Logout'));
  });

  it('says so if its time is over', async () => {
    answerForPasskeys({ use: notAllowed });
    openSignIn({ getPasskeyRequest: { ...PASSKEY_REQUEST, timeout: 0 } });
    await button('Sign in with a passkey').click();
    const sentence = 'That took more than five minutes. Please try again, or use another way.';
    await expect.element(alert()).toHaveTextContent(sentence);
  });

  it('says so at another address than that of the server', async () => {
    vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false);
    openSignIn({ getPasskeyRequest: { ...PASSKEY_REQUEST, rpId: 'tracker.example.org' } });
    await button('Sign in with a passkey').click();
    const sentence = 'Passkeys do not work at this address. Please use another way.';
    await expect.element(alert()).toHaveTextContent(sentence);
  });

  it('says so if a key no longer opens an account, and does not tell the device: it may be another app’s', async () => {
    answerForPasskeys({});
    const told = vi
      .spyOn(PublicKeyCredential, 'signalUnknownCredential')
      .mockResolvedValue(undefined);
    openSignIn({ signInWithPasskey: refuse('passkeyGone') });
    await button('Sign in with a passkey').click();
    const sentence = 'This passkey no longer opens an account here. Please sign in another way.';
    await expect.element(alert()).toHaveTextContent(sentence);
    expect(told).not.toHaveBeenCalled();
  });

  it('says nothing if the email field can offer none', async () => {
    const server = openSignIn({ getPasskeyRequest: refuse('unavailable') });
    await expect.poll(() => server.inputsOf('getPasskeyRequest')).toHaveLength(1);
    await see(button('Continue'));
    await seeNot(alert());
  });

  it('is not offered where browsers refuse it', async () => {
    openSignIn({ getConfig: { ...PLAIN, passkeys: 'http' } });
    await see(button('Sign in with Google'));
    await seeNot(button('Sign in with a passkey'));
  });
});

describe('the offer after a sign-in', () => {
  async function signIn(isPossible: boolean) {
    vi.spyOn(
      PublicKeyCredential,
      'isUserVerifyingPlatformAuthenticatorAvailable',
    ).mockResolvedValue(isPossible);
    const server = openApp('/signin', {
      ...ANSWERS,
      getSession: refuse('signedOut'),
      getAccount: { ...ANSWERS.getAccount, confirmed: true },
      signIn: ANSWERS.getSession,
      getPasskeyCreation: PASSKEY_CREATION,
      addPasskey: { wayId: 'passkey-1' },
    });
    await fill('Email', 'ada@example.org');
    await fill('Password', 'steady as she goes');
    await button('Continue').click();
    await see(button('Logout'));
    return server;
  }

  it('makes a key only after a press', async () => {
    answerForPasskeys({});
    const server = await signIn(true);
    await button('Set it up').click();
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await see('Done. Next time, press ‘Sign in with a passkey’.');
    expect(server.inputsOf('addPasskey')).toEqual([{ userId, passkey: SENT_MADE }]);
  });

  it('does not come again after ‘Not now’', async () => {
    answerForPasskeys({});
    await signIn(true);
    await button('Not now').click();
    await seeNot(button('Set it up'));
    await signIn(true);
    await seeNot(button('Set it up'));
  });

  it('is not made on a device that can’t keep a key', async () => {
    await signIn(false);
    await seeNot(button('Set it up'));
  });
});

describe('in Settings', () => {
  it('no longer begins the sign-in with the passkey, once the last one is removed', async () => {
    setPasskeyHere(true);
    openApp(SETTINGS, { ...ANSWERS, getAccount: ACCOUNT, removeWayIn: {} });
    await button('Remove, Passkey, Blue phone').click();
    await button('Remove this passkey, ‘Blue phone’').click();
    await see('Removed: Passkey, Blue phone.');
    expect(usesPasskeyHere()).toBe(false);
  });

  it('removes a key, and tells the device', async () => {
    const told = vi
      .spyOn(PublicKeyCredential, 'signalUnknownCredential')
      .mockResolvedValue(undefined);
    const server = openApp(SETTINGS, { ...ANSWERS, getAccount: ACCOUNT, removeWayIn: {} });
    await button('Remove, Passkey, Blue phone').click();
    await button('Remove this passkey, ‘Blue phone’').click();
    await see('Removed: Passkey, Blue phone. You are logged out on your other devices.');
    expect(server.inputsOf('removeWayIn')).toEqual([{ userId, wayId: 'passkey-1' }]);
    expect(told).toHaveBeenCalledWith({ rpId: 'localhost', credentialId: 'AAAA' });
  });

  it('keeps a new name', async () => {
    const server = openApp(SETTINGS, { ...ANSWERS, getAccount: ACCOUNT, renamePasskey: {} });
    await button('Rename, Passkey, Blue phone').click();
    await fill('Name', 'Kitchen tablet');
    await button('Save name').click();
    await see(page.getByRole('dialog', { name: 'Ways to sign in' }));
    const input = { userId, wayId: 'passkey-1', name: 'Kitchen tablet' };
    expect(server.inputsOf('renamePasskey')).toEqual([input]);
  });

  it('says that this device has a key already', async () => {
    answerForPasskeys({
      make: () => {
        throw new DOMException('There is one', 'InvalidStateError');
      },
    });
    openApp(SETTINGS, { ...ANSWERS, getAccount: ACCOUNT, getPasskeyCreation: PASSKEY_CREATION });
    await button('Add a passkey').click();
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await expect
      .element(alert())
      .toHaveTextContent('This phone has a passkey for your account already.');
  });

  it('deletes the account with a passkey in place of the password', async () => {
    answerForPasskeys({});
    const server = openApp('/dashboard?tab=settings', {
      ...ANSWERS,
      getAccount: ACCOUNT,
      getPasskeyProof: PASSKEY_REQUEST,
      proveOwner: { confirmed: true },
      deleteAccount: {},
    });
    await button('Delete Account').click();
    server.answer({ getAccount: { ...ACCOUNT, byPasskey: true } });
    await button('Confirm with a passkey').click();
    await see('You have confirmed that it is you.');
    await button('Delete my account permanently').click();
    await expect.poll(() => server.inputsOf('deleteAccount')).toEqual([{ userId }]);
    expect(server.inputsOf('proveOwner')).toEqual([{ userId, passkey: SENT_USED }]);
    await expect.element(page.getByText('Sign in to your account')).toBeVisible();
  });
});
