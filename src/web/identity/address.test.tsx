import { describe, expect, it } from 'vitest';
import type { AccountSplit } from '../../contract/entities.ts';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson } from '../testing/person.ts';
import { alert, button, dialog, field, fill, keys, see, seeNot, tab } from '../testing/screen.ts';
import { type Answers, refuse } from '../testing/server.ts';

const PERSON = makePerson();
const { userId, email } = PERSON.profile;
const ASKED = { ...PERSON.session, asksAddress: true };
const QUESTION = `Is ${email} your email?`;

function openOverview(session: Answers['getSession'], answers: Answers = {}) {
  return openApp('/dashboard', { ...answersFor(PERSON), getSession: session, ...answers });
}

describe('the question whether the address is right', () => {
  it('is confirmed by a code, in two presses and six digits', async () => {
    const server = openOverview(ASKED, { proveAddress: { challenge: 'A'.repeat(43) } });
    await see(QUESTION);
    await button('Confirm').click();
    await button('Send code').click();
    await see(`We sent a 6-digit code to ${email}.`);
    expect(server.inputsOf('proveAddress')).toEqual([{ userId, email }]);
    server.answer({ proveAddress: { ...PERSON.session, asksAddress: false } });
    await fill('Code from the email', '123 456');
    await button('Confirm email').click();
    await see('Your email is confirmed.');
    await seeNot(QUESTION);
    await expect.element(tab('Symptom Overview')).toHaveFocus();
  });

  it('corrects the address without a password', async () => {
    const server = openOverview(ASKED, { proveAddress: { challenge: 'A'.repeat(43) } });
    await button('Correct the address').click();
    await expect.element(field('Your email', true)).toHaveValue(email);
    await fill('Your email', 'right@example.org');
    await button('Send code').click();
    await see('We sent a 6-digit code to right@example.org.');
    server.answer({ proveAddress: refuse('emailInUse') });
    await fill('Code from the email', '123456');
    await button('Confirm email').click();
    await see('An account with this email already exists.');
    expect(server.inputsOf('proveAddress').at(-1)).toMatchObject({
      email: 'right@example.org',
      code: '123456',
    });
  });

  it('waits until tomorrow after ‘Not now’', async () => {
    openOverview(ASKED);
    await button('Not now').click();
    await seeNot(QUESTION);
    await expect.element(tab('Symptom Overview')).toHaveFocus();
    expect(localStorage.getItem(`addressAsked ${userId}`)).toBe('2026-11-18');
    localStorage.setItem(`addressAsked ${userId}`, '2026-11-17');
    openOverview(ASKED);
    await see(QUESTION);
  });

  it('is not asked if the server does not ask for it', async () => {
    openOverview(PERSON.session);
    await see(button('Track Symptoms'));
    await seeNot(QUESTION);
  });

  it('asks who has no address for one', async () => {
    openOverview({ ...ASKED, email: '' });
    await see('Please enter your email. With it, you can get in again on a new phone.');
    await button('Enter my email').click();
    await expect.element(field('Your email', true)).toHaveValue('');
  });
});

const SPLIT = {
  email,
  since: '2026-11-24T17:00:00.000Z',
  joinsAt: '2026-12-01T17:00:00.000Z',
};

describe('while two accounts wait to be joined', () => {
  const SAID_NO = {
    ...ASKED,
    email: '',
    split: { ...SPLIT, holds: 'entries' as const, joinsAt: null },
  };
  const withSplit = (holds: AccountSplit['holds']) => ({
    ...PERSON.session,
    split: { ...SPLIT, holds },
  });

  it('says where the entries are, and brings them with the old password', async () => {
    const server = openOverview(withSplit('address'), { joinEntries: refuse('wrongPassword') });
    await see(
      'Your entries from before Nov 24 are safe. They come here on Dec 1, because this address was never confirmed. With your old password they come now.',
    );
    await button('Use my old password').click();
    await see('If you forgot it, you can wait until Dec 1.');
    await fill('Your old password', 'not this one');
    await keys('{Enter}');
    await see(
      'That password is wrong. Please try again. After too many wrong tries, you have to wait.',
    );
    const joined = makePerson();
    const { profile, session } = joined;
    server.answer({ ...answersFor(joined), joinEntries: { ...session, ...profile } });
    await fill('Your old password', 'steady as she goes');
    await button('Get my entries').click();
    await seeNot('Your entries from before');
    expect(server.inputsOf('joinEntries').at(-1)).toEqual({
      userId,
      password: 'steady as she goes',
    });
  });

  it('says what helps when the old password cannot be tried any more', async () => {
    openOverview(withSplit('address'), { joinEntries: refuse('oldPasswordSpent') });
    await tryOldPassword();
    await see('You can wait until Dec 1. Or open Symptom Tracker where you used it before.');
    const apart = { ...SPLIT, holds: 'address' as const, joinsAt: null };
    openOverview({ ...PERSON.session, split: apart }, { joinEntries: refuse('oldPasswordSpent') });
    await tryOldPassword();
    await see('Press ‘Yes, that is me after all’ there.');
    await seeNot('You can wait until');
  });

  async function tryOldPassword(): Promise<void> {
    await button('Use my old password').click();
    await fill('Your old password', 'steady as she goes');
    await button('Get my entries').click();
    await expect
      .element(alert())
      .toHaveTextContent(
        'Too many wrong passwords. For now, your old password does not work here.',
      );
  }

  it('says so if the accounts stay apart', async () => {
    openOverview({ ...PERSON.session, split: { ...SPLIT, holds: 'address', joinsAt: null } });
    await see(
      'They stay on another device, because someone answered No there. With your old password they come here.',
    );
  });

  it('says so for 30 days only', async () => {
    const since = '2026-09-17T17:00:00.000Z';
    const apart = { ...SPLIT, holds: 'address' as const, since, joinsAt: null };
    openOverview({ ...PERSON.session, split: apart });
    await see(button('Track Symptoms'));
    await seeNot('Your entries from before');
  });

  it('asks on the device with the entries, and joins them at once after ‘Yes’', async () => {
    const server = openOverview(withSplit('entries'), { answerSplit: refuse('internal') });
    await see('Without an answer, that device shows your entries from Dec 1.');
    await button('Yes, that is me').click();
    await expect.element(dialog()).toHaveAccessibleName('Was that you?');
    await see('If you press Yes, that device shows your entries too. You cannot undo this.');
    await button('Not now').click();
    await seeNot(dialog());
    expect(server.inputsOf('answerSplit')).toEqual([]);
    await button('Yes, that is me').click();
    await dialog().getByRole('button', { name: 'Yes, that is me' }).click();
    await see(alert());
    server.answer({ answerSplit: PERSON.session });
    await dialog().getByRole('button', { name: 'Yes, that is me' }).click();
    await see('Your entries are together now.');
    await seeNot('Was that you?');
    expect(server.inputsOf('answerSplit').at(-1)).toEqual({ userId, isMe: true });
    await expect.element(tab('Symptom Overview')).toHaveFocus();
  });

  it('asks once more before ‘No’, and then for an address', async () => {
    const server = openOverview(withSplit('entries'), { answerSplit: refuse('internal') });
    await button('No').click();
    await expect.element(dialog()).toHaveAccessibleName('This is not my address');
    await button('It is not mine').click();
    await see(alert());
    server.answer({ answerSplit: SAID_NO });
    await button('It is not mine').click();
    await see('Please enter your email.');
    expect(server.inputsOf('answerSplit').at(-1)).toEqual({ userId, isMe: false });
  });

  it('takes a ‘No’ back with a code for that address', async () => {
    const server = openOverview(SAID_NO, { proveAddress: { challenge: 'A'.repeat(43) } });
    await see(`You said that you did not use ${email} on another device.`);
    await button('Yes, that is me after all').click();
    await see('With the code, your entries show there too.');
    await see(`We’ll email a code to ${email} to check that it’s yours.`);
    await button('Send code').click();
    await fill('Code from the email', '123456');
    server.answer({ proveAddress: PERSON.session });
    await button('Confirm email').click();
    await see('Your entries are together now.');
    await seeNot('Please enter your email.');
    await expect.element(tab('Symptom Overview')).toHaveFocus();
    expect(server.inputsOf('proveAddress').at(-1)).toMatchObject({ userId, email, code: '123456' });
  });

  it('says what another address does, and what the former one does', async () => {
    openOverview(SAID_NO);
    await button('Enter my email').click();
    await see('With any other email, your entries stay off that device for good.');
    await fill('Your email', ` ${email.toUpperCase()}`);
    await see('With the code, your entries show there too. You cannot undo this.');
    await seeNot('With any other email');
  });
});
