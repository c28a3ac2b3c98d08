import { openDB } from 'idb';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { checkIn } from '../../contract/kinds/check-in.ts';
import { unsentOf, unsentWords } from '../../domain/unsent.ts';
import { DeviceDatabase } from '../platform/device-database.ts';
import type { Unsaved } from '../platform/unsaved.ts';
import { openApp } from '../testing/app.tsx';
import { storeHalfHour } from '../testing/caregivers.ts';
import { makeCheckIn } from '../testing/check-ins.ts';
import { answersForKind } from '../testing/kinds.ts';
import { answersFor, makeForm, makePerson, NOW } from '../testing/person.ts';
import { rate } from '../testing/rating.ts';
import { SAMPLES } from '../testing/samples.ts';
import { button, dialog, fill, hold, logOut, see, seeNot, tab } from '../testing/screen.ts';
import { type Answers, lost, refuse, silence } from '../testing/server.ts';
import { answersForVisits, makeVisit } from '../testing/visits.ts';

/** A log-out names everything that it deletes, and deletes nothing else. */

const today = page.getByRole('region', { name: 'Today' });
const FORM = makeForm(1, NOW, { Tremor: 3, Stiffness: 2 });
const DAY = '2026-11-18';
/** Blood pressure is offered only before a visit, and the sample of visits begins without one. */
const { bloodPressure: _, ...TOGETHER } = SAMPLES;
const ALL = Object.values(TOGETHER);
const ALL_KINDS = unsentWords(unsentOf((kind) => (kind === 'bloodPressure' ? 0 : 1)));

let person: ReturnType<typeof makePerson>;

beforeEach(() => {
  // Each test has its own person, because the drafts of earlier tests stay in the browser.
  person = makePerson({ display: ['fallButton'] });
});

function open(answers: Answers = {}) {
  return openApp('/dashboard', {
    ...answersFor(person, [FORM]),
    ...Object.assign({}, ...ALL.map(({ answers }) => answers(false))),
    signOut: {},
    ...answers,
  });
}

const close = () => dialog().getByRole('button', { name: 'Close', exact: true }).click();
const leave = () =>
  dialog()
    .getByRole('button', { name: /^Log out/ })
    .click();
const id = () => person.session.id;

async function beginForm(): Promise<void> {
  await button('Track Symptoms', true).click();
  await rate('Tremor', 4);
  await close();
  await see('You closed a form without submitting it.');
}

async function changeForm(): Promise<void> {
  await today.getByRole('button', { name: 'Open Form #1' }).click();
  await rate('Tremor', 5);
  await close();
  await see('You closed Form #1 without saving your changes.');
}

async function beginCheckIn(): Promise<void> {
  await today.getByRole('button', { name: 'Check-in' }).click();
  await dialog().getByRole('button', { name: 'Good', exact: true }).click();
  await close();
  await see(today.getByText('(not saved yet)'));
}

async function beginVisit(): Promise<void> {
  await page.getByRole('link', { name: /next visit/i }).click();
  await fill('First topic', 'Falls');
  await close();
  await see(page.getByRole('link', { name: '(not saved yet)' }));
}

async function typeSymptom(): Promise<void> {
  await tab('Profile').first().click();
  await fill('Symptom 1', 'Shaking');
  await see(page.getByText('Not saved yet', { exact: true }));
  // The tab is hidden, and keeps what was typed.
  await tab('Symptom Overview').click();
}

async function typeMedication(): Promise<void> {
  await tab('Profile').first().click();
  await button('Add a medication').click();
  await fill('Name', 'Rasagiline');
  await close();
  await see('Rasagiline is not saved yet.');
}

async function typeInvitation(): Promise<void> {
  await tab('Settings').click();
  await button('People who help').click();
  await button('Invite someone').click();
  await fill('Their email', 'tom@example.org');
  await close();
  await see('An invitation is not sent yet');
}

async function typeLink(): Promise<void> {
  await button('Links for doctors').click();
  await button('Make a link').click();
  await fill('Who is it for?', 'Dr. Gordon');
  await close();
  await see('A link is not made yet');
}

async function typeFacts(): Promise<void> {
  await tab('Profile').first().click();
  await button('Edit personal information').click();
  await fill('First Name', 'Augusta');
}

/** The drafts of forms on this device. */
async function formsOnDevice(): Promise<unknown[] | undefined> {
  const records = await new DeviceDatabase().findOf(id());
  return records?.filter(({ kind }) => kind === 'forms');
}

/** The unsaved check-ins and visits on this device, as text. */
const textsOnDevice = () =>
  ['checkIns', 'visits'].map((kind) => localStorage.getItem(`drafts of ${kind} ${id()}`));

/** Another window of the same person stores an unsaved check-in. */
function addElsewhere(day: string): void {
  const drafts = { [day]: { answers: { mood: 2 } } };
  localStorage.setItem(`drafts of checkIns ${id()}`, JSON.stringify(drafts));
}

it('names what is begun of every kind, and deletes it', async () => {
  open();
  await beginForm();
  await beginCheckIn();
  await beginVisit();
  await typeMedication();
  await typeInvitation();
  await typeLink();
  await button('Logout').click();
  await see(
    page.getByText(
      'A form, a check-in, what you wrote for a visit, a medication, an invitation and a link for sharing are not saved. They will be deleted.',
      { exact: true },
    ),
  );
  await button('Stay signed in').click();
  await logOut();
  await see('Sign in to your account');
  expect(await formsOnDevice()).toEqual([]);
  expect(textsOnDevice()).toEqual([null, null]);
});

it('names the changes to each kind, and deletes them', async () => {
  open({
    ...answersForKind(checkIn, [makeCheckIn(DAY, { mood: 2 })]),
    ...answersForVisits([makeVisit()]),
  });
  await changeForm();
  await beginCheckIn();
  await beginVisit();
  await typeSymptom();
  await typeFacts();
  await button('Logout').click();
  await see(
    page.getByText(
      'What you wrote for a visit and changes to a form, a check-in, a symptom and your personal information are not saved. They will be deleted.',
      { exact: true },
    ),
  );
  await leave();
  await see('Sign in to your account');
  expect(await formsOnDevice()).toEqual([]);
  expect(textsOnDevice()).toEqual([null, null]);
});

it('names nothing if everything is saved', async () => {
  open();
  await button('Logout').click();
  await see('You will have to sign in again on this device.');
  await seeNot(/not saved/);
});

describe('what another window begins', () => {
  it('in fields that are stored nowhere is named too', async () => {
    const server = open();
    const other = new BroadcastChannel('unsaved');
    other.onmessage = ({ data: { question, userId } }) => {
      if (userId !== id()) return;
      const kinds = ['medications', 'invitations', 'links'] as const;
      const unsaved: Unsaved[] = kinds.map((kind) => {
        return { kind, trackerKey: userId, id: 'there', isChange: false };
      });
      other.postMessage({ answerTo: question, unsaved });
    };
    await beginCheckIn();
    await button('Logout').click();
    await see(
      'A check-in, a medication, an invitation and a link for sharing are not saved. They will be deleted.',
    );
    await leave();
    await see('Sign in to your account');
    other.close();
    expect(server.inputsOf('signOut')).toHaveLength(1);
  });

  it('is told what is typed here', async () => {
    open();
    await typeMedication();
    const other = new BroadcastChannel('unsaved');
    const answers: unknown[] = [];
    other.onmessage = ({ data }) => answers.push(data);
    other.postMessage({ question: 'one', userId: 'somebody else' });
    other.postMessage({ question: 'two', userId: id() });
    await expect.poll(() => answers).toHaveLength(1);
    other.close();
    expect(answers).toMatchObject([
      { answerTo: 'two', unsaved: [{ kind: 'medications', trackerKey: id(), isChange: false }] },
    ]);
  });

  it('after the question is asked about again', async () => {
    const server = open();
    await beginForm();
    await button('Logout').click();
    await see('A form is not saved. It will be deleted.');
    addElsewhere(DAY);
    await leave();
    await see('More was typed in another window.');
    await see('A form and a check-in are not saved. They will be deleted.');
    expect(server.inputsOf('signOut')).toEqual([]);
    await leave();
    await see('Sign in to your account');
    expect(textsOnDevice()).toEqual([null, null]);
  });

  it('after the confirmation stays', async () => {
    const { held, goOn } = hold();
    const server = open({ signOut: () => held.then(() => ({})) });
    await beginForm();
    await logOut();
    await expect.poll(() => server.inputsOf('signOut').length).toBe(1);
    addElsewhere(DAY);
    goOn();
    await see('Sign in to your account');
    expect(await formsOnDevice()).toEqual([]);
    expect(textsOnDevice()[0]).toContain(DAY);
  });

  it('stays after a log-out there, unless that log-out has named it', async () => {
    open();
    await beginForm();
    await beginCheckIn();
    await button('Track Symptoms', true).click();
    await see('We kept your unfinished form.');
    const named: Unsaved = { kind: 'checkIns', trackerKey: id(), id: DAY, isChange: false };
    const otherTab = new BroadcastChannel('signed out');
    otherTab.postMessage({ userId: id(), forgotten: [named] });
    await see('Sign in to your account');
    otherTab.close();
    expect(await formsOnDevice()).toHaveLength(1);
    expect(textsOnDevice()).toEqual([null, null]);
  });

  it('is gone after the account was deleted there, with all that waits, also for others', async () => {
    await storeHalfHour(id(), {});
    await storeHalfHour(`${id()} for somebody`, { ownerId: 'somebody' });
    open({ saveDiary: lost });
    await beginForm();
    await beginCheckIn();
    const otherTab = new BroadcastChannel('signed out');
    otherTab.postMessage({ userId: id(), forgotten: 'everything' });
    await see('Sign in to your account');
    otherTab.close();
    await expect.poll(() => new DeviceDatabase().findBy(id())).toEqual([]);
    await expect.poll(textsOnDevice).toEqual([null, null]);
  });
});

it('logs nobody out who stays while the device is read', async () => {
  const server = open();
  await beginForm();
  await button('Logout').click();
  await see('A form is not saved.');
  // The connection to the device is held up by a transaction that waits.
  const db = await openDB('symptom-tracker-device');
  const { held, goOn } = hold();
  const transaction = db.transaction('entries', 'readwrite');
  let isHeld = true;
  const spin = async (): Promise<void> => {
    while (isHeld) await transaction.store.count();
  };
  const spinning = spin();
  void held.then(() => {
    isHeld = false;
  });
  await leave();
  await button('Stay signed in').click();
  await seeNot(dialog());
  goOn();
  await spinning;
  await transaction.done;
  db.close();
  await button('Logout').click();
  await see('A form is not saved.');
  expect(server.inputsOf('signOut')).toEqual([]);
});

it('a log-out everywhere names what it deletes, and asks again about what is added', async () => {
  const server = open({ signOutEverywhere: {} });
  await beginCheckIn();
  await tab('Settings').click();
  await button('Signed-in devices').click();
  await button('Log out everywhere').click();
  await see('A check-in is not saved. It will be deleted.');
  const everywhere = dialog().getByRole('button', { name: 'Log out everywhere' });
  const visit = makeVisit({ version: 1 });
  localStorage.setItem(`drafts of visits ${id()}`, JSON.stringify({ [visit.visitId]: visit }));
  await everywhere.click();
  await see('A check-in and what you wrote for a visit are not saved. They will be deleted.');
  expect(server.inputsOf('signOutEverywhere')).toEqual([]);
  await everywhere.click();
  await see('Sign in to your account');
  expect(textsOnDevice()).toEqual([null, null]);
});

describe('what waits to be sent', () => {
  const unreached = (answer: typeof lost) =>
    Object.fromEntries(
      ['saveSymptomForm', ...ALL.map(({ save }) => save)].map((name) => [name, answer]),
    );

  /** Enters one of each kind; they wait on the device. */
  async function logAll(): Promise<void> {
    await button('Track Symptoms', true).click();
    for (const name of ['Tremor', 'Stiffness', 'Balance']) await rate(name, 4);
    await button('Submit').click();
    for (const { enter, place } of ALL) {
      await enter();
      await see(place.getByText('Waiting').first());
    }
  }

  it('is sent before the log-out, which says what it sends', async () => {
    const server = open(unreached(lost));
    await logAll();
    server.answer(unreached(silence));
    await button('Logout').click();
    await see(`Sending ${ALL_KINDS} before you log out...`);
  });

  it('is counted by kind if it could not be sent', async () => {
    open(unreached(lost));
    await logAll();
    await button('Logout').click();
    await see(page.getByRole('dialog', { name: `${ALL_KINDS} are not sent yet` }));
    await see('Until then, anyone who uses this device could read them.');
  });

  it('is counted apart if the server has refused it', async () => {
    open({ logDose: refuse('tooManyEntries'), saveVisit: lost });
    await button('Took it').click();
    await page.getByRole('link', { name: 'Add your next visit' }).click();
    await fill('First topic', 'Falls');
    await button('Save').click();
    await see(page.getByRole('link', { name: 'Waiting' }));
    await button('Logout').click();
    await see(page.getByRole('dialog', { name: '1 visit is not sent yet' }));
    await see('it will be sent the next time you sign in');
    await see(
      '1 dose could not be saved. It stays on this device until you send it again or delete it.',
    );
  });
});
