import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Form } from '../contract/entities.ts';
import { DeviceDatabase } from './platform/device-database.ts';
import { openApp, seeAlive } from './testing/app.tsx';
import {
  answersForPair,
  GRACE_ID,
  GRACES_FORMS,
  makePair,
  showTracker,
  storeHalfHour,
} from './testing/caregivers.ts';
import { answersForDoses, makeDose, makeLevodopa } from './testing/doses.ts';
import { rate } from './testing/rating.ts';
import { button, dialog, field, see, seeCount, seeNot, tab } from './testing/screen.ts';
import { lost, refuse } from './testing/server.ts';
import { makeSummary } from './testing/visits.ts';

const today = page.getByRole('region', { name: 'Today' });

afterEach(() => {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('tracker')) localStorage.removeItem(key);
  }
});

/** Logs a form for Grace. The request with the form is lost. */
async function logForGrace(): Promise<void> {
  await button('Track symptoms for Grace').click();
  await rate('Tremor', 4);
  await rate('Stiffness', 2);
  await rate('Balance', 1);
  await button('Submit').click();
  await see('1 form waits.');
  await see(today.getByText('Waiting'));
}

/** The forms and half-hours of the diary that the device stores under a key. */
async function storedFor(trackerKey: string, kind: 'forms' | 'diary') {
  const records = await new DeviceDatabase().findOf(trackerKey);
  return records?.filter((each) => each.kind === kind);
}

it('opens the tracker of the person who is helped, with a way back to one’s own', async () => {
  const pair = makePair();
  openApp('/dashboard', answersForPair(pair));
  await see('You are helping Grace');
  await button('Change the tracker').click();
  const own = dialog().getByRole('button', { name: 'My own tracker' });
  await expect.element(own).toHaveAccessibleName('My own tracker');
  await expect
    .element(dialog().getByRole('button', { name: 'Grace’s tracker' }))
    .toHaveAccessibleName('Grace’s tracker Open now. You can see and log. Notes are private.');
  await button('Close').click();
  await expect.element(button('Change the tracker')).toHaveFocus();
  await see(today.getByText('Entered by Carla Lovelace'));
  await see(today.getByText('Entered by Tom Lovelace'));
  expect(tab('Settings').elements()).toEqual([]);
  await showTracker('My own tracker');
  await see(tab('Settings'));
  await see(button('Track Symptoms', true));
  await seeNot(page.getByText('Entered by Carla Lovelace'));
});

it('arrives as HTML if the address names the tracker', async () => {
  const server = openApp(`/dashboard?tracker=${GRACE_ID}`, answersForPair(makePair()));
  // Read before the app has run.
  const html = document.getElementById('root')?.textContent;
  expect(html).toContain('You are helping Grace');
  expect(html).toContain('Entered by Carla Lovelace');
  await seeAlive();
  await see(today.getByText('Entered by Carla Lovelace'));
  expect(server.inputsOf('getUserForms')).toEqual([]);
});

it('stays in the address from page to page, so that each window keeps its own', async () => {
  const pair = makePair();
  openApp('/dashboard', answersForPair(pair));
  await showTracker('My own tracker');
  await showTracker('Grace’s tracker');
  expect(location.search).toBe(`?tracker=${GRACE_ID}`);
  const visit = page.getByRole('link', { name: 'Page for Grace’s visit' });
  await expect.element(visit).toHaveAttribute('href', `/dashboard?visit&tracker=${GRACE_ID}`);
  await page.getByRole('link', { name: 'Tablets left' }).click();
  expect(location.search).toBe(`?tablets&tracker=${GRACE_ID}`);
  await page.getByRole('link', { name: 'Overview' }).click();
  await see(button('Track symptoms for Grace'));
  // Another window has chosen one's own tracker since.
  localStorage.setItem(`tracker ${pair.me.profile.userId}`, pair.me.profile.userId);
  openApp(`${location.pathname}${location.search}`, answersForPair(pair));
  await see('You are helping Grace');
});

it('stays the same after a step back in the history', async () => {
  openApp('/dashboard', answersForPair(makePair()));
  await see('You are helping Grace');
  await showTracker('My own tracker');
  await see('This is your own tracker');
  history.back();
  await expect.poll(() => history.state?.position ?? 0).toBe(0);
  await expect.poll(() => location.search).toBe('?tracker=own');
  await see('This is your own tracker');
});

it('is one’s own after a press on a reminder, even if another one is shown', async () => {
  openApp('/dashboard', answersForPair(makePair()));
  await see('You are helping Grace');
  await seeAlive();
  // The service worker reports the press to an open page.
  const data = { open: '/dashboard?tablets&tracker=own' };
  navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
  await see('This is your own tracker');
  expect(location.search).toBe('?tablets&tracker=own');
});

it('shows a caregiver the month of the person, and each day’s entries', async () => {
  openApp('/dashboard', answersForPair(makePair({ may: 'read' })));
  await tab('Past Forms').click();
  await button('Nov 18, Tremor 3.5, 2 forms').click();
  const past = page.getByRole('list', { name: 'Past Forms' });
  await seeCount(past.getByText(/^Form #/), 2);
  expect(past.getByRole('button', { name: /Edit/ }).elements()).toEqual([]);
  await past.getByRole('button', { name: '1 dose, check-in' }).click();
  await see(dialog().getByText('Entered by Tom Lovelace'));
  await see(dialog().getByText('For Grace Hopper'));
  expect(dialog().getByRole('listitem').getByRole('button').elements()).toEqual([]);
});

it('says first when the last entry was, by whom, and how many planned doses are logged', async () => {
  const medication = makeLevodopa({
    times: ['08:00', '12:00', '16:00', '20:00'].map((time) => ({ time, amount: 1 })),
  });
  const logged = ['2026-11-18T13:00:00.000Z', '2026-11-18T16:40:00.000Z'].map((takenAt, index) =>
    makeDose(takenAt, {
      scheduledFor: index === 0 ? takenAt : '2026-11-18T17:00:00.000Z',
      author: index === 0 ? 'Carla Lovelace' : 'self',
    }),
  );
  const answers = answersForPair(makePair());
  openApp('/dashboard', { ...answers, ...answersForDoses([medication], logged) });
  await see(/^Last entry 11:40\sAM, by Grace\. 2 of 4 planned doses logged\.$/);
  openApp('/dashboard', answers);
  await see(/^Last entry 11:00\sAM, by Carla Lovelace\.$/);
  const line = page.getByText('Last entry').element();
  const button = page.getByRole('button', { name: 'Track symptoms for Grace' }).element();
  expect(line.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('says that there are no entries yet', async () => {
  const answers = answersForPair(makePair());
  openApp('/dashboard', { ...answers, getUserForms: [], getDoses: [] });
  await see('No entries yet.');
});

it('offers nothing that a caregiver may not do', async () => {
  openApp('/dashboard', answersForPair(makePair({ may: 'read' })));
  await button('Change the tracker').click();
  await see('Open now. You can see, but not log. Notes are private.');
  await button('Close').click();
  await see(today.getByText('Entered by Carla Lovelace'));
  expect(button(/^Track/).elements()).toEqual([]);
  expect(today.getByRole('button').elements()).toEqual([]);
  expect(page.getByRole('link', { name: /visit/ }).elements()).toHaveLength(1);
  expect(page.getByRole('button', { name: /Deleted/ }).elements()).toEqual([]);
  await see(button('Download PDF'));
});

it.each(['read', 'log'] as const)('shows the page for a visit, with may: %s', async (may) => {
  const server = openApp('/dashboard', {
    ...answersForPair(makePair({ may })),
    getVisitSummary: makeSummary({ topics: [], notes: undefined }),
  });
  await page.getByRole('link', { name: 'Page for Grace’s visit' }).click();
  await see(page.getByRole('heading', { name: 'Doses' }));
  await see('You do not see Grace’s notes, or what Grace wants to talk about.');
  expect(server.inputsOf('getVisitSummary')[0]).toEqual({ userId: GRACE_ID });
  expect(page.getByRole('link', { name: /Report|Change/ }).elements()).toEqual([]);
  await page.getByRole('link', { name: 'Overview' }).click();
  await see(page.getByRole('link', { name: 'Page for Grace’s visit' }));
});

it('says that the person has changed what a caregiver entered', async () => {
  const form = { ...GRACES_FORMS[0], author: 'Tom Lovelace, changed by the person' } as Form;
  const pair = makePair();
  openApp('/dashboard', { ...answersForPair(pair), getUserForms: [form] });
  await see(today.getByText('Entered by Tom Lovelace, changed by Grace'));
  await showTracker('My own tracker');
  await see(today.getByText('Entered by Tom Lovelace, changed by you'));
});

it('lets a caregiver open only entries that they made', async () => {
  openApp('/dashboard', answersForPair(makePair()));
  await see(today.getByText('Entered by Carla Lovelace'));
  await see(today.getByRole('button', { name: 'Open Form #2' }));
  expect(today.getByRole('button', { name: 'Open Form #1' }).elements()).toEqual([]);
  expect(today.getByRole('button', { name: /Edit dose|Check-in/ }).elements()).toEqual([]);
});

it('sends a waiting form for the person who is helped, never for the caregiver', async () => {
  const pair = makePair();
  const server = openApp('/dashboard', { ...answersForPair(pair), saveSymptomForm: lost });
  await logForGrace();
  const me = pair.me.session.id;
  expect(await storedFor(me, 'forms')).toEqual([]);
  // Reads only Grace's records, because other tests leave records of other people on the device.
  const forGrace = await storedFor(`${me} for ${GRACE_ID}`, 'forms');
  expect(forGrace).toMatchObject([{ ownerId: GRACE_ID, ownerName: 'Grace' }]);
  await showTracker('My own tracker');
  await see(button('Track Symptoms', true));
  server.answer({ saveSymptomForm: GRACES_FORMS[0] });
  window.dispatchEvent(new Event('online'));
  await expect
    .poll(() => server.inputsOf('saveSymptomForm').length, { timeout: 10_000 })
    .toBeGreaterThan(1);
  for (const { userId } of server.inputsOf('saveSymptomForm')) expect(userId).toBe(GRACE_ID);
});

it('returns to the caregiver’s own tracker when the access has ended', async () => {
  const pair = makePair();
  const server = openApp('/dashboard', answersForPair(pair));
  await see(today.getByText('Entered by Carla Lovelace'));
  server.answer({
    getUserForms: refuse('userNotFound'),
    getSession: { ...pair.me.session, helps: [] },
  });
  await button('Refresh').first().click();
  await see(tab('Settings'));
  await seeNot(button('Change the tracker'));
  await seeNot(page.getByText('Entered by Carla Lovelace'));
});

it('says what was not sent because the access has ended, and deletes it', async () => {
  const pair = makePair();
  const server = openApp('/dashboard', { ...answersForPair(pair), saveSymptomForm: lost });
  await logForGrace();
  const me = pair.me.session.id;
  await storeHalfHour(`${me} for ${GRACE_ID}`, { ownerId: GRACE_ID });
  const other = crypto.randomUUID();
  await storeHalfHour(`${other} for ${GRACE_ID}`, { ownerId: GRACE_ID });
  server.answer({
    saveSymptomForm: refuse('userNotFound'),
    saveDiary: refuse('userNotFound'),
    getSession: { ...pair.me.session, helps: [] },
  });
  window.dispatchEvent(new Event('online'));
  await expect
    .element(
      page.getByText('2 entries for Grace were not sent, because you do not help Grace any more.'),
      {
        timeout: 10_000,
      },
    )
    .toBeVisible();
  await see(tab('Settings'));
  await button('Delete these 2 entries').click();
  await seeNot(page.getByText(/not sent/));
  expect(await storedFor(`${me} for ${GRACE_ID}`, 'forms')).toEqual([]);
  expect(await storedFor(`${me} for ${GRACE_ID}`, 'diary')).toEqual([]);
  expect(await storedFor(`${other} for ${GRACE_ID}`, 'diary')).toHaveLength(1);
});

it('lists unsent entries for others whose name the device does not know', async () => {
  const pair = makePair();
  const me = pair.me.session.id;
  await storeHalfHour(`${me} for ${GRACE_ID}`, { ownerId: GRACE_ID });
  openApp('/dashboard', {
    ...answersForPair(pair),
    getSession: { ...pair.me.session, helps: [] },
  });
  await see('1 entry for someone you helped was not sent, because you do not help them any more.');
  await see(button('Delete this entry'));
});

it('sends nothing that waits while the caregiver may only read', async () => {
  const pair = makePair({ may: 'read' });
  const me = pair.me.session.id;
  const record = { ownerId: GRACE_ID, ownerName: 'Grace' };
  await storeHalfHour(`${me} for ${GRACE_ID}`, record);
  await storeHalfHour(`${me} for ${GRACE_ID}`, record);
  const server = openApp('/dashboard', {
    ...answersForPair(pair),
    saveDiary: refuse('userNotFound'),
  });
  await see('2 entries for Grace were not sent, because you may not log for Grace now.');
  window.dispatchEvent(new Event('online'));
  await showTracker('My own tracker');
  await see(tab('Settings'));
  await see('2 entries for Grace were not sent, because you may not log for Grace now.');
  expect(server.inputsOf('saveDiary')).toEqual([]);
  await button('Delete these 2 entries').click();
  await seeNot(page.getByText(/not sent/));
  expect(await storedFor(`${me} for ${GRACE_ID}`, 'diary')).toEqual([]);
});

it('stops sending while a caregiver may only read, and sends when they may log again', async () => {
  const pair = makePair();
  const server = openApp('/dashboard', { ...answersForPair(pair), saveSymptomForm: lost });
  await logForGrace();
  const readOnly = pair.me.session.helps.map((each) => ({ ...each, may: 'read' as const }));
  server.answer({
    saveSymptomForm: refuse('userNotFound'),
    getSession: { ...pair.me.session, helps: readOnly },
  });
  window.dispatchEvent(new Event('online'));
  await expect
    .element(
      page.getByText('1 entry for Grace was not sent, because you may not log for Grace now.'),
      {
        timeout: 10_000,
      },
    )
    .toBeVisible();
  await seeNot('1 form waits.');
  expect(button('Track symptoms for Grace').elements()).toEqual([]);
  const again = openApp('/dashboard', {
    ...answersForPair(pair),
    saveSymptomForm: GRACES_FORMS[0],
  });
  await expect
    .poll(() => again.inputsOf('saveSymptomForm'), { timeout: 10_000 })
    .toMatchObject([{ userId: GRACE_ID }]);
  await seeNot(page.getByText(/was not sent/));
});

it('at a log-out, counts unsent entries for others, warns of drafts, and deletes only the drafts', async () => {
  const pair = makePair();
  const me = pair.me.session.id;
  const answers = { ...answersForPair(pair), signOut: {} };
  openApp('/dashboard', answers);
  await button('Track symptoms for Grace').click();
  await rate('Tremor', 4);
  await storeHalfHour(`${me} for ${GRACE_ID}`, { ownerId: GRACE_ID, ownerName: 'Grace' });
  localStorage.setItem(`drafts of checkIns ${me} for ${GRACE_ID}`, '{"2026-11-18":{"answers":{}}}');
  await expect.poll(() => storedFor(`${me} for ${GRACE_ID}`, 'forms')).toHaveLength(1);
  openApp('/dashboard', { ...answers, getSession: { ...pair.me.session, helps: [] } });
  await see('3 entries for Grace were not sent, because you do not help Grace any more.');
  await button('Logout').click();
  await see(page.getByRole('heading', { name: 'Log out and delete what is not saved?' }));
  await see('1 diary entry is not sent yet. It is saved on this device only.');
  await see(
    'You may no longer log for some people. Entries for them stay on this device, and will not be sent.',
  );
  await see('A form and a check-in for Grace are not saved. They will be deleted.');
  await seeNot(page.getByText(/will be sent the next time/));
  await button('Log out and delete').click();
  await see('Sign in to your account');
  expect(await storedFor(`${me} for ${GRACE_ID}`, 'forms')).toEqual([]);
  expect(await storedFor(`${me} for ${GRACE_ID}`, 'diary')).toHaveLength(1);
  expect(localStorage.getItem(`drafts of checkIns ${me} for ${GRACE_ID}`)).toBeNull();
});

it('warns at a log-out of a draft in a tracker that is not shown', async () => {
  const pair = makePair();
  openApp('/dashboard', answersForPair(pair));
  await button('Track symptoms for Grace').click();
  await rate('Tremor', 4);
  await button('Close').click();
  await showTracker('My own tracker');
  await see(tab('Settings'));
  await button('Logout').click();
  await see('A form for Grace Hopper is not saved. It will be deleted.');
});

it('deletes with the account what was entered for others', async () => {
  const pair = makePair();
  const me = pair.me.session.id;
  await storeHalfHour(`${me} for ${GRACE_ID}`, { ownerId: GRACE_ID });
  openApp('/dashboard?tab=settings', {
    ...answersForPair(pair),
    getSession: { ...pair.me.session, helps: [] },
    deleteAccount: {},
  });
  await button('Delete Account').click();
  await field('Your password').fill('correct horse');
  await button('Delete my account permanently').click();
  await see('Your account and everything in it were deleted.');
  expect(await storedFor(`${me} for ${GRACE_ID}`, 'diary')).toEqual([]);
});
