import { openDB } from 'idb';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from './testing/app.tsx';
import { answersForPair, GRACE_ID, GRACES_FORMS, makePair } from './testing/caregivers.ts';
import { rate } from './testing/rating.ts';
import { button, field, see, seeNot, tab } from './testing/screen.ts';
import { lost, refuse } from './testing/server.ts';

const choice = field('You are looking at');
const today = page.getByRole('region', { name: 'Today' });

afterEach(() => {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('tracker ')) localStorage.removeItem(key);
  }
});

it('opens the tracker of the person who is helped, and keeps the own one in reach', async () => {
  const pair = makePair();
  openApp('/dashboard', answersForPair(pair));
  await expect.element(choice).toHaveDisplayValue('Grace’s tracker');
  await see('You see what Grace enters, and can log for them. You do not see their notes.');
  await see(today.getByText('Entered by Carla Lovelace'));
  await see(today.getByText('Entered by Tom Lovelace'));
  expect(tab('Settings').elements()).toEqual([]);
  await choice.selectOptions('My own tracker');
  await see(tab('Settings'));
  await see(button('Track Symptoms', true));
  await seeNot(page.getByText('Entered by Carla Lovelace'));
});

it('offers nothing that a caregiver may not do', async () => {
  openApp('/dashboard', answersForPair(makePair({ may: 'read' })));
  await see('You see what Grace enters. You do not see their notes.');
  await see(today.getByText('Entered by Carla Lovelace'));
  expect(button(/^Track/).elements()).toEqual([]);
  expect(today.getByRole('button').elements()).toEqual([]);
  expect(page.getByRole('link', { name: /visit/ }).elements()).toEqual([]);
  expect(page.getByRole('button', { name: /Deleted/ }).elements()).toEqual([]);
  await see(button('Download PDF'));
});

it('opens only entries of the caregiver’s own', async () => {
  openApp('/dashboard', answersForPair(makePair()));
  await see(today.getByText('Entered by Carla Lovelace'));
  await see(today.getByRole('button', { name: 'Open Form #2' }));
  expect(today.getByRole('button', { name: 'Open Form #1' }).elements()).toEqual([]);
  expect(today.getByRole('button', { name: /Edit dose|Check-in/ }).elements()).toEqual([]);
});

it('sends a form that waited for the network for the person, and never as the own', async () => {
  const pair = makePair();
  const server = openApp('/dashboard', { ...answersForPair(pair), saveSymptomForm: lost });
  await button('Track symptoms for Grace').click();
  await rate('Tremor', 4);
  await rate('Stiffness', 2);
  await rate('Balance', 1);
  await button('Submit').click();
  await see(page.getByText('1 form is saved on this device').first());
  const device = await openDB('symptom-tracker');
  const me = pair.me.session.id;
  expect(await device.getAllFromIndex('forms', 'byUser', me)).toEqual([]);
  // Other tests leave records of their own people.
  const forGrace = await device.getAllFromIndex('forms', 'byUser', `${me} for ${GRACE_ID}`);
  expect(forGrace).toMatchObject([{ ownerId: GRACE_ID }]);
  device.close();
  await button('Close', true).click();
  await choice.selectOptions('My own tracker');
  await see(button('Track Symptoms', true));
  server.answer({ saveSymptomForm: GRACES_FORMS[0] });
  window.dispatchEvent(new Event('online'));
  await expect
    .poll(() => server.inputsOf('saveSymptomForm').length, { timeout: 10_000 })
    .toBeGreaterThan(1);
  for (const { userId } of server.inputsOf('saveSymptomForm')) expect(userId).toBe(GRACE_ID);
});

it('goes back to the own tracker when the access has ended', async () => {
  const pair = makePair();
  const server = openApp('/dashboard', answersForPair(pair));
  await see(today.getByText('Entered by Carla Lovelace'));
  server.answer({
    getUserForms: refuse('userNotFound'),
    getSession: { ...pair.me.session, helps: [] },
  });
  await button('Refresh').first().click();
  await see(tab('Settings'));
  await seeNot(choice);
  await seeNot(page.getByText('Entered by Carla Lovelace'));
});
