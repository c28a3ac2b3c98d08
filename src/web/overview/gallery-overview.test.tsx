import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/accessible.ts';
import { openApp } from '../testing/app.tsx';
import { visitAll } from '../testing/gallery.ts';
import {
  ANSWERS,
  FAULTS,
  FORMS,
  GOOGLE,
  LONG_ANSWERS,
  PREVIEW,
  SPREADSHEET_ON,
} from '../testing/gallery-people.ts';
import { answersFor, makePerson, OFF } from '../testing/person.ts';
import { alert, button, fill, keys, logOut, see, tab } from '../testing/screen.ts';
import { lost, refuse } from '../testing/server.ts';
import { symptomKeeper } from '../testing/symptoms.ts';
import { setDisplay } from '../ui/display.ts';

/** Every state of the overview and the profile. The open form has its own gallery. */

const PROFILE = '/dashboard?tab=profile';

function splitOf(holds: 'address' | 'entries') {
  const [since, joinsAt] = ['2026-11-17T17:00:00.000Z', '2026-11-24T17:00:00.000Z'];
  return { holds, email: LONG_ANSWERS.getSession.email, since, joinsAt };
}

const SAID_NO = {
  ...{ asksAddress: true, email: '' },
  split: { ...splitOf('entries'), joinsAt: null },
};

visitAll([
  ...[
    { name: 'an address to confirm', session: { asksAddress: true } },
    { name: 'no address', session: { asksAddress: true, email: '' } },
    { name: 'entries that come later', session: { split: splitOf('address') } },
    {
      name: 'entries that stay elsewhere',
      session: { split: { ...splitOf('address'), joinsAt: null } },
    },
    { name: 'the question who confirmed the address', session: { split: splitOf('entries') } },
    { name: 'no address after a No', session: SAID_NO },
  ].map(({ name, session }) => ({
    name,
    path: '/dashboard',
    answers: { ...LONG_ANSWERS, getSession: { ...LONG_ANSWERS.getSession, ...session } },
    reach: () => see(/your email|was that you|Your entries from before/i),
  })),
  {
    name: 'the old password for earlier entries, wrong',
    path: '/dashboard',
    answers: {
      ...LONG_ANSWERS,
      getSession: { ...LONG_ANSWERS.getSession, split: splitOf('address') },
      joinEntries: refuse('wrongPassword'),
    },
    reach: async () => {
      await button('Use my old password').click();
      await fill('Your old password', 'steady');
      await button('Get my entries').click();
      await see(alert());
    },
  },
  {
    name: 'the old password for earlier entries, after too many wrong ones',
    path: '/dashboard',
    answers: {
      ...ANSWERS,
      getSession: { ...ANSWERS.getSession, split: splitOf('address') },
      joinEntries: refuse('oldPasswordSpent'),
    },
    reach: async () => {
      await button('Use my old password').click();
      await fill('Your old password', 'steady');
      await button('Get my entries').click();
      await see(alert());
    },
  },
  {
    name: 'an address that is not mine',
    path: '/dashboard',
    answers: {
      ...LONG_ANSWERS,
      getSession: { ...LONG_ANSWERS.getSession, split: splitOf('entries') },
    },
    reach: async () => {
      await button('No', true).click();
      await see('your entries stay here');
    },
  },
  {
    name: 'the question before two accounts are joined',
    path: '/dashboard',
    answers: {
      ...LONG_ANSWERS,
      getSession: { ...LONG_ANSWERS.getSession, split: splitOf('entries') },
    },
    reach: async () => {
      await button('Yes, that is me').click();
      await see('You cannot undo this.');
    },
  },
  {
    name: 'an address that is mine after all',
    path: '/dashboard',
    answers: { ...LONG_ANSWERS, getSession: { ...LONG_ANSWERS.getSession, ...SAID_NO } },
    reach: async () => {
      await button('Yes, that is me after all').click();
      await see('your entries show there too');
    },
  },
  {
    name: 'another address after a No',
    path: '/dashboard',
    answers: { ...LONG_ANSWERS, getSession: { ...LONG_ANSWERS.getSession, ...SAID_NO } },
    reach: async () => {
      await button('Enter my email').click();
      await see('your entries stay off that device');
    },
  },
  {
    name: 'the overview of a new person',
    path: '/dashboard',
    answers: answersFor(makePerson({ symptoms: [] })),
    reach: async () => {
      await see('No forms submitted yet.');
      await see('No symptoms found');
    },
  },
  ...['Last 7 days', 'Last month', 'Last 6 weeks', 'Last 3 months'].map((timeframe) => ({
    name: `the charts of the ${timeframe.toLowerCase()}, with their numbers`,
    path: '/dashboard',
    answers: FORMS,
    reach: async () => {
      for (const chart of ['Average Symptom Severity', 'Symptom Time Analysis']) {
        const card = page.getByRole('region', { name: chart });
        await card.getByLabelText('Timeframe').selectOptions(timeframe);
        await card.getByText('Show the numbers').click();
        await see(card.getByRole('table'));
      }
    },
  })),
  {
    name: 'custom dates with both warnings',
    isThorough: true,
    path: '/dashboard',
    answers: FORMS,
    reach: async () => {
      await page.getByLabelText('Timeframe').first().selectOptions('Custom');
      await fill('End Date', '2026-12-01');
      await fill('Start Date', '2026-11-20');
      await see('⚠️ Start date is in the future - no data will be shown');
    },
  },
  {
    name: 'charts without a symptom to draw',
    path: '/dashboard',
    answers: FORMS,
    reach: async () => {
      await expect.poll(() => page.getByText('3 symptoms').elements().length).toBe(2);
      for (const fold of page.getByText('3 symptoms').all()) await fold.click();
      for (const box of page.getByRole('checkbox', { name: 'Profile' }).all()) await box.click();
      await see('Select symptoms to view the average severity trend');
      await see('Select symptoms to view the time analysis chart');
    },
  },
  {
    name: 'a chart at whose point the keyboard is',
    path: '/dashboard',
    answers: FORMS,
    reach: async () => {
      await expect.poll(() => page.getByRole('application').elements().length).toBe(2);
      for (const chart of page.getByRole('application').all()) {
        (chart.element() as HTMLElement).focus();
        await keys('{ArrowRight}');
      }
      await expect.poll(() => document.querySelector('.chart-ring')).not.toBeNull();
    },
  },
  {
    name: 'past forms with the longest names',
    isThorough: true,
    path: '/dashboard',
    answers: LONG_ANSWERS,
    reach: async () => {
      await page.getByLabelText('Timeframe').first().selectOptions('Custom');
      await page.getByText('Show the numbers').first().click();
      await tab('Past Forms').click();
      await see(page.getByRole('list', { name: 'Past Forms' }));
    },
  },
  {
    name: 'history and charts that could not be loaded',
    path: '/dashboard',
    answers: { ...ANSWERS, getUserForms: refuse('internal') },
    reach: async () => {
      await see('Failed to load form history');
      await expect
        .poll(() => page.getByText('We couldn’t load your data.').elements().length)
        .toBe(2);
    },
  },
  {
    name: 'past forms that were searched',
    path: '/dashboard',
    answers: FORMS,
    reach: async () => {
      await tab('Past Forms').click();
      await button('Search in notes').click();
      await fill('Words in a note, or a Form #', '12');
      await button('Search', true).click();
      await see('Form #12:');
    },
  },
  {
    name: 'past forms of a pressed day, with high contrast',
    path: '/dashboard',
    answers: () => {
      setDisplay(['highContrast']);
      return FORMS;
    },
    reach: async () => {
      await tab('Past Forms').click();
      await button(/^Nov 16, /).click();
      await see(page.getByRole('heading', { name: 'Mon, Nov 16' }));
    },
  },
  {
    name: 'past forms with large controls',
    path: '/dashboard',
    answers: () => {
      setDisplay(['largeControls']);
      return LONG_ANSWERS;
    },
    reach: async () => {
      await tab('Past Forms').click();
      await see(button(/^Nov 15 to Nov 21/));
    },
  },
  {
    name: 'a month that could not be loaded',
    path: '/dashboard',
    answers: { ...FORMS, getFormDays: refuse('internal') },
    reach: async () => {
      await tab('Past Forms').click();
      await see('We couldn’t load this month.');
    },
  },
  {
    name: 'a device in another time zone',
    path: '/dashboard',
    answers: answersFor(makePerson({ timeZone: 'Asia/Tokyo' })),
    reach: () => see('Use New York time for new entries?'),
  },
  {
    name: 'own facts that are corrected',
    path: PROFILE,
    answers: ANSWERS,
    reach: async () => {
      await button('Edit personal information').click();
      await see(button('Cancel'));
    },
  },
  {
    name: 'a spreadsheet that was turned off',
    path: '/dashboard',
    answers: { ...GOOGLE, getSpreadsheet: { ...OFF, problem: 'deleted' } },
    reach: () => see('We can no longer copy what you log to your Google spreadsheet.'),
  },
  {
    name: 'the former app’s rows, offered',
    path: '/dashboard',
    answers: {
      ...GOOGLE,
      getSpreadsheet: { ...SPREADSHEET_ON, hasLegacySheet: true },
      importLegacySheet: { ...PREVIEW, rowsLeftOut: 2 },
    },
    reach: () => see('We found 2 forms from the old app.'),
  },
  {
    name: 'the former app’s rows, not read',
    path: '/dashboard',
    answers: {
      ...GOOGLE,
      getSpreadsheet: { ...SPREADSHEET_ON, hasLegacySheet: true },
      importLegacySheet: refuse('legacySheetUnread'),
    },
    reach: () => see('Failed to load symptom data'),
  },
  {
    name: 'the former app’s rows, with faults',
    path: '/dashboard',
    answers: {
      ...GOOGLE,
      getSpreadsheet: { ...SPREADSHEET_ON, hasLegacySheet: true },
      importLegacySheet: refuse('importRefused', { faults: FAULTS }),
    },
    reach: () => see('Row 3: Severity'),
  },
  {
    name: 'the header, where logging out failed',
    path: '/dashboard',
    answers: { ...LONG_ANSWERS, signOut: lost },
    reach: async () => {
      await logOut();
      await see('We couldn’t log you out.');
    },
  },
  {
    name: 'the welcome',
    path: PROFILE,
    answers: symptomKeeper(makePerson({ symptoms: [], isNewUser: true })),
    reach: () => see(button('Get Started')),
  },
  {
    name: 'a profile with the longest names',
    isThorough: true,
    path: PROFILE,
    answers: LONG_ANSWERS,
    reach: () => see('Past symptoms'),
  },
  {
    name: 'a profile with unsaved names',
    path: PROFILE,
    answers: symptomKeeper(makePerson({ symptoms: [] })),
    reach: async () => {
      await fill('Symptom 1', 'Tremor');
      await fill('Symptom 2', 'Stiffness');
      await see(button('Save all'));
    },
  },
  {
    name: 'a symptom that was saved, to undo',
    path: PROFILE,
    answers: symptomKeeper(makePerson()),
    reach: async () => {
      await fill('Symptom 1', 'Trevor');
      await button('Save symptom 1').click();
      await see('Past symptoms');
      await see(button('Undo'));
    },
  },
  {
    name: 'a symptom that cannot be deleted',
    path: PROFILE,
    answers: symptomKeeper(
      makePerson({ symptoms: ['Tremor', 'Stiffness', 'Balance', 'No Symptom entered'] }),
    ),
    reach: async () => {
      await button('Delete symptom 4').click();
      await see(alert());
    },
  },
  {
    name: 'an Undo that failed',
    path: PROFILE,
    answers: { ...symptomKeeper(makePerson()), undoSymptomChange: lost },
    reach: async () => {
      await fill('Symptom 1', 'Trevor');
      await button('Save symptom 1').click();
      await button('Undo').click();
      await see('We couldn’t undo that.');
    },
  },
  {
    name: 'a profile that could not be loaded',
    path: PROFILE,
    answers: { ...ANSWERS, getUserProfile: refuse('internal') },
    reach: () => see('We couldn’t load your profile.'),
  },
  {
    name: 'the instructions',
    path: PROFILE,
    answers: ANSWERS,
    reach: async () => {
      await tab('Instructions').click();
      await see('How it works');
    },
  },
]);

it('larger text, high contrast and large controls, all at once', async () => {
  localStorage.setItem('display', JSON.stringify(['largeText', 'highContrast', 'largeControls']));
  openApp('/dashboard', FORMS);
  await see(button('Track Symptoms'));
  await expectAccessible({ isThorough: true });
  openApp(PROFILE, FORMS);
  await see('Personal Information');
  await expectAccessible({ isThorough: true });
});
