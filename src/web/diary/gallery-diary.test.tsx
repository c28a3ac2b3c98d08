import { page } from 'vitest/browser';
import type { DiaryHalfHour } from '../../contract/entities.ts';
import { diary as diaryKind } from '../../contract/kinds/diary.ts';
import type { DiaryState } from '../../domain/diary.ts';
import type { DisplayOption } from '../../domain/display.ts';
import { makeDiary } from '../testing/diary.ts';
import { answersForDoses, makeDose, makeLevodopa } from '../testing/doses.ts';
import { visitAll } from '../testing/gallery.ts';
import { answersForKind } from '../testing/kinds.ts';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { button, dialog, see } from '../testing/screen.ts';
import { type Answers, lost, refuse } from '../testing/server.ts';
import { setDisplay } from '../ui/display.ts';

/** Every state of the motor diary. The time is noon in New York. */

const FORM = makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 3 });
const DAY: DiaryState[] = [
  ...Array<DiaryState>(14).fill('asleep'),
  ...Array<DiaryState>(3).fill('off'),
  ...Array<DiaryState>(5).fill('on'),
  ...Array<DiaryState>(3).fill('onWithDyskinesia'),
  ...Array<DiaryState>(2).fill('onWithTroublesomeDyskinesia'),
  ...Array<DiaryState>(4).fill('on'),
  ...Array<DiaryState>(3).fill('off'),
  ...Array<DiaryState>(9).fill('on'),
  ...Array<DiaryState>(5).fill('asleep'),
];
const row = page.getByRole('region', { name: 'Today' }).getByRole('button', { name: 'Diary' });

/** A complete day, a day with two empty half-hours, and today until 10:30 AM. */
function diary(): DiaryHalfHour[] {
  return [
    ...makeDiary('2026-11-16T05:00:00Z', DAY),
    ...makeDiary('2026-11-17T05:00:00Z', [...DAY.slice(0, 30), null, null, ...DAY.slice(32)]),
    ...makeDiary('2026-11-18T05:00:00Z', DAY.slice(0, 21)),
  ];
}

function answers(
  stored: DiaryHalfHour[] = diary(),
  other: Answers = {},
  display: DisplayOption[] = [],
): Answers {
  const doses = [
    '2026-11-17T13:00:00.000Z',
    '2026-11-17T17:05:00.000Z',
    '2026-11-18T13:10:00.000Z',
  ];
  return {
    ...answersFor(makePerson({ display }), [FORM]),
    ...answersForDoses(
      [makeLevodopa()],
      doses.map((at) => makeDose(at)),
    ),
    ...answersForKind(diaryKind, stored),
    ...other,
  };
}

visitAll([
  {
    name: 'the practice before a diary, with an answer',
    path: '/dashboard?diary',
    answers: answers([]),
    reach: async () => {
      await dialog()
        .getByRole('button', { name: /^Asleep/ })
        .click();
      await see('For stiff and slow, “Off” fits.');
    },
  },
  {
    name: 'a diary that is not begun',
    path: '/dashboard?diary',
    answers: answers([]),
    reach: async () => {
      await button('Start my diary').click();
      await see('How are you moving now');
    },
  },
  {
    name: '“Off now” on the overview',
    path: '/dashboard',
    answers: answers([], {}, ['offButton']),
    reach: () => see('Off now'),
  },
  {
    name: '“On again” on the overview',
    path: '/dashboard',
    answers: answers(makeDiary('2026-11-18T15:30:00Z', ['off', 'off']), {}, ['offButton']),
    reach: () => see('On again'),
  },
  {
    name: 'a diary of three days',
    isThorough: true,
    path: '/dashboard?diary',
    answers: answers(),
    reach: async () => {
      await see(button('Still On?'));
      await dialog().getByText('See or correct what was entered').click();
      await dialog()
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click();
      await see(button('Delete all of it'));
    },
  },
  {
    name: 'a diary with large controls',
    path: '/dashboard?diary',
    answers: answers(),
    reach: async () => {
      setDisplay(['largeControls']);
      await see(button('Still On?'));
    },
  },
  {
    name: 'a press in the diary, with Undo',
    path: '/dashboard?diary',
    answers: answers(),
    reach: async () => {
      await dialog().getByRole('button', { name: /^Off/ }).click();
      await see(button('Undo', true));
    },
  },
  {
    name: 'a diary on the overview, with a press that waits',
    path: '/dashboard?diary',
    answers: answers(diary(), { saveDiary: lost }),
    reach: async () => {
      await dialog().getByRole('button', { name: /^Off/ }).click();
      await button('Close').click();
      await see(row.getByText('Waiting'));
    },
  },
  {
    name: 'a press in the diary that differs from what somebody else entered',
    path: '/dashboard?diary',
    answers: answers(diary(), {
      saveDiary: refuse('diaryChanged', {
        stored: makeDiary('2026-11-18T17:00:00Z', ['on'], { author: 'Anna-Katharina' }),
      }),
    }),
    reach: async () => {
      await dialog().getByRole('button', { name: /^Off/ }).click();
      await see(button('Keep what is saved'));
    },
  },
  {
    name: 'a time of the diary that was deleted',
    path: '/dashboard?diary',
    answers: answers(),
    reach: async () => {
      await dialog().getByText('See or correct what was entered').click();
      await dialog()
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click();
      await button('Delete all of it').click();
      await see('was deleted. You can enter this time again.');
    },
  },
]);
