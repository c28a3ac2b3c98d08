import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { NOBODY } from '../testing/person.ts';
import { alert, button, see, seeNot } from '../testing/screen.ts';
import { type Answers, lost, refuse } from '../testing/server.ts';

const SIGNED_OUT: Answers = { ...NOBODY, getSession: refuse('signedOut') };
const LINK = '/not-me#way=github&secret=secret-1';
const newPassword = page.getByRole('link', { name: 'Set a new password' });

it('ends the way in at a press, and not before', async () => {
  const server = openApp(LINK, { ...SIGNED_OUT, endWayIn: lost });
  await see('There is a new way to sign in to your account: GitHub.');
  expect(server.inputsOf('endWayIn')).toEqual([]);
  await button('It was not me. End it').click();
  await see(alert());
  server.answer({ endWayIn: {} });
  await button('It was not me. End it').click();
  await see('Nobody can sign in that way now.');
  await see('You have been logged out everywhere.');
  expect(server.inputsOf('endWayIn').at(-1)).toEqual({ secret: 'secret-1' });
});

it('says that the link no longer works, and what to do next', async () => {
  openApp(LINK, { ...SIGNED_OUT, endWayIn: refuse('wayInEnded') });
  await button('It was not me. End it').click();
  await expect.element(alert()).toMatchTextContent('This link no longer works.');
  await expect.element(newPassword).toHaveAttribute('href', '/forgot-password');
  await seeNot(button('It was not me. End it'));
  await expect.element(page.getByRole('main')).toHaveFocus();
});

it('shows no name that the link made up', async () => {
  openApp('/not-me#way=Call+555-0100&secret=secret-1', SIGNED_OUT);
  await see('There is a new way to sign in to your account.');
  await seeNot(/555-0100/);
});

it('says that a part of the link is missing', async () => {
  openApp('/not-me#way=github', SIGNED_OUT);
  await see('Part of this link is missing.');
});

it.each([
  ['browser', 'Someone signed in to your account on a new device.', 'That device is logged out.'],
  ['share', 'There is a new link to your data.', 'Nobody can open that link now.'],
])(
  'says what the letter about a new %s was about, and what has ended',
  async (way, added, ended) => {
    openApp(`/not-me#way=${way}&secret=secret-1`, { ...SIGNED_OUT, endWayIn: {} });
    await see(added);
    await button('It was not me. End it').click();
    await see(ended);
    await see(newPassword);
    await expect.element(page.getByRole('main')).toHaveFocus();
  },
);
