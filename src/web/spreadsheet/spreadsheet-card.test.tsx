import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Spreadsheet } from '../../contract/spreadsheets.ts';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson, NOW, OFF, PLAIN } from '../testing/person.ts';
import { providerWindow } from '../testing/provider-window.ts';
import { alert, button, dialog, hold, see, seeNot } from '../testing/screen.ts';
import { type Answers, refuse } from '../testing/server.ts';

const PERSON = makePerson();
const BOOK = { spreadsheetId: 'book-1', url: 'https://docs.google.com/spreadsheets/d/book-1' };
const ON: Spreadsheet = { ...OFF, ...BOOK, state: 'current' };
const WITH_GOOGLE = {
  ...answersFor(PERSON),
  getConfig: { ...PLAIN, providers: ['google'] },
  getAccount: {
    email: PERSON.profile.email,
    emailProven: true,
    hasPassword: false,
    waysIn: [
      {
        wayId: 'google-1',
        kind: 'google',
        email: '',
        since: '2026-03-02T15:00:00.000Z',
        isRemovable: true,
      },
    ],
    proofs: ['code'],
    confirmed: true,
  },
} satisfies Answers;

function openCard(spreadsheet: Spreadsheet, answers: Answers = {}) {
  const shown = { ...WITH_GOOGLE, getSpreadsheet: spreadsheet, ...answers };
  return openApp('/dashboard?tab=settings&open=spreadsheet', shown);
}

const remembered = () => localStorage.getItem('userSheetId');

describe('the card', () => {
  it.each<[string, Partial<Spreadsheet>]>([
    ['The spreadsheet is on. It has all your forms, doses and check-ins.', {}],
    [
      'The spreadsheet is on. It is being set up. You don’t have to wait.',
      { state: 'waiting', url: '' },
    ],
    [
      'The spreadsheet is on. Your last changes are waiting to be copied. You don’t have to wait.',
      { state: 'waiting' },
    ],
    [
      'The spreadsheet is on. 1 entry is waiting to be copied. You don’t have to wait.',
      { state: 'waiting', waiting: 1 },
    ],
    [
      'The spreadsheet is on. 3 entries are waiting to be copied. You don’t have to wait.',
      { state: 'waiting', waiting: 3 },
    ],
    [
      'The spreadsheet is on. 1 entry is waiting to be copied. Google is busy. We’ll keep trying, and nothing is lost.',
      { state: 'failed', waiting: 1, problem: 'busy' },
    ],
    [
      'The spreadsheet is on. 2 entries are waiting to be copied. We can’t reach Google right now. We’ll keep trying, and nothing is lost.',
      { state: 'failed', waiting: 2, problem: 'unreachable' },
    ],
    [
      'The spreadsheet is on. 2 entries are waiting to be copied. Something is wrong on our side. We’ll keep trying, and nothing is lost.',
      { state: 'failed', waiting: 2, problem: 'ours' },
    ],
  ])('says: %s', async (words, state) => {
    openCard({ ...ON, ...state });
    await see(page.getByText(words, { exact: true }));
    await see(button('Turn off the spreadsheet'));
    expect(remembered()).toBe('book-1');
  });

  it.each<[string, Spreadsheet['problem']]>([
    [
      'Copying stopped because Google no longer gives us access. You can turn the spreadsheet on again.',
      'withdrawn',
    ],
    [
      'Copying stopped because Google does not let us write to your spreadsheet. Turn it on again to get a new one.',
      'refused',
    ],
    [
      'Copying stopped because your spreadsheet was deleted. Turn it on again to get a new one.',
      'deleted',
    ],
  ])('says why it is off: %s', async (words, problem) => {
    localStorage.setItem('userSheetId', 'book-1');
    openCard({ ...OFF, problem });
    await see(page.getByText(words, { exact: true }));
    await see(button('Turn on the spreadsheet'));
    expect(remembered()).toBeNull();
  });

  it.each(['waiting', 'failed'] as const)(
    'polls while it is %s, until everything is written',
    async (state) => {
      vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse(NOW) });
      const server = openCard({
        ...ON,
        state,
        waiting: 1,
        problem: state === 'failed' ? 'busy' : '',
      });
      await see('1 entry is waiting to be copied.');
      server.answer({ getSpreadsheet: ON });
      vi.advanceTimersByTime(3000);
      await see('It has all your forms, doses and check-ins.');
      const { length } = server.inputsOf('getSpreadsheet');
      vi.advanceTimersByTime(60_000);
      await see(button('Turn off the spreadsheet'));
      expect(server.inputsOf('getSpreadsheet')).toHaveLength(length);
    },
  );

  it('has a link to the spreadsheet, and turns it off', async () => {
    const off = { ...OFF, ...BOOK };
    const server = openCard(ON, { turnOffSpreadsheet: refuse('unavailable') });
    const link = page.getByRole('link', { name: 'Open your spreadsheet' });
    await expect.element(link).toHaveAttribute('href', BOOK.url);
    await button('Turn off the spreadsheet').click();
    await see(alert());
    server.answer({ turnOffSpreadsheet: off, getSpreadsheet: off });
    await button('Turn off the spreadsheet').click();
    await see(button('Turn on the spreadsheet'));
    await see(link);
    expect(remembered()).toBeNull();
  });

  it('says that it could not be loaded, and tries again', async () => {
    const server = openCard(ON, { getSpreadsheet: refuse('internal') });
    await see('We couldn’t load your spreadsheet.');
    server.answer({ getSpreadsheet: ON });
    await button('Try again').click();
    await see('It has all your forms, doses and check-ins.');
  });

  it('is turned on in Google’s popup, even after a first refusal', async () => {
    const popup = providerWindow();
    const server = openCard(OFF);
    await button('Turn on the spreadsheet').click();
    await see('Google opened in a new window. Sign in there, then come back.');
    popup.tell('You did not finish signing in with Google. Please try again.');
    await expect
      .element(alert())
      .toHaveTextContent('You did not finish signing in with Google. Please try again.');
    expect(popup.isClosed).toBe(true);
    expect(popup.opened[0]?.address.searchParams.get('purpose')).toBe('sheets');
    server.answer({ getSpreadsheet: ON });
    await button('Turn on the spreadsheet').click();
    await see('Google opened in a new window. Sign in there, then come back.');
    popup.tell('');
    await see('It has all your forms, doses and check-ins.');
  });

  it('shows the outcome of a flow that ran in the same tab', async () => {
    const problem =
      'We need your permission to write to your Google spreadsheet. Please try again and allow this.';
    const outcome = { id: 'flow-1', provider: 'google', purpose: 'sheets', mode: 'page' } as const;
    openApp('/oauth-end', {
      ...WITH_GOOGLE,
      takeOAuthOutcome: { outcome: { ...outcome, problem } },
    });
    await expect.element(alert()).toHaveTextContent(problem);
    expect(location.search).toBe('?tab=settings&open=spreadsheet');
  });

  it('is not shown without Google', async () => {
    openApp('/dashboard?tab=settings', answersFor(PERSON));
    await see(button('Change password'));
    await seeNot('Personal spreadsheet');
  });
});

describe('deleting the account', () => {
  it.each([
    ['1 entry is not in it yet. If you delete your account now, it will not be copied.', 1],
    ['3 entries are not in it yet. If you delete your account now, they will not be copied.', 3],
  ])('says that the spreadsheet stays: %s', async (words, waiting) => {
    openCard({ ...ON, state: 'waiting', waiting });
    await button('Close').click();
    await button('Delete Account').click();
    await see('Your spreadsheet stays in your Google account. We will stop adding to it.');
    await see(dialog().getByText(words));
  });
});

describe('the overview', () => {
  it('says that the spreadsheet was turned off, and leaves it off', async () => {
    const ended: Spreadsheet = { ...OFF, problem: 'deleted' };
    const answers = { ...WITH_GOOGLE, getSpreadsheet: ended };
    openApp('/dashboard', answers);
    await see('We can no longer copy what you log to your Google spreadsheet.');
    await page.getByRole('link', { name: 'See why in Settings' }).click();
    await see('your spreadsheet was deleted');

    const server = openApp('/dashboard', { ...answers, turnOffSpreadsheet: OFF });
    await see('We can no longer copy what you log to your Google spreadsheet.');
    server.answer({ getSpreadsheet: OFF });
    await button('Leave copying off').click();
    await seeNot('We can no longer copy what you log to your Google spreadsheet.');
  });

  it('says why the old app’s rows could not be read, tries again, and imports them', async () => {
    const before: Spreadsheet = { ...ON, hasLegacySheet: true };
    const preview = {
      dryRun: true,
      formsAdded: 2,
      formsSkipped: 0,
      ratings: 2,
      from: '2025-03-01T13:15:00.000Z',
      to: '2025-03-02T13:15:00.000Z',
      symptoms: [],
      rowsLeftOut: 1,
      leftOut: [{ row: 3, path: 'timestamp', rule: 'must be a time' }],
    };
    const server = openApp('/dashboard', {
      ...WITH_GOOGLE,
      getSpreadsheet: before,
      importLegacySheet: refuse('legacySheetUnread'),
    });
    await see('Failed to load symptom data');
    server.answer({ importLegacySheet: ({ dryRun }) => ({ ...preview, dryRun }) });
    await button('Try again').click();
    await see('We found 2 forms from the old app. Add them here?');
    const forms = hold();
    server.answer({
      getSpreadsheet: ON,
      getUserForms: async () => {
        await forms.held;
        return [];
      },
    });
    await button('Add these forms').click();
    // The server stops offering the sheet before the added forms have loaded.
    await expect.poll(() => server.inputsOf('getSpreadsheet').length).toBeGreaterThan(1);
    forms.goOn();
    await see('2 forms were added.');
    await seeNot(button('Add these forms'));
  });

  it('lists the old app’s rows that cannot be imported, and skips them', async () => {
    const faults = [{ row: 1, path: 'timestamp', rule: 'must be a time' }];
    const server = openApp('/dashboard', {
      ...WITH_GOOGLE,
      getSpreadsheet: { ...ON, hasLegacySheet: true },
      importLegacySheet: refuse('importRefused', { faults }),
      dismissLegacySheet: ON,
    });
    await see('The forms from the old app cannot be added. Nothing was changed.');
    await see('Row 1: timestamp must be a time');
    server.answer({ getSpreadsheet: ON });
    await button('Don’t add forms from the old app').click();
    await seeNot('Row 1: timestamp must be a time');
  });
});
