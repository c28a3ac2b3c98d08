import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson, makeSession } from '../testing/person.ts';
import { alert, button, see, seeNot } from '../testing/screen.ts';
import { type Answers, lost } from '../testing/server.ts';

const PERSON = makePerson();
const { userId } = PERSON.profile;
const OWN = makeSession({ browser: 'Safari on iPhone or iPad', isThis: true });
const OTHER = makeSession();
const LOG_OUT = 'Log out, Firefox on Android, first used Mar 2';
const rows = () => page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem');

function openSettings(answers: Answers = {}) {
  return openApp('/dashboard?tab=settings&open=devices', {
    ...answersFor(PERSON),
    getSessions: [OWN, OTHER],
    ...answers,
  });
}

it('lists each device with its days, and offers no log-out of this one', async () => {
  openSettings();
  await expect.element(rows().nth(0)).toMatchTextContent('Safari on iPhone or iPad');
  await expect.element(rows().nth(0)).toMatchTextContent('This device');
  const words = 'First used Mar 2. Last used Nov 18.';
  await expect.element(rows().nth(1)).toMatchTextContent(words);
  expect(rows().getByRole('button').elements()).toHaveLength(1);
});

it('asks once more, and logs the device out', async () => {
  const server = openSettings({ endSession: {} });
  await button(LOG_OUT).click();
  await see('Firefox on Android will be logged out. To use it again, sign in there.');
  await button('Cancel').click();
  await expect.element(button(LOG_OUT)).toHaveFocus();
  await button(LOG_OUT).click();
  server.answer({ getSessions: [OWN] });
  await button('Log out now').click();
  await see('Logged out: Firefox on Android, first used');
  await expect.element(rows().nth(1)).not.toBeInTheDocument();
  expect(server.inputsOf('endSession')).toEqual([{ userId, sessionId: OTHER.sessionId }]);
  await expect.element(page.getByRole('dialog', { name: 'Signed-in devices' })).toHaveFocus();
});

it('says that the outcome is not known if no answer arrives', async () => {
  openSettings({ endSession: lost });
  await button(LOG_OUT).click();
  await button('Log out now').click();
  await see(alert());
  await seeNot('Logged out: Firefox on Android');
});
