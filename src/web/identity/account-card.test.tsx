import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson, PLAIN } from '../testing/person.ts';
import { providerWindow } from '../testing/provider-window.ts';
import {
  alert,
  button,
  dialog,
  field,
  fill,
  keys,
  see,
  seeNot,
  seeTexts,
  summary,
} from '../testing/screen.ts';
import { type Answers, lost, refuse } from '../testing/server.ts';

const PERSON = makePerson();
const ANSWERS = answersFor(PERSON);
const { userId, email } = PERSON.profile;
const OLD = 'steady as she goes';
const NEW = 'steadier than before';
const WITHOUT_PASSWORD = {
  ...ANSWERS.getAccount,
  emailProven: true,
  hasPassword: false,
  waysIn: [
    { wayId: 'link', kind: 'link', email, since: null, isRemovable: false },
    {
      wayId: 'google-1',
      kind: 'google',
      email,
      since: '2026-03-02T15:00:00.000Z',
      isRemovable: true,
    },
  ],
  proofs: ['code'],
} satisfies Answers['getAccount'];

const BY_GOOGLE = { ...WITHOUT_PASSWORD, proofs: ['google'] } satisfies Answers['getAccount'];

const PROVEN = { ...ANSWERS.getAccount, emailProven: true } satisfies Answers['getAccount'];

function openSettings(answers: Answers = {}) {
  return openApp('/dashboard?tab=settings', { ...ANSWERS, ...answers });
}

function openEmail(answers: Answers) {
  return openApp('/dashboard?tab=settings&open=email', { ...ANSWERS, ...answers });
}

describe('the card', () => {
  it('says which address the person signs in with', async () => {
    openSettings({ getAccount: WITHOUT_PASSWORD });
    await see(button(email));
    await see(page.getByText('Your email', { exact: true }));
    await see(button('Set a password'));
    await seeNot('Not confirmed yet');
  });

  it('says that the account could not be loaded, and tries again', async () => {
    const server = openSettings({ getAccount: refuse('internal') });
    await see('We couldn’t load your account.');
    server.answer(ANSWERS);
    await button('Try again').click();
    await see('Not confirmed yet');
  });

  it('redirects to sign in after the session has ended', async () => {
    localStorage.setItem('userSheetId', 'a sheet');
    openSettings({ getAccount: refuse('signedOut') });
    await see('Sign in to your account');
    expect(localStorage.getItem('userSheetId')).toBeNull();
  });
});

describe('Change password', () => {
  it('says what is wrong with the new password, and sends nothing', async () => {
    const server = openSettings();
    await button('Change password').click();
    await fill('Your password', OLD);
    await fill('New Password', NEW);
    await fill('Confirm New Password', 'steadier');
    await button('Save password').click();
    await summary().getByRole('link', { name: 'Passwords do not match' }).click();
    await expect.element(field('Confirm New Password')).toHaveFocus();
    await expect.element(field('Confirm New Password')).toHaveAttribute('aria-invalid', 'true');
    expect(server.inputsOf('changePassword')).toEqual([]);
  });

  it('says what to enter, in the same words at each field and in the summary', async () => {
    openSettings();
    await button('Change password').click();
    await button('Save password').click();
    const words = [
      'Enter your password.',
      'Enter a new password.',
      'Enter the new password again.',
    ];
    await seeTexts(summary().getByRole('link'), words);
    for (const [index, label] of [
      'Your password',
      'New Password',
      'Confirm New Password',
    ].entries()) {
      await expect.element(field(label, true)).toHaveAccessibleDescription(words[index]);
    }
  });

  it.each([
    ['wrongPassword', 'That password is wrong. Please try again.'],
    ['passwordTooCommon', 'This password is too common. Please choose another one.'],
    ['tooManyAttempts', 'Too many attempts. Please try again later.'],
  ] as const)('says that it was refused: %s', async (error, words) => {
    openSettings({ changePassword: refuse(error) });
    await changePassword();
    await expect.element(alert()).toHaveTextContent(words);
    const marked = dialog().element().querySelectorAll('[aria-invalid]');
    expect(marked.length).toBe(error === 'tooManyAttempts' ? 0 : 1);
    await see(dialog());
  });

  it('reports an unknown outcome if the answer is lost', async () => {
    openSettings({ changePassword: lost });
    await changePassword();
    await expect.element(alert()).toMatchTextContent(/so we can’t tell whether that worked/);
  });

  it('closes with a message', async () => {
    const server = openSettings({ changePassword: {} });
    await changePassword();
    await see('Password changed. You have been logged out on your other devices.');
    await seeNot(dialog());
    await expect
      .poll(() => server.inputsOf('changePassword'))
      .toEqual([{ userId, password: OLD, newPassword: NEW }]);
  });

  async function changePassword(): Promise<void> {
    await button('Change password').click();
    await fill('Your password', OLD);
    await fill('New Password', NEW);
    await fill('Confirm New Password', NEW);
    await keys('{Enter}');
  }
});

describe('Change email', () => {
  it('requests a code for the new address, and another one after a wrong code', async () => {
    const moved = 'moved@example.org';
    const server = openSettings({ getAccount: PROVEN, changeEmail: { challenge: 'first' } });
    await button(email).click();
    await fill('Your password', OLD);
    await fill('New Email', moved);
    await button('Send code').click();
    await see(`We sent a 6-digit code to ${moved}.`);
    const code = field('Code from the email');
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
    await button('Send a new code').click();
    await see('Use the code in the newest email.');
    await code.fill('12');
    await button('Save email').click();
    await see(
      summary().getByRole('link', { name: 'The code has 6 digits. Please check what you typed.' }),
    );
    server.answer({ changeEmail: refuse('wrongCode') });
    await code.fill('123 456');
    await button('Save email').click();
    await expect
      .element(alert())
      .toHaveTextContent('That code is wrong or has expired. Get a new code.');
    await expect.element(code).toBeInvalid();
    server.answer({ changeEmail: { ...PERSON.session, email: moved } });
    await button('Save email').click();
    await see('Your email was changed.');
    await seeNot(dialog());
  });

  it('discards the code if another address is typed', async () => {
    openSettings({ getAccount: PROVEN, changeEmail: { challenge: 'first' } });
    await button(email).click();
    await fill('Your password', OLD);
    await fill('New Email', 'moved@example.org');
    await button('Send code').click();
    await see(field('Code from the email'));
    await fill('New Email', 'else@example.org');
    await seeNot(field('Code from the email'));
    await see(button('Send code'));
  });

  it.each([
    ['emailInUse', 'An account with this email already exists. Please sign in instead.'],
    ['wrongPassword', 'That password is wrong. Please try again.'],
  ] as const)('says that it was refused: %s', async (error, words) => {
    openSettings({ getAccount: PROVEN, changeEmail: refuse(error) });
    await button(email).click();
    await fill('Your password', OLD);
    await fill('New Email', 'moved@example.org');
    await button('Send code').click();
    await expect.element(alert()).toHaveTextContent(words);
  });
});

describe('an address that is not confirmed', () => {
  it('is confirmed with a code, without the password', async () => {
    const server = openEmail({ proveAddress: { challenge: 'first' } });
    await button('Confirm email').click();
    await see(`We’ll email a code to ${email} to check that it’s yours.`);
    await button('Send code').click();
    await field('Code from the email').fill('123456');
    await seeNot('We’ll email a code');
    server.answer({ proveAddress: PERSON.session, getAccount: PROVEN });
    await dialog().getByRole('button', { name: 'Confirm email' }).click();
    await see('Your email is confirmed.');
    await seeNot('Your email address is not confirmed yet.');
    await see(button('Email me the PDF'));
    await expect
      .poll(() => server.inputsOf('proveAddress').at(-1))
      .toEqual({ userId, email, challenge: 'first', code: '123456' });
  });

  it('can be corrected', async () => {
    const server = openEmail({ proveAddress: { challenge: 'first' } });
    await button('Correct the address').click();
    await fill('Your email', 'right@example.org');
    await button('Send code').click();
    await see('We sent a 6-digit code to right@example.org.');
    expect(server.inputsOf('proveAddress')).toEqual([{ userId, email: 'right@example.org' }]);
  });
});

describe('an account whose address somebody else has confirmed', () => {
  const split = {
    ...{ holds: 'entries' as const, email },
    ...{ since: '2026-11-17T17:00:00.000Z', joinsAt: '2026-11-24T17:00:00.000Z' },
  };
  const without = (joinsAt: string | null): Answers => ({
    getSession: { ...PERSON.session, email: '', split: { ...split, joinsAt } },
    getAccount: { ...ANSWERS.getAccount, email: '' },
  });

  it('takes no other address before the question is answered', async () => {
    openEmail(without(split.joinsAt));
    await see('First answer the question at the top of this page.');
    await see('Was that you?');
    await seeNot(button('Enter my email'));
  });

  it('brings the entries with the old password, also long after a ‘No’', async () => {
    const since = '2026-09-17T17:00:00.000Z';
    const apart = { ...split, holds: 'address' as const, since, joinsAt: null };
    openEmail({ getSession: { ...PERSON.session, split: apart } });
    await see('Your entries from before Sep 17 are safe.');
    await button('Use my old password').click();
    await see(field('Your old password'));
  });

  it('takes a ‘No’ back', async () => {
    openEmail(without(null));
    await see(button('Enter my email'));
    await see(`You said that you did not use ${email} on another device.`);
    await button('Yes, that is me after all').click();
    await see(`We’ll email a code to ${email} to check that it’s yours.`);
  });
});

describe('a server that sends no email', () => {
  const noMail = { getConfig: { ...PLAIN, signInLink: false } };

  it('says who has the code', async () => {
    openEmail({ ...noMail, proveAddress: { challenge: 'first' } });
    await button('Confirm email').click();
    await see('The person who runs it can read the code to you. Write to support@example.org');
    await button('Create code').click();
    await see(field('Code', true));
    await see(button('Create a new code'));
    await seeNot(/We’ll email|We sent|from the email/);
  });

  it('does not offer the PDF by email', async () => {
    openSettings({ ...noMail, getAccount: { ...ANSWERS.getAccount, emailProven: true } });
    await see(button('Download PDF'));
    await seeNot(button('Email me the PDF'));
  });
});

describe('Log out everywhere', () => {
  it('asks first, and clears the browser’s data', async () => {
    localStorage.setItem('userSheetId', 'a sheet');
    const server = openSettings({ signOutEverywhere: lost });
    await button('Signed-in devices').click();
    await button('Log out everywhere').click();
    await see('You will be logged out on every phone and computer, and here too.');
    await dialog().getByRole('button', { name: 'Log out everywhere' }).click();
    await see(alert());
    server.answer({ signOutEverywhere: {} });
    await dialog().getByRole('button', { name: 'Log out everywhere' }).click();
    await see('Sign in to your account');
    expect(localStorage.getItem('userSheetId')).toBeNull();
  });
});

describe('Delete Account', () => {
  it('deletes only by its button, with the password, and shows a farewell', async () => {
    const server = openSettings({ deleteAccount: refuse('wrongPassword') });
    await button('Delete Account').click();
    await button('Keep my account').click();
    await seeNot(dialog());
    await button('Delete Account').click();
    await button('Delete my account permanently').click();
    const password = field('Your password');
    await expect.element(password).toHaveFocus();
    await expect.element(password).toHaveAccessibleDescription('Enter your password.');
    await fill('Your password', 'not the password');
    await keys('{Enter}');
    expect(server.inputsOf('deleteAccount')).toEqual([]);
    await button('Delete my account permanently').click();
    await expect.element(alert()).toHaveTextContent('That password is wrong. Please try again.');
    await expect.element(password).toBeInvalid();
    server.answer({ deleteAccount: {} });
    await fill('Your password', OLD);
    await button('Delete my account permanently').click();
    await see('Your account and everything in it were deleted.');
    await expect
      .poll(() => server.inputsOf('deleteAccount').at(-1))
      .toEqual({ userId, password: OLD });
  });

  it('offers the PDF first', async () => {
    openSettings({
      sendExportEmail: { success: true, base64Data: btoa('%PDF'), fileName: 'Report.pdf' },
    });
    await button('Delete Account').click();
    await dialog().getByRole('button', { name: 'Download PDF' }).click();
    await see(dialog().getByText('PDF downloaded successfully!'));
  });

  it('needs a code if the account has no password', async () => {
    const server = openSettings({
      getAccount: WITHOUT_PASSWORD,
      proveOwner: { challenge: 'first' },
    });
    await button('Delete Account').click();
    await see('First, please confirm that it’s you.');
    await seeNot(button('Delete my account permanently'));
    await button('Send code').click();
    await see(`We sent a 6-digit code to ${email}.`);
    server.answer({ proveOwner: refuse('wrongCode') });
    await field('Code from the email').fill('123456');
    await keys('{Enter}');
    await expect
      .element(alert())
      .toHaveTextContent('That code is wrong or has expired. Get a new code.');
    server.answer({
      proveOwner: { confirmed: true },
      getAccount: { ...WITHOUT_PASSWORD, confirmed: true },
    });
    await button('Continue').click();
    await see('You have confirmed that it is you.');
    await see(button('Delete my account permanently'));
    expect(server.inputsOf('proveOwner')).toEqual([
      { userId },
      { userId, challenge: 'first', code: '123456' },
      { userId, challenge: 'first', code: '123456' },
    ]);
  });

  it('needs a fresh sign-in if the account has no password and the server sends no email', async () => {
    const popup = providerWindow();
    const server = openSettings({ getAccount: BY_GOOGLE });
    await button('Delete Account').click();
    await see('First, please confirm that it’s you.');
    await seeNot(button('Delete my account permanently'));
    await button('Confirm with Google').click();
    await see('Google opened in a new window. Sign in there, then come back.');
    popup.tell('This is another account.');
    await expect.element(alert()).toHaveTextContent('This is another account.');
    await button('Confirm with Google').click();
    await see('Google opened in a new window. Sign in there, then come back.');
    server.answer({ getAccount: { ...BY_GOOGLE, confirmed: true } });
    popup.tell('');
    await see('You have confirmed that it is you.');
    await see(button('Delete my account permanently'));
  });

  it('asks again if the confirmation has expired', async () => {
    const confirmed = { ...WITHOUT_PASSWORD, confirmed: true };
    const server = openSettings({
      getAccount: confirmed,
      deleteAccount: refuse('confirmationNeeded'),
    });
    await button('Delete Account').click();
    await see(button('Delete my account permanently'));
    server.answer({ getAccount: WITHOUT_PASSWORD });
    await button('Delete my account permanently').click();
    await see(button('Send code'));
  });

  it('says how to confirm without a password and a provider', async () => {
    openSettings({ getAccount: { ...WITHOUT_PASSWORD, waysIn: [], proofs: [] } });
    await button('Delete Account').click();
    await see('To confirm it’s you, log out, sign in again');
    await seeNot(button('Delete my account permanently'));
  });
});

it('shows the outcome of a confirmation that ran in the same tab', async () => {
  const outcome = { id: 'v', provider: 'google', purpose: 'confirm', mode: 'page' } as const;
  openApp('/oauth-end', {
    ...ANSWERS,
    takeOAuthOutcome: { outcome: { ...outcome, problem: '' } },
  });
  await see('You have confirmed that it’s you. Now press the same button as before.');
  await see(page.getByRole('heading', { name: 'Account', exact: true }));
});
