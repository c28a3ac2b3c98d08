import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { ReminderAnswer } from '../../contract/entities.ts';
import { openApp } from '../testing/app.tsx';
import { standInForPush } from '../testing/browser-push.ts';
import { answersFor, makePerson } from '../testing/person.ts';
import { answersForReminders, makeReminders } from '../testing/reminders.ts';
import { button, dialog, see, seeNot } from '../testing/screen.ts';
import { refuse } from '../testing/server.ts';

const card = page.getByRole('region', { name: 'Notifications' });
const row = card.getByRole('button', { name: 'With the ntfy app' });
const TARGET = { url: 'https://ntfy.example.org', topic: 'k7md-xq2p', isEnded: false };

/** Opens the settings with form reminders by ntfy. */
function open(ntfy: ReminderAnswer['ntfy'] = null) {
  standInForPush();
  const reminders = makeReminders().reminders.map((each) => {
    return each.kind === 'form' ? { ...each, on: true, channels: ['ntfy' as const] } : each;
  });
  return openApp('/dashboard?tab=settings', {
    ...answersFor(makePerson(), []),
    ...answersForReminders(makeReminders({ reminders, ntfy })),
  });
}

const server = dialog().getByLabelText('Server');
const topic = dialog().getByLabelText('Topic');

it('is set up with a topic that is made up, and sends a test', async () => {
  const app = open();
  await see(card.getByText('The ntfy app is not set up yet.'));
  await row.click();
  await expect.element(server).toHaveValue('https://ntfy.sh');
  await seeNot(button('Send a test'));
  await button('Save', true).click();
  await see('ntfy is set up.');
  const [{ ntfy } = {}] = app.inputsOf('saveReminders');
  expect(ntfy?.url).toBe('https://ntfy.sh');
  expect(ntfy?.topic).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
  await button('Send a test').click();
  await see('The test is on its way. It may take a minute.');
  await button('Close').click();
  await see(card.getByText('On, at ntfy.sh'));
  await seeNot('The ntfy app is not set up yet.');
});

it('says what is wrong with what was entered', async () => {
  const app = open();
  await row.click();
  await server.fill('https://ntfy.sh/my-topic');
  await topic.fill('my topic');
  await button('Save', true).click();
  await see(
    dialog().getByText('Enter only the address of the server, such as https://ntfy.sh.').first(),
  );
  await see(dialog().getByText('Use only letters, numbers, - and _.').first());
  expect(app.inputsOf('saveReminders')).toEqual([]);
  await server.fill('http://192.168.1.20');
  await topic.fill('my-topic');
  app.answer({ saveReminders: refuse('ntfyForbidden') });
  await button('Save', true).click();
  await see('We can’t send to this server.');
  await expect.element(server).toHaveValue('http://192.168.1.20');
});

it('sends no test of what is not saved, and says why a test failed', async () => {
  const app = open(TARGET);
  app.answer({ sendTestNtfy: refuse('ntfyRefused') });
  await row.click();
  await button('Send a test').click();
  await see('The ntfy server did not accept the test.');
  await topic.fill('another');
  await seeNot(button('Send a test'));
});

it('says that it has stopped, and can be turned off', async () => {
  const app = open({ ...TARGET, isEnded: true });
  await see(card.getByText('Reminders with the ntfy app have stopped.'));
  await see(row.getByText('Stopped'));
  await row.click();
  await see('The ntfy server did not accept the last reminders.');
  await button('Save', true).click();
  await seeNot('The ntfy server did not accept the last reminders.');
  await button('Turn off ntfy').click();
  await seeNot(button('Turn off ntfy'));
  expect(app.inputsOf('saveReminders').map(({ ntfy }) => ntfy)).toEqual([
    { url: TARGET.url, topic: TARGET.topic },
    null,
  ]);
});

it('can be chosen for the times of medication', async () => {
  const app = open(TARGET);
  await card.getByRole('switch', { name: 'Medication Reminders' }).click();
  await button('Change Medication Reminders').click();
  await dialog().getByText('On my phone', { exact: true }).click();
  await dialog().getByText('With the ntfy app').click();
  await button('Save', true).click();
  await see(card.getByText('At the planned times. With the ntfy app'));
  await expect
    .poll(() => app.inputsOf('saveReminders').at(-1))
    .toMatchObject({ reminders: [{ kind: 'dose', channels: ['ntfy'] }] });
});
