import { openDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Form } from '../../contract/entities.ts';
import { HISTORY_PAGE, type PageData } from '../../contract/page-data.ts';
import { KIND_NAMES } from '../../domain/unsent.ts';
import { eraseAnswers, readAnswers, writeAnswers } from '../platform/kept-device.ts';
import { closeApp, openApp } from '../testing/app.tsx';
import {
  answersFor,
  type Known,
  makeForm,
  makeForms,
  makePerson,
  NOW,
  PLAIN,
} from '../testing/person.ts';
import {
  alert,
  button,
  dialog,
  field,
  hold,
  logOut,
  see,
  seeCount,
  seeNot,
  tab,
} from '../testing/screen.ts';
import { type Answers, lost, refuse, silence } from '../testing/server.ts';

const DAY_MS = 86_400_000;
const BOB = makePerson({ name: 'Bob Hope', firstName: 'Bob', email: 'bob@example.org' });
const FORMS = makeForms(101, ['Tremor of Ada', 'Stiffness', 'Balance']);
const LATEST = `Form #${FORMS.length}`;
const NAMES = ['Tremor of Ada', 'Stiffness', 'Balance'];
const NOT_KEPT =
  'This period is not stored on this device. You can see it when you’re online again.';

let ADA: Known;
let ANSWERS: ReturnType<typeof answersFor>;
let AS_ADA: PageData;

beforeEach(() => {
  // Each test has another person, so that no form of an earlier test waits on the device.
  ADA = makePerson({ symptoms: NAMES });
  ANSWERS = answersFor(ADA, FORMS);
  AS_ADA = { session: ADA.session, config: PLAIN };
});

const AS_NOBODY = { session: null, config: PLAIN };

/** Every call fails, because there is no network. */
const OFFLINE: Answers = {
  ...Object.fromEntries(Object.keys(answersFor(makePerson())).map((call) => [call, lost])),
  saveSymptomForm: lost,
  signOut: lost,
};

const line = page.getByRole('region', { name: 'Average Symptom Severity' });
const notice = page.getByText('No connection.');
const today = page.getByRole('region', { name: 'Today' });
const bars = page.getByRole('region', { name: 'Symptom Time Analysis' });

/** Opens the app online and waits until the device has stored everything. */
async function keepAda() {
  const server = openApp('/dashboard', ANSWERS, AS_ADA);
  await see(page.getByText(LATEST, { exact: true }));
  await expect.poll(keptKinds).toEqual(KEPT);
  return server;
}

const KEPT = [
  ...KIND_NAMES.filter((kind) => kind !== 'forms'),
  ...['config', 'history', 'medications', 'profile', 'recent', 'session'],
].sort();

async function keptKinds() {
  return (await readAnswers())
    .map(({ key }) => String(key[0] === 'forms' ? key[2] : key[0]))
    .sort();
}

async function expectNothingKept() {
  await expect.poll(readAnswers).toEqual([]);
  expect(localStorage.getItem('keptFor')).toBeNull();
}

/** Opens the app offline, and expects that the device has nothing to show. */
async function expectClosed() {
  hurryTime();
  openApp('/dashboard', OFFLINE);
  // The first fetch may fail only after some time, so its repeats are not yet waiting when the time is advanced once.
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(1000);
      return alert().query()?.textContent;
    })
    .toContain('We can’t reach the server right now.');
}

/** Replaces the clock and the timers, so that `vi.advanceTimersByTimeAsync` skips the page's waits. */
function hurryTime() {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: Date.now(),
    shouldAdvanceTime: true,
    advanceTimeDelta: 20,
  });
}

/** Blocks the device's store, so that writes wait. */
async function blockDevice() {
  // Creates the store.
  await eraseAnswers();
  const db = await openDB('symptom-tracker-answers', 1);
  const tx = db.transaction('answers', 'readwrite');
  let isBlocked = true;
  const done = (async () => {
    while (isBlocked) await tx.store.count();
    await tx.done;
  })();
  return {
    async release() {
      isBlocked = false;
      await done;
      db.close();
    },
  };
}

/** Records every text that the page shows from now on, even if only for one frame. */
function recordTexts(): () => string {
  let texts = '';
  const observer = new MutationObserver(() => {
    texts += document.body.textContent;
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    return texts;
  };
}

describe('the page’s data block', () => {
  it('the first paint of a signed-in person needs no call', async () => {
    const { getSession, getConfig, getUserProfile, ...others } = ANSWERS;
    const server = openApp('/dashboard', others, {
      ...AS_ADA,
      forms: FORMS.slice(0, HISTORY_PAGE),
    });
    expect(document.querySelector('script[type="application/json"]')).toBeNull();
    await see(page.getByText('Welcome, Ada', { exact: true }));
    await see(page.getByText(LATEST, { exact: true }));
    await see(line.getByRole('img'));
    await tab('Past Forms').click();
    await see(button('Show older forms'));
    const asked = server.made.map(({ name }) => name);
    expect(asked).not.toContain('getSession');
    expect(asked).not.toContain('getUserProfile');
    await expect
      .poll(() => server.inputsOf('getUserForms').filter(({ limit }) => limit === HISTORY_PAGE))
      .toEqual([]);
    // The answers in the data block are stored as well.
    await expect.poll(keptKinds).toEqual(KEPT);
  });

  it('the sign-in screen asks for nothing but a passkey, also when its window is shown again', async () => {
    const server = openApp('/dashboard', {}, AS_NOBODY);
    await see('Sign in to your account');
    window.dispatchEvent(new Event('visibilitychange'));
    await see(field('Email'));
    expect(server.made.filter(({ name }) => name !== 'getPasskeyRequest')).toEqual([]);
  });

  it('a sign-in in another tab reaches the sign-in screen', async () => {
    const server = openApp('/signin', {}, AS_NOBODY);
    await see('Sign in to your account');
    server.answer(ANSWERS);
    const otherTab = new BroadcastChannel('signed in');
    otherTab.postMessage(ADA.profile.userId);
    await see(page.getByText('Welcome, Ada', { exact: true }));
    otherTab.close();
  });

  it('a page that shows someone else notices a sign-in in another tab', async () => {
    const server = openApp('/dashboard', ANSWERS, AS_ADA);
    await see(page.getByText(LATEST, { exact: true }));
    server.answer(answersFor(BOB));
    const otherTab = new BroadcastChannel('signed in');
    otherTab.postMessage(BOB.profile.userId);
    await see(page.getByText('Welcome, Bob', { exact: true }));
    await seeNot(page.getByText(LATEST, { exact: true }));
    otherTab.close();
  });
});

describe('without the server', () => {
  beforeEach(async () => {
    await keepAda();
    vi.setSystemTime(Date.parse(NOW) + 2 * DAY_MS);
  });

  it('the app opens with what the device kept, and says how old that is', async () => {
    hurryTime();
    const server = openApp('/', OFFLINE);
    await see(page.getByText('Welcome, Ada', { exact: true }));
    await see('No connection. Entries from Wed, Nov 18, 12:00 PM. You can go on.');
    await see(page.getByText(LATEST, { exact: true }));
    await see(line.getByRole('img'));
    // After these four seconds, every query has stopped retrying.
    await vi.advanceTimersByTimeAsync(4000);
    await expect.poll(() => server.inputsOf('getUserProfile').length).toBeGreaterThan(2);
    await seeNot(page.getByText('Failed to load form history'));
    await seeCount(page.getByText('could not be loaded'), 0);
    await see(line.getByText('As of Wed, Nov 18, 12:00 PM.'));
    await see(bars.getByText('As of Wed, Nov 18, 12:00 PM.'));
    await line.getByText('Show the numbers').click();
    for (const [timeframe, heading] of [
      ['Last month', 'Last Month'],
      ['Last 6 weeks', 'Last 6 Weeks'],
      ['Last 3 months', 'Last 3 Months'],
    ] as const) {
      await line.getByLabelText('Timeframe').selectOptions(timeframe);
      await see(line.getByRole('heading', { name: heading }));
      await see(line.getByRole('cell', { name: /\([1-9]\d*\)/ }).first());
    }
    await bars.getByLabelText('Timeframe').selectOptions('Last 3 months');
    await see(bars.getByRole('heading', { name: 'Last 3 Months' }));
    await line.getByLabelText('Timeframe').selectOptions('Custom');
    await see(line.getByRole('heading', { name: 'Custom Period' }));
    await line.getByLabelText('Start Date').fill('2026-08-10');
    await vi.advanceTimersByTimeAsync(4000);
    await see(line.getByText(NOT_KEPT));
    await see(line.getByRole('img'));
    await seeCount(page.getByText('could not be loaded'), 0);
  });

  it('the history of the last months can be read, and says where it ends', async () => {
    openApp('/dashboard', OFFLINE);
    await tab('Past Forms').click();
    const rows = page.getByRole('list', { name: 'Past Forms' }).getByRole('listitem');
    const older = button('Show older forms');
    for (let weeks = 1; weeks <= 13; weeks += 1) {
      await seeCount(rows, weeks * 21);
      await older.click();
    }
    await see('You can see older forms when you’re online again.');
    await seeNot(older);
    await expect.poll(() => rows.elements().length).toBeGreaterThanOrEqual(96 * 3 - 10);
  });

  it('the month shows the days that are stored, and says where they begin', async () => {
    openApp('/dashboard', OFFLINE);
    await tab('Past Forms').click();
    const days = (month: string) => page.getByRole('grid', { name: month }).getByRole('button');
    await seeCount(days('November 2026'), 18);
    for (const month of ['October 2026', 'September 2026', 'August 2026']) {
      await button(month).click();
    }
    await see('Days before Aug 15 are not stored on this device.');
    // The 14th is stored in part.
    await expect.poll(() => days('August 2026').elements().length).toBeGreaterThanOrEqual(17);
    await days('August 2026').last().click();
    await see(page.getByRole('heading', { name: 'Mon, Aug 31' }));
    await seeNot('We couldn’t load this month.');
  });

  it('a form can be logged at once, and waits', async () => {
    openApp('/dashboard', { ...OFFLINE, getUserProfile: silence });
    const slider = page.getByRole('slider', { name: 'Tremor of Ada' });
    // Loads the code of the dialog.
    await button('Track Symptoms').click();
    await see(slider);
    await button('Close').click();
    await seeNot(dialog());
    // Within this second no request times out. A waiting expectation would advance the faked time.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await button('Track Symptoms').click();
    await vi.advanceTimersByTimeAsync(1000);
    expect(slider.query()).not.toBeNull();
    vi.useRealTimers();
    vi.setSystemTime(Date.parse(NOW) + 2 * DAY_MS);
    await dialog().getByText('4', { exact: true }).first().click();
    await button('Submit').click();
    await button(/^Leave (it|them) out$/).click();
    await see(/^Saved on this device\. Tremor of Ada\s4\.$/);
    await see(today.getByText('Waiting'));
    await see('1 form waits.');
  });

  it('a network that answers nothing counts as none after a moment', async () => {
    hurryTime();
    openApp('/dashboard', { ...OFFLINE, getSession: silence });
    await see('Loading...');
    expect(document.body.textContent).not.toContain('Ada');
    await vi.advanceTimersByTimeAsync(1500);
    await see(page.getByText('Welcome, Ada', { exact: true }));
    await see(notice);
  });

  it('the answers of the server replace what was kept, and nothing jumps', async () => {
    hurryTime();
    const server = openApp('/dashboard', OFFLINE);
    await see(line.getByRole('img'));
    // After these four seconds, the queries of the history, the charts and the last weeks have stopped retrying, after
    // three tries each.
    await vi.advanceTimersByTimeAsync(4000);
    await expect.poll(() => server.inputsOf('getUserForms').length).toBeGreaterThanOrEqual(9);
    await vi.advanceTimersByTimeAsync(100);
    const chart = line.getByRole('img').element();
    const track = button('Track Symptoms').element();
    const { top } = track.getBoundingClientRect();
    const texts = recordTexts();
    const form = makeForm(FORMS.length + 1, '2026-11-20T15:00:00Z', { 'Tremor of Ada': 5 });
    server.answer(answersFor(ADA, [form, ...FORMS]));
    // Lets time pass until the page retries, because the browser may not report that the network is back.
    await vi.advanceTimersByTimeAsync(20_000);
    await see(page.getByText(`Form #${FORMS.length + 1}`, { exact: true }));
    await see('You’re online again.');
    await seeNot(notice);
    await expect.poll(async () => JSON.stringify(await readAnswers())).toContain(form.id);
    expect(line.getByRole('img').element()).toBe(chart);
    expect(button('Track Symptoms').element()).toBe(track);
    expect(track.getBoundingClientRect().top).toBe(top);
    expect(texts()).not.toContain('Loading...');
    // The message disappears when another tab is opened.
    await tab('Settings').click();
    await seeNot('You’re online again.');
  });

  it('the kept answers are shown for 30 days', async () => {
    vi.setSystemTime(Date.parse(NOW) + 30 * DAY_MS);
    openApp('/dashboard', OFFLINE);
    await see(page.getByText(LATEST, { exact: true }));
    vi.setSystemTime(Date.parse(NOW) + 30 * DAY_MS + 60_000);
    const texts = recordTexts();
    await expectClosed();
    expect(texts()).not.toContain('Ada');
    await expectNothingKept();
  });

  it('another build of the app does not show them', async () => {
    const answers = await readAnswers();
    const ofOtherBuild = answers.map((answer) => ({ ...answer, build: 'main-1.js' }));
    await writeAnswers(new Map(ofOtherBuild.map((answer) => [JSON.stringify(answer.key), answer])));
    await expectClosed();
  });
});

it('only the first page of the history is kept', async () => {
  await keepAda();
  await tab('Past Forms').click();
  const later = Date.parse(NOW) + 60_000;
  vi.setSystemTime(later);
  await button('Show older forms').click();
  const history = async () => (await readAnswers()).find(({ key }) => key[2] === 'history');
  await expect.poll(async () => (await history())?.updatedAt).toBeGreaterThanOrEqual(later);
  const [first] = (ANSWERS.getUserForms({ userId: ADA.profile.userId, limit: HISTORY_PAGE }) ??
    []) as Form[];
  const data = (await history())?.data as { pages: Form[][]; pageParams: unknown[] };
  expect(data.pages.map((forms) => forms.length)).toEqual([HISTORY_PAGE]);
  expect(data.pages[0]?.[0]).toEqual(first);
  expect(data.pageParams).toEqual([undefined]);
});

describe('nothing is kept any more', () => {
  it('after a log-out', async () => {
    const server = await keepAda();
    server.answer({ signOut: {} });
    await logOut();
    await see('Sign in to your account');
    await expectNothingKept();
    await expectClosed();
  });

  it('after a log-out that did not reach the server', async () => {
    const server = await keepAda();
    server.answer({ signOut: lost });
    await logOut();
    await see('The offline copy of your data was removed from this device.');
    await expectNothingKept();
    await expectClosed();
  });

  it('after a log-out in another tab', async () => {
    await keepAda();
    const otherTab = new BroadcastChannel('signed out');
    otherTab.postMessage({ userId: ADA.profile.userId, forgotten: [] });
    await see('Sign in to your account');
    otherTab.close();
    await expectNothingKept();
  });

  it('once a call says that the session has ended', async () => {
    const server = await keepAda();
    server.answer({ getUserForms: refuse('signedOut') });
    await line.getByRole('button', { name: 'Refresh' }).click();
    await see('Sign in to your account');
    await expectNothingKept();
  });

  it('once a call that shows its own error says that the session has ended', async () => {
    const server = await keepAda();
    server.answer({ updateSymptoms: refuse('signedOut') });
    await tab('Profile').click();
    await field('Symptom 1', true).fill('Shaking');
    await button('Save symptom 1').click();
    await see(alert());
    await expectNothingKept();
  });

  it('once a page says that the session has ended', async () => {
    await keepAda();
    openApp('/dashboard', {}, AS_NOBODY);
    await see('Sign in to your account');
    await expectNothingKept();
  });

  it('of a person whose tracker one may no longer see, also if that ended while the app was closed', async () => {
    await keepAda();
    const kept = (await readAnswers()).find(({ key }) => key[0] === 'profile');
    if (!kept) throw new Error('No profile is kept');
    const ofBob = { ...kept, key: ['profile', BOB.profile.userId] };
    await writeAnswers(new Map([['of Bob', ofBob]]));
    expect(await keptKinds()).toEqual([...KEPT, 'profile'].sort());
    openApp('/dashboard', ANSWERS, AS_ADA);
    await expect.poll(keptKinds).toEqual(KEPT);
    expect((await readAnswers()).map(({ key }) => key[1])).not.toContain(BOB.profile.userId);
  });

  it('after the account was deleted', async () => {
    const server = await keepAda();
    server.answer({ deleteAccount: {} });
    await tab('Settings').click();
    await button('Delete Account').click();
    await dialog().getByLabelText('Your password').fill('steady as she goes');
    await dialog()
      .getByRole('button', { name: /permanently/ })
      .click();
    await see('Sign in to your account');
    await expectNothingKept();
  });

  it('if another tab logs out while an answer is being stored', async () => {
    const { release } = await blockDevice();
    hurryTime();
    openApp('/dashboard', ANSWERS, AS_ADA);
    await see(page.getByText(LATEST, { exact: true }));
    await vi.advanceTimersByTimeAsync(1000);
    localStorage.removeItem('keptFor');
    await release();
    await expectNothingKept();
  });
});

describe('someone else', () => {
  it.each([
    ['with a page that says so', answersFor(BOB), { session: BOB.session, config: PLAIN }],
    ['with a call that says so', answersFor(BOB), undefined],
  ])('signed in %s sees nothing of the former person', async (_what, answers, data) => {
    await keepAda();
    closeApp();
    localStorage.setItem('keptFor', ADA.profile.userId);
    const texts = recordTexts();
    openApp('/dashboard', answers, data);
    await see(page.getByText('Welcome, Bob', { exact: true }));
    await see('No forms submitted yet.');
    const isBob = ({ userId }: { userId: string }) => userId === BOB.profile.userId;
    await expect.poll(async () => (await readAnswers()).every(isBob)).toBe(true);
    await expect.poll(keptKinds).toEqual(KEPT);
    openApp('/dashboard', OFFLINE);
    await see(page.getByText('Welcome, Bob', { exact: true }));
    await see(notice);
    expect(texts()).not.toContain('Ada');
  });

  it('keeps their own answers if a tab of the former person is still open', async () => {
    hurryTime();
    openApp('/dashboard', ANSWERS, AS_ADA);
    await see(page.getByText(LATEST, { exact: true }));
    // Waits until Ada's answers are written.
    await vi.advanceTimersByTimeAsync(1000);
    await expect.poll(keptKinds).toEqual(KEPT);
    const ofBob = {
      userId: BOB.profile.userId,
      build: '',
      key: ['config'],
      data: {},
      updatedAt: 0,
    };
    await eraseAnswers();
    await writeAnswers(new Map([['["config"]', ofBob]]));
    localStorage.setItem('keptFor', BOB.profile.userId);
    await line.getByRole('button', { name: 'Refresh' }).click();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await readAnswers()).toEqual([ofBob]);
  });

  it('sees nothing even if the former answers could not be erased', async () => {
    await keepAda();
    localStorage.setItem('keptFor', BOB.profile.userId);
    const texts = recordTexts();
    await expectClosed();
    expect(texts()).not.toContain('Ada');
  });

  it('who signs in with an emailed link closes the page at once, and nothing is kept', async () => {
    const { held, goOn } = hold();
    await keepAda();
    const link = `email=${BOB.profile.email}&challenge=${'c'.repeat(43)}&code=123456`;
    const server = openApp(`/sign-in-link#${link}`, ANSWERS, AS_ADA);
    server.answer({
      signInWithLink: async () => {
        await held;
        return BOB.session;
      },
    });
    await button('Sign in').click();
    await expectNothingKept();
    goOn();
  });
});

describe('a browser that stores nothing', () => {
  it('runs the app as before', async () => {
    // An earlier test may have left its database open, so both opening and using one is refused.
    const refusal = () => {
      throw new DOMException('Refused', 'SecurityError');
    };
    vi.spyOn(indexedDB, 'open').mockImplementation(refusal);
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(refusal);
    hurryTime();
    openApp('/dashboard', ANSWERS, AS_ADA);
    await see(page.getByText(LATEST, { exact: true }));
    await see(line.getByRole('img'));
    // The page tries to store its answers, and fails.
    await vi.advanceTimersByTimeAsync(1000);
    await expectClosed();
  });
});
