import { page } from 'vitest/browser';
import { type State, visitAll } from '../testing/gallery.ts';
import { button, fill, see } from '../testing/screen.ts';
import { lost, refuse } from '../testing/server.ts';
import { LINK, makeShared } from '../testing/sharing.ts';

/** Every state of the page of a link. */

const OPEN = { openShare: {}, getSharedVisit: makeShared() };
const NOTHING_BEFORE = { basis: 'chosen', daysBefore: null, changes: null } as const;
const bar = page.getByText('read only');

function closed(name: string, error: 'shareEnded' | 'shareLocked', shown: string): State {
  return { name, path: LINK, answers: { openShare: refuse(error) }, reach: () => see(shown) };
}

visitAll([
  {
    name: 'a link, open',
    path: LINK,
    answers: OPEN,
    reach: () => see(bar),
  },
  {
    name: 'a link from a day that was chosen, without a comparison',
    path: LINK,
    answers: { ...OPEN, getSharedVisit: makeShared(NOTHING_BEFORE) },
    reach: async () => {
      await page.getByText('Show the numbers').first().click();
      await see('There is no comparison, because earlier days are not shown here.');
    },
  },
  {
    name: 'a link of someone with a long name, until another year',
    path: LINK,
    answers: {
      ...OPEN,
      getSharedVisit: makeShared(
        { person: { name: `${'Ö'.repeat(100)} ${'M'.repeat(100)}`, age: 74, diagnosedYear: null } },
        '2027-09-30T05:00:00.000Z',
      ),
    },
    reach: () => see(bar),
  },
  {
    name: 'a link that asks for its passcode',
    path: LINK,
    answers: { openShare: refuse('passcodeNeeded') },
    reach: () => see('This link has a passcode.'),
  },
  {
    name: 'a link, the passcode was wrong',
    path: LINK,
    answers: {
      openShare: ({ passcode }) => refuse(passcode ? 'wrongPasscode' : 'passcodeNeeded'),
    },
    reach: async () => {
      await fill('Passcode', 'Sunflower');
      await button('Open', true).click();
      await see('That passcode is wrong.');
    },
  },
  closed('a link that has ended', 'shareEnded', 'This link no longer works.'),
  closed('a link that is locked', 'shareLocked', 'This link is locked'),
  {
    name: 'a link without the network',
    path: LINK,
    answers: { openShare: lost },
    reach: () => see('Please check your connection'),
  },
  {
    name: 'an open link that lost the network',
    path: LINK,
    answers: { ...OPEN, getSharedReport: refuse('reportFailed') },
    reach: async (server) => {
      await see(bar);
      server.answer({ getSharedVisit: lost });
      document.dispatchEvent(new Event('visibilitychange'));
      await see('This page may be out of date');
    },
  },
  {
    name: 'the page of links, without a link',
    path: '/shared',
    answers: {},
    reach: () => see('Please open the link that you were given.'),
  },
]);
