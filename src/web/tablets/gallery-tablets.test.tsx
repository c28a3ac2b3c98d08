import { page } from 'vitest/browser';
import { tabletCount } from '../../contract/kinds/tablet-count.ts';
import { answersForDoses, makeLevodopa } from '../testing/doses.ts';
import { visitAll } from '../testing/gallery.ts';
import { answersForKind, makeEntry } from '../testing/kinds.ts';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { button, see } from '../testing/screen.ts';
import { lost } from '../testing/server.ts';

/** Every state of the screen for tablets, and its rows in Today. The time is noon in New York. */

const PATH = '/dashboard?tablets';
const LONG = makeLevodopa({
  medicationId: '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f51',
  name: 'M'.repeat(100),
  asNeeded: true,
});
const COUNT = makeEntry(tabletCount, {
  countId: '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f82',
  medicationId: makeLevodopa().medicationId,
  countedAt: '2026-11-16T14:30:00.000Z',
  amount: 20,
  how: 'counted',
});
const ANSWERS = {
  ...answersFor(makePerson(), [makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 3 })]),
  ...answersForDoses([makeLevodopa(), LONG]),
  ...answersForKind(tabletCount, [COUNT]),
};

visitAll([
  {
    name: 'tablets',
    isThorough: true,
    path: PATH,
    answers: ANSWERS,
    reach: async () => {
      await page.getByText('Counts').click();
      await see(/^Counted 20 tablets/);
    },
  },
  {
    name: 'tablets, count',
    path: PATH,
    answers: ANSWERS,
    reach: async () => {
      await button('Count Levodopa/carbidopa 100 mg').click();
      await button('Save').click();
      await see(page.getByText('Enter how many there are.').first());
    },
  },
  {
    name: 'tablets in Today, few left and one that waits',
    path: '/dashboard',
    answers: { ...ANSWERS, countTablets: lost },
    reach: () => see(/^Levodopa\/carbidopa 100\smg: About/),
  },
]);
