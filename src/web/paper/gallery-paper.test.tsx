import { diary as diaryKind } from '../../contract/kinds/diary.ts';
import { makeDiary } from '../testing/diary.ts';
import { visitAll } from '../testing/gallery.ts';
import { LONG_ANSWERS } from '../testing/gallery-people.ts';
import { answersForKind } from '../testing/kinds.ts';
import { answersFor, makePerson } from '../testing/person.ts';
import { button, see, tab } from '../testing/screen.ts';

/** Every state of the screen for paper. The time is noon in New York. */

const DIARY = makeDiary('2026-11-17T05:00:00Z', [
  'asleep',
  'asleep',
  'off',
  'on',
  'onWithDyskinesia',
]);
const PAPER = '/dashboard?paper';
const ANSWERS = {
  ...answersFor(makePerson({ symptoms: ['Tremor', 'Balance'] })),
  ...answersForKind(diaryKind, DIARY),
};

visitAll([
  { name: 'paper', path: PAPER, answers: ANSWERS, reach: () => see('Type in a sheet') },
  {
    name: 'paper, diary',
    isThorough: true,
    path: PAPER,
    answers: ANSWERS,
    reach: async () => {
      await tab('Diary').click();
      await button('Off', true).click();
      await button(/^5:00 AM, /).click();
      await see(/^Entered: Off/);
    },
  },
  {
    name: 'paper, falls and blood pressure',
    path: PAPER,
    answers: ANSWERS,
    reach: async () => {
      await tab('Falls, pressure').click();
      await button(/^Type in a fall/).click();
      await see('Enter the time first.');
    },
  },
  {
    name: 'paper with long names',
    path: PAPER,
    answers: LONG_ANSWERS,
    reach: () => see('Type in a sheet'),
  },
]);
