import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { NOBODY } from '../testing/person.ts';
import { alert, button, see, seeNot } from '../testing/screen.ts';
import { type Answers, refuse } from '../testing/server.ts';

const SIGNED_OUT: Answers = { ...NOBODY, getSession: refuse('signedOut') };
const LINK = '/email-back#secret=secret-1';
const newPassword = page.getByRole('link', { name: 'Set a new password' });

it('changes the email back at a press, and not before', async () => {
  const server = openApp(LINK, { ...SIGNED_OUT, undoEmailChange: {} });
  await see('Your account now uses another email.');
  expect(server.inputsOf('undoEmailChange')).toEqual([]);
  await button('Change it back').click();
  await see('Your account has its old email again.');
  await see('Now set a new password. The old one does not work any more.');
  expect(server.inputsOf('undoEmailChange')).toEqual([{ secret: 'secret-1' }]);
});

it('says that the link no longer works, and what to do next', async () => {
  openApp(LINK, { ...SIGNED_OUT, undoEmailChange: refuse('emailUndoEnded') });
  await button('Change it back').click();
  await expect.element(alert()).toMatchTextContent('This link no longer works.');
  await expect.element(newPassword).toHaveAttribute('href', '/forgot-password');
  await see('If your account still has the other email, write to');
  await see(page.getByRole('link', { name: 'support@example.org' }));
  await seeNot(button('Change it back'));
  await expect.element(page.getByRole('main')).toHaveFocus();
});

it('says that a part of the link is missing', async () => {
  openApp('/email-back', SIGNED_OUT);
  await see('Part of this link is missing.');
});
