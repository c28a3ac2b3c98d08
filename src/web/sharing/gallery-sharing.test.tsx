import { page } from 'vitest/browser';
import { byPart } from '../../domain/share.ts';
import { visitAll } from '../testing/gallery.ts';
import { ANSWERS } from '../testing/gallery-people.ts';
import { button, fill, see, summary } from '../testing/screen.ts';
import { file, refuse } from '../testing/server.ts';
import {
  answersForHealthLinks,
  answersForShares,
  HEALTH_LINK_ID,
  makeHealthLinkOf,
  makeShareOf,
} from '../testing/sharing.ts';

/** Every state of sharing in Settings. */

const SETTINGS = '/dashboard?tab=settings';
const PATH = `${SETTINGS}&open=links`;
const CLINIC = `${SETTINGS}&open=clinic`;
const card = page.getByRole('dialog');
const answersWith = (...shares: ReturnType<typeof makeShareOf>[]) => ({
  ...ANSWERS,
  ...answersForShares(shares),
});

const OPENED = makeShareOf({
  hasPasscode: true,
  openings: ['2026-11-17T20:04:00.000Z', '2026-11-16T14:00:00.000Z'],
});
const COLLECTED = {
  readings: [
    { at: '2026-11-18T17:04:00.000Z', recipient: 'Verona Health System' },
    { at: '2026-11-18T17:03:00.000Z', recipient: 'M'.repeat(100) },
  ],
};
const LONG = makeShareOf({
  label: 'M'.repeat(100),
  from: '2026-08-01',
  scope: byPart(() => true),
});

async function makeLink() {
  await button('Make a link').click();
  await fill('Who is it for?', 'Dr. Gordon');
}

visitAll([
  {
    name: 'sharing, off',
    path: PATH,
    answers: answersWith(),
    reach: () => see(button('Make a link')),
  },
  {
    name: 'sharing, the questions',
    path: PATH,
    answers: answersWith(),
    reach: async () => {
      await makeLink();
      await card.getByLabelText('How long should the link work?').selectOptions('Choose a date');
      await card.getByLabelText('How far back?').selectOptions('Choose a date');
    },
  },
  {
    name: 'sharing, questions that are not answered',
    path: PATH,
    answers: answersWith(),
    reach: async () => {
      await button('Make a link').click();
      await fill('Passcode, if you want one', 'abc');
      await button('Make the link').click();
      await see(summary());
    },
  },
  {
    name: 'sharing, a new link with a passcode, copied, and as a QR code',
    path: PATH,
    answers: answersWith(),
    reach: async () => {
      await makeLink();
      await fill('Passcode, if you want one', 'Sunflower 7');
      await button('Make the link').click();
      await button('Copy the link').click();
      await button('Show a QR code').click();
      await see(card.getByRole('img', { name: 'QR code of the link' }));
    },
  },
  {
    name: 'sharing, a link that needs the password first',
    path: PATH,
    answers: { ...answersWith(), makeShare: refuse('confirmationNeeded') },
    reach: async () => {
      await makeLink();
      await button('Make the link').click();
      await see('First, please confirm that it’s you.');
    },
  },
  {
    name: 'sharing, a link that could not be made',
    path: PATH,
    answers: { ...answersWith(), makeShare: refuse('tooManyShares') },
    reach: async () => {
      await makeLink();
      await button('Make the link').click();
      await see('At most 20 links');
    },
  },
  {
    name: 'sharing, links that were opened and not',
    isThorough: true,
    path: PATH,
    answers: answersWith(LONG, OPENED),
    reach: async () => {
      await button('When it was opened').click();
      await see('Nov 16, 9:00 AM');
    },
  },
  {
    name: 'sharing, a link that was just stopped',
    path: PATH,
    answers: answersWith(OPENED),
    reach: async () => {
      await button('Stop this link').click();
      await see('This link does not work any more.');
    },
  },
  {
    name: 'sharing, all links stopped',
    path: SETTINGS,
    answers: answersWith(OPENED, LONG),
    reach: async () => {
      await page.getByRole('switch', { name: /^Share Data/ }).click();
      await see('All links are stopped.');
    },
  },
  {
    name: 'sharing, a locked link and former ones',
    path: PATH,
    answers: answersWith(
      makeShareOf({ state: 'locked', hasPasscode: true }),
      makeShareOf({ state: 'expired', expiresAt: '2026-11-01T04:00:00.000Z' }),
      makeShareOf({ state: 'ended', endedAt: '2026-11-17T14:00:00.000Z' }),
    ),
    reach: async () => {
      await page.getByText('Links that no longer work (2)').click();
      await see('Stopped Nov 17');
    },
  },
  {
    name: 'clinic, the questions',
    path: CLINIC,
    answers: { ...answersWith(), ...answersForHealthLinks().answers },
    reach: async () => {
      await card.getByLabelText('How far back?').selectOptions('Choose a date');
    },
  },
  {
    name: 'clinic, a code, and others that are open or have ended',
    isThorough: true,
    path: CLINIC,
    answers: {
      ...answersWith(OPENED),
      ...answersForHealthLinks([
        makeHealthLinkOf({ createdAt: '2026-11-18T16:58:00.000Z' }),
        makeHealthLinkOf({ ...COLLECTED, state: 'expired' }),
        makeHealthLinkOf({ state: 'ended', endedAt: '2026-11-18T17:02:00.000Z' }),
      ]).answers,
    },
    reach: async () => {
      await button('Show the code').click();
      await see('No clinic has your report yet.');
      await page.getByText('Codes that no longer work (2)').click();
      await see('Stopped at 12:02 PM');
    },
  },
  {
    name: 'clinic, a code that was collected',
    path: CLINIC,
    answers: {
      ...answersWith(),
      ...answersForHealthLinks().answers,
      getHealthLinks: {
        isReachable: true,
        links: [makeHealthLinkOf({ ...COLLECTED, healthLinkId: HEALTH_LINK_ID })],
      },
    },
    reach: async () => {
      await button('Show the code').click();
      await see('The clinic gave this name. We can’t check it.');
    },
  },
  {
    name: 'clinic, a code that was stopped',
    path: CLINIC,
    answers: { ...answersWith(), ...answersForHealthLinks().answers },
    reach: async () => {
      await button('Show the code').click();
      await button('Stop this code').click();
      await see('You stopped this code.');
    },
  },
  {
    name: 'clinic, a code that could not be made',
    path: CLINIC,
    answers: {
      ...answersWith(),
      ...answersForHealthLinks().answers,
      makeHealthLink: refuse('tooManyHealthLinks'),
    },
    reach: async () => {
      await button('Show the code').click();
      await see('At most 5 codes');
    },
  },
  {
    name: 'clinic, the file',
    path: CLINIC,
    answers: {
      ...answersWith(),
      ...answersForHealthLinks([], false).answers,
      makeHealthFile: file('{}', { 'content-disposition': 'attachment; filename="x.fhir.json"' }),
    },
    reach: async () => {
      await button('Save the file').click();
      await see('Saved. Look in your downloads.');
    },
  },
  {
    name: 'clinic, codes that could not be loaded',
    path: CLINIC,
    answers: { ...answersWith(), getHealthLinks: refuse('internal') },
    reach: async () => {
      await see('We couldn’t load what you shared with clinics.');
    },
  },
  {
    name: 'sharing, links that could not be loaded',
    path: PATH,
    answers: { ...ANSWERS, getShares: refuse('internal') },
    reach: () => see('We couldn’t load your links.'),
  },
]);
