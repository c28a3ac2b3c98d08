import { it } from 'vitest';
import type { Activity } from '../../contract/activity.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { openApp } from '../testing/app.tsx';
import { visitAll } from '../testing/gallery.ts';
import {
  ANSWERS,
  FAULTS,
  GOOGLE,
  LONG,
  LONG_ANSWERS,
  LONG_EMAIL,
  PERSON,
  PREVIEW,
  SPREADSHEET_ON,
} from '../testing/gallery-people.ts';
import { makeMedication, medicationKeeper } from '../testing/medication-keeper.ts';
import { makeSession, OFF, PLAIN } from '../testing/person.ts';
import { providerWindow } from '../testing/provider-window.ts';
import {
  alert,
  amountField,
  button,
  dialog,
  field,
  fill,
  see,
  summary,
} from '../testing/screen.ts';
import { type Answers, lost, progress, refuse, silence } from '../testing/server.ts';

/** Every state of the settings, and of the medication in the profile. */

const NEW = 'steadier than before';
const NO_PASSWORD = { ...GOOGLE.getAccount, confirmed: false };
/** An account with a password, a proven address and GitHub, where Google is offered too. */
const WITH_PROVIDERS = {
  getConfig: { ...PLAIN, providers: ['google', 'github'] },
  getAccount: {
    email: LONG_EMAIL,
    emailProven: true,
    hasPassword: true,
    waysIn: [
      { wayId: 'password', kind: 'password', email: '', since: null, isRemovable: true },
      { wayId: 'link', kind: 'link', email: LONG_EMAIL, since: null, isRemovable: false },
      {
        wayId: 'github-1',
        kind: 'github',
        email: LONG_EMAIL,
        since: '2026-03-02T15:00:00.000Z',
        isRemovable: true,
      },
    ],
    proofs: ['password', 'code'],
    confirmed: false,
  },
} satisfies Answers;
const ACTIVITY = Array.from({ length: 10 }, (_, index) => ({
  id: crypto.randomUUID(),
  at: '2026-11-18T16:10:00.000Z',
  kind: 'symptomsChanged' as const,
  count: index === 1 ? 5005 : 1,
  detail: '',
  actor: 'self' as const,
}));
const AT = { id: '', at: '2026-11-18T16:10:00.000Z', detail: '' };
const WHO_ACTED = [
  { ...AT, kind: 'signInFailed', count: 3, actor: 'self' },
  { ...AT, kind: 'helperRead', count: 1, actor: 'helper', helper: 'Anna' },
  { ...AT, kind: 'helperRead', count: 1, actor: 'helper', helper: LONG_EMAIL },
  { ...AT, kind: 'formEdited', count: 2, detail: '3', actor: 'helper', helper: 'M'.repeat(100) },
  { ...AT, kind: 'reportMade', count: 1, actor: 'helper' },
  { ...AT, kind: 'shareOpened', count: 1, actor: 'link' },
].map((each, index) => ({ ...each, id: `${index}` })) as Activity[];

const SETTINGS = '/dashboard?tab=settings';
async function fillPasswords(label = 'New Password', one = NEW, other = one): Promise<void> {
  await fill(label, one);
  await fill(`Confirm ${label}`, other);
}

async function openDialog(name: string): Promise<void> {
  await button(name).click();
  await see(dialog());
}

async function openData(): Promise<void> {
  await button('Download your data').click();
}

async function openImport(): Promise<void> {
  await openDialog('Import data');
}

async function chooseFile(): Promise<void> {
  await openImport();
  await field('Choose a file').upload(new File(['a'], 'a.csv'));
}

async function sendCode(): Promise<void> {
  await fill('Your password', 'steady as she goes');
  await button('Send code').click();
  await see(field('Code from the email'));
}

const PROFILE = '/dashboard?tab=profile';
const LEVODOPA = makeMedication();
const MEDICATIONS = [
  makeMedication({ ...LEVODOPA, from: '2026-10-01', strength: 50 }),
  LEVODOPA,
  makeMedication({ ...LEVODOPA, from: '2026-12-01', strength: 200 }),
  makeMedication({ name: 'M'.repeat(100), times: [], asNeeded: true, until: '2026-11-30' }),
  makeMedication({ name: 'Something for the night with a name of many words', strength: null }),
];

async function addMedication(): Promise<void> {
  await button('Add a medication').click();
  await fill('Name', 'Sinemet');
}

async function openLevodopa(): Promise<void> {
  await button(/^Levodopa/)
    .first()
    .click();
}

async function change(): Promise<void> {
  await openLevodopa();
  await button(/^Change Levodopa/).click();
  await amountField(1).fill('½');
}

visitAll([
  {
    name: 'medication, empty',
    path: PROFILE,
    answers: ANSWERS,
    reach: () => see('You have not added a medication yet.'),
  },
  {
    name: 'medication with long names',
    isThorough: true,
    path: PROFILE,
    answers: medicationKeeper(PERSON, MEDICATIONS),
    reach: async () => {
      await see('From Dec 1');
    },
  },
  {
    name: 'medication, earlier plans',
    path: PROFILE,
    answers: medicationKeeper(PERSON, MEDICATIONS),
    reach: async () => {
      await openDialog('Earlier plans');
      await see('until Oct 31');
    },
  },
  {
    name: 'medication, what can be done',
    path: PROFILE,
    answers: medicationKeeper(PERSON, MEDICATIONS),
    reach: async () => {
      await openLevodopa();
      await see(button(/^Stop Levodopa/));
    },
  },
  {
    name: 'medication that is not saved yet',
    path: PROFILE,
    answers: medicationKeeper(PERSON, MEDICATIONS),
    reach: async () => {
      await addMedication();
      await button('Close').click();
      await see('Sinemet is not saved yet.');
    },
  },
  {
    name: 'medication to add, with suggestions',
    path: PROFILE,
    answers: ANSWERS,
    reach: async () => {
      await addMedication();
      await see(button('Sinemet (levodopa/carbidopa)'));
    },
  },
  {
    name: 'medication to add, filled in',
    path: PROFILE,
    answers: ANSWERS,
    reach: async () => {
      await addMedication();
      await button('Sinemet (levodopa/carbidopa)').click();
      await button('100 mg', true).click();
      await fill('Time 1', '08:00');
      await amountField(1).fill('1');
      await button('Add a time').click();
      await fill('Time 2', '12:00');
      await amountField(2).fill('1½');
      await see('1 × 100 mg at 8:00 AM, 1½ × 100 mg at noon');
    },
  },
  {
    name: 'medication to add, with faults',
    path: PROFILE,
    answers: ANSWERS,
    reach: async () => {
      await button('Add a medication').click();
      await fill('Strength', '25/100');
      await amountField(1).fill('a few');
      await button('Save medication').click();
      await see(summary());
    },
  },
  {
    name: 'medication to change',
    path: PROFILE,
    answers: medicationKeeper(PERSON, MEDICATIONS),
    reach: async () => {
      await change();
      await see('½ tablet at 8:00 AM, 1½ tablets at noon');
    },
  },
  {
    name: 'medication that was changed somewhere else',
    path: PROFILE,
    answers: {
      ...medicationKeeper(PERSON, [makeMedication({ from: '2026-11-18' })]),
      saveMedication: refuse('medicationChanged'),
    },
    reach: async () => {
      await change();
      await button('Save changes').click();
      await see('Already saved:');
    },
  },
  {
    name: 'medication to stop',
    path: PROFILE,
    answers: medicationKeeper(PERSON, MEDICATIONS),
    reach: async () => {
      await openLevodopa();
      await button(/^Stop Levodopa/).click();
      await see(field('Last day', true));
    },
  },
  {
    name: 'medication that was stopped',
    path: PROFILE,
    answers: medicationKeeper(PERSON, MEDICATIONS),
    reach: async () => {
      await openLevodopa();
      await button(/^Stop Levodopa/).click();
      await button(/^Stop Levodopa/).click();
      await see(button('Undo'));
    },
  },
  {
    name: 'the settings, with the longest address',
    path: SETTINGS,
    answers: LONG_ANSWERS,
    reach: () => see('Support:'),
  },
  {
    name: 'a password to change, with the repetition wrong',
    path: SETTINGS,
    answers: ANSWERS,
    reach: async () => {
      await openDialog('Change password');
      await fill('Your password', 'steady as she goes');
      await fillPasswords('New Password', NEW, 'steadier');
      await button('Save password').click();
      await see(summary());
    },
  },
  {
    name: 'an email to change, with the code asked for',
    path: `${SETTINGS}&open=email`,
    answers: {
      ...ANSWERS,
      getAccount: { ...ANSWERS.getAccount, emailProven: true },
      changeEmail: { challenge: 'c' },
    },
    reach: async () => {
      await fill('New Email', LONG_EMAIL);
      await sendCode();
    },
  },
  {
    name: 'an email to confirm, with the code refused',
    path: `${SETTINGS}&open=email`,
    answers: { ...LONG_ANSWERS, proveAddress: { challenge: 'c' } },
    reach: async (server) => {
      await openDialog('Confirm email');
      await button('Send code').click();
      await field('Code from the email').fill('123456');
      server.answer({ proveAddress: refuse('wrongCode') });
      await dialog().getByRole('button', { name: 'Confirm email' }).click();
      await see(alert());
    },
  },
  {
    name: 'an email that was changed',
    path: `${SETTINGS}&open=email`,
    answers: {
      ...LONG_ANSWERS,
      getAccount: { ...LONG_ANSWERS.getAccount, emailProven: true },
      changeEmail: LONG.session,
    },
    reach: async () => {
      await fill('Your password', 'steady as she goes');
      await fill('New Email', LONG_EMAIL);
      await button('Send code').click();
      await see('Your email was changed.');
    },
  },
  {
    name: 'several signed-in devices, with the longest names',
    path: `${SETTINGS}&open=devices`,
    answers: {
      ...ANSWERS,
      getSessions: [
        makeSession({ browser: 'Safari on iPhone or iPad', isThis: true }),
        makeSession({ browser: 'Samsung Internet on Android' }),
        makeSession({ browser: 'A browser' }),
      ],
    },
    reach: () => see('Samsung Internet on Android'),
  },
  {
    name: 'a device to log out, which failed',
    path: `${SETTINGS}&open=devices`,
    answers: {
      ...ANSWERS,
      getSessions: [makeSession({ isThis: true }), makeSession()],
      endSession: lost,
    },
    reach: async () => {
      await button(/^Log out, Firefox/).click();
      await button('Log out now').click();
      await see(alert());
    },
  },
  {
    name: 'a device that was logged out',
    path: `${SETTINGS}&open=devices`,
    answers: {
      ...ANSWERS,
      getSessions: [makeSession({ isThis: true }), makeSession()],
      endSession: {},
    },
    reach: async (server) => {
      await button(/^Log out, Firefox/).click();
      server.answer({ getSessions: [makeSession({ isThis: true })] });
      await button('Log out now').click();
      await see('Logged out: Firefox on Android, first used');
    },
  },
  {
    name: 'signed-in devices that could not be loaded',
    path: `${SETTINGS}&open=devices`,
    answers: { ...ANSWERS, getSessions: refuse('unavailable') },
    reach: () => see('We couldn’t load your devices.'),
  },
  {
    name: 'signing out everywhere, which failed',
    path: SETTINGS,
    answers: { ...ANSWERS, signOutEverywhere: lost },
    reach: async () => {
      await openDialog('Signed-in devices');
      await button('Log out everywhere').click();
      await dialog().getByRole('button', { name: 'Log out everywhere' }).click();
      await see(alert());
    },
  },
  {
    name: 'an account to delete, with the password missing',
    path: SETTINGS,
    answers: {
      ...ANSWERS,
      sendExportEmail: { success: true, base64Data: 'JVBERg==', fileName: 'a.pdf' },
    },
    reach: async () => {
      await openDialog('Delete Account');
      await dialog().getByRole('button', { name: 'Download PDF' }).click();
      await see('PDF downloaded successfully!');
      await button('Delete my account permanently').click();
      await see(alert());
    },
  },
  {
    name: 'an account to delete, with a spreadsheet',
    path: SETTINGS,
    answers: { ...GOOGLE, getSpreadsheet: { ...SPREADSHEET_ON, state: 'waiting', waiting: 2 } },
    reach: async () => {
      await openDialog('Delete Account');
      await see('2 entries are not in it yet.');
    },
  },
  {
    name: 'an account to delete, to be confirmed with a code first',
    path: SETTINGS,
    answers: { ...ANSWERS, getAccount: NO_PASSWORD, proveOwner: { challenge: 'first' } },
    reach: async () => {
      await openDialog('Delete Account');
      await button('Send code').click();
      await see(field('Code from the email'));
    },
  },
  {
    name: 'ways to sign in, one of them just added',
    path: '/oauth-end',
    answers: {
      ...LONG_ANSWERS,
      ...WITH_PROVIDERS,
      takeOAuthOutcome: {
        outcome: { id: 'v', provider: 'github', purpose: 'join', mode: 'page', problem: '' },
      },
    },
    reach: () => see('Done. You can now sign in this way too.'),
  },
  {
    name: 'a way to sign in to remove',
    path: `${SETTINGS}&open=ways-in`,
    answers: {
      ...LONG_ANSWERS,
      ...WITH_PROVIDERS,
      getAccount: { ...WITH_PROVIDERS.getAccount, confirmed: true },
    },
    reach: () => openDialog('Remove, GitHub'),
  },
  {
    name: 'a provider to add, with a wrong password',
    path: `${SETTINGS}&open=ways-in`,
    answers: { ...LONG_ANSWERS, ...WITH_PROVIDERS, proveOwner: refuse('wrongPassword') },
    reach: async () => {
      await openDialog('Add Google');
      await fill('Your password', 'not the password');
      await button('Continue').click();
      await see(alert());
    },
  },
  {
    name: 'a provider to add, while its window is open',
    path: `${SETTINGS}&open=ways-in`,
    answers: {
      ...LONG_ANSWERS,
      ...WITH_PROVIDERS,
      getAccount: { ...WITH_PROVIDERS.getAccount, confirmed: true },
    },
    reach: async () => {
      providerWindow();
      await openDialog('Add Google');
      await button('Continue to Google').click();
      await see('Google opened in a new window. Sign in there, then come back.');
    },
  },
  {
    name: 'an account to delete, to be confirmed at Google first',
    path: SETTINGS,
    answers: { ...ANSWERS, getAccount: { ...NO_PASSWORD, proofs: ['google'] } },
    reach: async () => {
      providerWindow();
      await openDialog('Delete Account');
      await button('Confirm with Google').click();
      await see('Google opened in a new window. Sign in there, then come back.');
    },
  },
  {
    name: 'an account that could not be loaded',
    path: SETTINGS,
    answers: { ...ANSWERS, getAccount: refuse('internal') },
    reach: () => see('We couldn’t load your account.'),
  },
  {
    name: 'a spreadsheet to turn on, while Google’s window is open',
    path: `${SETTINGS}&open=spreadsheet`,
    answers: GOOGLE,
    reach: async () => {
      providerWindow();
      await button('Turn on the spreadsheet').click();
      await see('Google opened in a new window. Sign in there, then come back.');
    },
  },
  {
    name: 'a spreadsheet that is on',
    path: `${SETTINGS}&open=spreadsheet`,
    answers: { ...GOOGLE, getSpreadsheet: SPREADSHEET_ON },
    reach: () => see('It has all your forms, doses and check-ins.'),
  },
  {
    name: 'a spreadsheet that waits for Google',
    path: `${SETTINGS}&open=spreadsheet`,
    answers: {
      ...GOOGLE,
      getSpreadsheet: { ...SPREADSHEET_ON, state: 'failed', waiting: 1, problem: 'busy' },
    },
    reach: () => see('Google is busy.'),
  },
  {
    name: 'a spreadsheet that is gone',
    path: `${SETTINGS}&open=spreadsheet`,
    answers: { ...GOOGLE, getSpreadsheet: { ...OFF, problem: 'deleted' } },
    reach: () => see('your spreadsheet was deleted'),
  },
  {
    name: 'a report for days that make no period, on A4',
    path: SETTINGS,
    answers: ANSWERS,
    reach: async () => {
      await openDialog('Last 3 months');
      await field('Period').selectOptions('Custom');
      await field('Paper').selectOptions('A4');
      await fill('End Date', '2026-08-01');
      await button('Done').click();
      await button('Download PDF').click();
      await see(alert());
    },
  },
  {
    name: 'a report in the making',
    isThorough: true,
    path: SETTINGS,
    answers: {
      ...ANSWERS,
      sendExportEmail: progress([{ done: 20, total: 40 }], new Promise(() => {})),
    },
    reach: async () => {
      await button('Download PDF').click();
      await see('Generating PDF: 50 %');
    },
  },
  {
    name: 'a report that failed',
    path: SETTINGS,
    answers: { ...ANSWERS, sendExportEmail: lost },
    reach: async () => {
      await button('Download PDF').click();
      await see('Failed to generate PDF');
    },
  },
  {
    name: 'a report on its way by mail',
    path: SETTINGS,
    answers: {
      ...ANSWERS,
      getAccount: { ...ANSWERS.getAccount, emailProven: true },
      sendExportEmail: { success: true },
    },
    reach: async () => {
      await button('Email me the PDF').click();
      await see('The PDF is on its way to');
    },
  },
  {
    name: 'a file in the making',
    path: SETTINGS,
    answers: { ...ANSWERS, exportData: silence },
    reach: async () => {
      await openData();
      await button('Everything, to import later').click();
      await see(field('Preparing the file'));
    },
  },
  {
    name: 'a file that failed',
    path: SETTINGS,
    answers: { ...ANSWERS, exportData: lost },
    reach: async () => {
      await openData();
      await button('Everything, to import later').click();
      await see(alert());
    },
  },
  {
    name: 'data to bring in',
    path: SETTINGS,
    answers: ANSWERS,
    reach: openImport,
  },
  {
    name: 'data to bring in, being read',
    path: SETTINGS,
    answers: { ...ANSWERS, importData: silence },
    reach: async () => {
      await chooseFile();
      await see(field('Reading the file'));
    },
  },
  {
    name: 'data to bring in, shown first',
    path: SETTINGS,
    answers: { ...ANSWERS, importData: { ...PREVIEW, rowsLeftOut: 2, leftOut: FAULTS } },
    reach: async () => {
      await chooseFile();
      await see('2 rows will be skipped:');
    },
  },
  {
    name: 'data to bring in, being added',
    path: SETTINGS,
    answers: { ...ANSWERS, importData: ({ dryRun }) => (dryRun ? PREVIEW : silence) },
    reach: async () => {
      await chooseFile();
      await button('Add to my data').click();
      await see(field('Adding your data'));
    },
  },
  {
    name: 'data to bring in, with the answer lost',
    path: SETTINGS,
    answers: { ...ANSWERS, importData: ({ dryRun }) => (dryRun ? PREVIEW : lost) },
    reach: async () => {
      await chooseFile();
      await button('Add to my data').click();
      await see(alert());
    },
  },
  {
    name: 'data to bring in, with faults',
    isThorough: true,
    path: SETTINGS,
    answers: { ...ANSWERS, importData: refuse('importRefused', { faults: FAULTS }) },
    reach: async () => {
      await chooseFile();
      await see('Row 3: Severity');
    },
  },
  {
    name: 'data to bring in, with nothing new',
    path: SETTINGS,
    answers: { ...ANSWERS, importData: { ...PREVIEW, formsAdded: 0, symptoms: [] } },
    reach: async () => {
      await chooseFile();
      await see('There is nothing new in this file.');
    },
  },
  {
    name: 'account activity',
    path: SETTINGS,
    answers: { ...ANSWERS, getActivity: ACTIVITY },
    reach: async () => {
      await button('Account activity').click();
      await see(button('Show earlier activity'));
    },
  },
  {
    name: 'account activity of helpers, and failed tries',
    path: SETTINGS,
    answers: { ...ANSWERS, getActivity: WHO_ACTED },
    reach: async () => {
      await button('Account activity').click();
      await see('3 failed tries to sign in');
    },
  },
  {
    name: 'account activity that could not be loaded',
    path: SETTINGS,
    answers: { ...ANSWERS, getActivity: refuse('unavailable') },
    reach: async () => {
      await button('Account activity').click();
      await see('We couldn’t load your account activity.');
    },
  },
]);

it('larger text, high contrast and large controls, all at once', async () => {
  localStorage.setItem('display', JSON.stringify(['largeText', 'highContrast', 'largeControls']));
  openApp(SETTINGS, ANSWERS);
  await see('Support:');
  await expectAccessible({ isThorough: true });
});
