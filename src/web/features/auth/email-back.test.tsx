import { expect, it } from 'vitest';
import { openApp } from '../../testing/app.tsx';
import { NOBODY } from '../../testing/person.ts';
import { alert, button, see } from '../../testing/screen.ts';
import { type Answers, refuse } from '../../testing/server.ts';

const SIGNED_OUT: Answers = { ...NOBODY, getSession: refuse('signedOut') };
const LINK = '/email-back#secret=secret-1';

it('changes the email back at a press, and not before', async () => {
  const server = openApp(LINK, { ...SIGNED_OUT, undoEmailChange: {} });
  await see('Your account now uses another email.');
  expect(server.inputsOf('undoEmailChange')).toEqual([]);
  await button('Change it back').click();
  await see('Your account has its old email again.');
  await see('Now set a new password. The old one does not work any more.');
  expect(server.inputsOf('undoEmailChange')).toEqual([{ secret: 'secret-1' }]);
});

it('says that the link no longer works', async () => {
  openApp(LINK, { ...SIGNED_OUT, undoEmailChange: refuse('emailUndoEnded') });
  await button('Change it back').click();
  await expect.element(alert()).toMatchTextContent('This link no longer works.');
});

it('says that a part of the link is missing', async () => {
  openApp('/email-back', SIGNED_OUT);
  await see('Part of this link is missing.');
});
