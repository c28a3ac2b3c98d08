import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson, PLAIN } from '../testing/person.ts';
import { providerWindow } from '../testing/provider-window.ts';
import { alert, button, dialog, field, fill, keys, see, seeNot } from '../testing/screen.ts';
import { type Answers, refuse } from '../testing/server.ts';

const PERSON = makePerson();
const ANSWERS = answersFor(PERSON);
const { userId, email } = PERSON.profile;
const PASSWORD = {
  wayId: 'password',
  kind: 'password',
  email: '',
  since: null,
  isRemovable: true,
} as const;
const LINK = { wayId: 'link', kind: 'link', email, since: null, isRemovable: false } as const;
const GITHUB = {
  wayId: 'github-1',
  kind: 'github',
  email: 'ada@hub.example',
  since: '2026-03-02T15:00:00.000Z',
  isRemovable: true,
} as const;
const PROVEN = {
  ...ANSWERS.getAccount,
  emailProven: true,
  waysIn: [PASSWORD, LINK],
  proofs: ['password', 'code'],
} satisfies Answers['getAccount'];
const JOINED = { ...PROVEN, confirmed: true, waysIn: [PASSWORD, LINK, GITHUB] };

function openSettings(answers: Answers = {}) {
  return openApp('/dashboard?tab=settings&open=ways-in', {
    ...ANSWERS,
    getConfig: { ...PLAIN, providers: ['google', 'github'] },
    getAccount: PROVEN,
    ...answers,
  });
}

const rows = () => page.getByRole('list', { name: 'Ways to sign in' }).getByRole('listitem');

it('lists each way in, with its address and its day', async () => {
  openSettings({ getAccount: JOINED });
  await expect.element(rows().nth(0)).toMatchTextContent('Password');
  await expect.element(rows().nth(1)).toMatchTextContent(email);
  await expect.element(rows().nth(2)).toMatchTextContent('GitHub');
  await expect.element(rows().nth(2)).toMatchTextContent('ada@hub.example');
  await expect.element(rows().nth(2)).toMatchTextContent('Added Mar 2');
  await seeNot(button('Add GitHub'));
  await see(button('Add Google'));
});

describe('adding a provider', () => {
  it('asks for the password first, and not again within five minutes', async () => {
    const popup = providerWindow();
    const server = openSettings({ proveOwner: refuse('wrongPassword') });
    await button('Add GitHub').click();
    await see('First, please confirm that it’s you.');
    await fill('Your password', 'not the password');
    await keys('{Enter}');
    await expect.element(alert()).toHaveTextContent('That password is wrong. Please try again.');
    await expect.element(field('Your password')).toBeInvalid();
    server.answer({ proveOwner: { confirmed: true }, getAccount: { ...PROVEN, confirmed: true } });
    await fill('Your password', 'steady as she goes');
    await button('Continue').click();
    await button('Continue to GitHub').click();
    await see('GitHub opened in a new window. Sign in there, then come back.');
    expect(popup.opened.at(-1)?.address.searchParams.get('purpose')).toBe('join');
    server.answer({ getAccount: JOINED });
    popup.tell('');
    await see('Done. You can now sign in with GitHub too.');
    await expect.element(rows().nth(2)).toMatchTextContent('GitHub');
    await button('Add Google').click();
    await see(button('Continue to Google'));
    expect(server.inputsOf('proveOwner').at(-1)).toEqual({
      userId,
      password: 'steady as she goes',
    });
  });

  it('takes a code by email instead of a forgotten password', async () => {
    const server = openSettings({ proveOwner: { challenge: 'first' } });
    await button('Add GitHub').click();
    await button('Use a code by email instead').click();
    await button('Send code').click();
    await field('Code from the email').fill('123456');
    server.answer({ proveOwner: { confirmed: true }, getAccount: { ...PROVEN, confirmed: true } });
    await button('Continue').click();
    await see(button('Continue to GitHub'));
  });

  it('asks again if the proof has expired meanwhile', async () => {
    const popup = providerWindow();
    const server = openSettings({ getAccount: { ...PROVEN, confirmed: true } });
    await button('Add GitHub').click();
    await button('Continue to GitHub').click();
    server.answer({ getAccount: PROVEN });
    popup.tell('First, please confirm that it’s you.');
    await see(field('Your password'));
  });

  it('says why it failed', async () => {
    const popup = providerWindow();
    openSettings({ getAccount: { ...PROVEN, confirmed: true } });
    await button('Add GitHub').click();
    await button('Continue to GitHub').click();
    popup.tell('This GitHub account signs someone else in here.');
    await expect.element(alert()).toMatchTextContent('signs someone else in here');
    await see(dialog());
  });

  it('shows the outcome of a flow that ran in the same tab', async () => {
    const outcome = { id: 'v', provider: 'github', purpose: 'join', mode: 'page' } as const;
    openApp('/oauth-end', {
      ...ANSWERS,
      getAccount: JOINED,
      takeOAuthOutcome: { outcome: { ...outcome, problem: '' } },
    });
    await see('Done. You can now sign in this way too.');
  });
});

describe('removing a way in', () => {
  it('asks for a proof and then once more, and removes it', async () => {
    const server = openSettings({ getAccount: { ...JOINED, confirmed: false } });
    await button('Remove, GitHub').click();
    await fill('Your password', 'steady as she goes');
    server.answer({ proveOwner: { confirmed: true }, getAccount: JOINED });
    await button('Continue').click();
    await see('You can then no longer sign in with GitHub.');
    server.answer({ removeWayIn: {}, getAccount: { ...PROVEN, confirmed: true } });
    await dialog().getByRole('button', { name: 'Remove GitHub' }).click();
    await see('Removed: GitHub. You are logged out on your other devices.');
    await seeNot(button('Remove, GitHub'));
    expect(server.inputsOf('removeWayIn')).toEqual([{ userId, wayId: 'github-1' }]);
  });

  it('offers none for the emailed link, and changes nothing if the person keeps it', async () => {
    const server = openSettings({ getAccount: JOINED });
    await button('Remove, Password').click();
    await see('You can then no longer sign in with your password.');
    await button('Keep it').click();
    await seeNot('You can then no longer sign in with your password.');
    await expect.element(button('Remove, Password')).toHaveFocus();
    await seeNot(button('Remove, Link by email'));
    expect(server.inputsOf('removeWayIn')).toEqual([]);
  });

  it('asks for the proof again if it has expired', async () => {
    const server = openSettings({
      getAccount: JOINED,
      removeWayIn: refuse('confirmationNeeded'),
    });
    await button('Remove, GitHub').click();
    await see('You can then no longer sign in with GitHub.');
    server.answer({ getAccount: { ...JOINED, confirmed: false } });
    await dialog().getByRole('button', { name: 'Remove GitHub' }).click();
    await see(field('Your password'));
  });
});
