import { expect, it } from 'vitest';
import { KINDS } from '../kinds.ts';
import type { Unsaved, UnsavedKind } from '../platform/unsaved.ts';
import { isNamed, unsavedKinds, unsavedSentences } from './unsaved.ts';

const kinds = unsavedKinds(KINDS);
let count = 0;

function make(kind: UnsavedKind, more: Partial<Unsaved> = {}): Unsaved {
  count += 1;
  return { kind, trackerKey: 'me', id: `${count}`, isChange: false, ...more };
}

const change = (kind: UnsavedKind) => make(kind, { isChange: true });
const nameOf = (trackerKey: string) => (trackerKey === 'me' ? '' : 'Grace Hopper');

it.each([
  [[make('visits')], 'What you wrote for a visit is not saved. It will be deleted.'],
  [
    [make('visits'), make('visits')],
    'What you wrote for 2 visits is not saved. It will be deleted.',
  ],
  [[make('forms')], 'A form is not saved. It will be deleted.'],
  [[change('forms')], 'Changes to a form are not saved. They will be deleted.'],
  [[make('checkIns'), make('forms')], 'A form and a check-in are not saved. They will be deleted.'],
  [
    [make('forms'), make('forms'), make('visits'), make('symptoms')],
    '2 forms, what you wrote for a visit and a symptom are not saved. They will be deleted.',
  ],
  [
    [make('forms'), change('forms'), change('forms')],
    'A form and changes to 2 forms are not saved. They will be deleted.',
  ],
  [
    [change('checkIns'), change('forms')],
    'Changes to a form and a check-in are not saved. They will be deleted.',
  ],
  [
    [make('medications'), change('facts')],
    'A medication and changes to your personal information are not saved. They will be deleted.',
  ],
])('names %j', (unsaved, sentence) => {
  expect(unsavedSentences(unsaved, kinds, nameOf)).toEqual([sentence]);
});

it('names those of each person in a sentence of their own', () => {
  const forGrace = [
    make('forms', { trackerKey: 'me for grace' }),
    make('checkIns', { trackerKey: 'me for grace' }),
  ];
  expect(unsavedSentences([make('checkIns'), ...forGrace], kinds, nameOf)).toEqual([
    'A check-in is not saved. It will be deleted.',
    'A form and a check-in for Grace Hopper are not saved. They will be deleted.',
  ]);
  expect(unsavedSentences([], kinds, nameOf)).toEqual([]);
});

it('finds what was not named', () => {
  const [one, two] = [make('forms'), make('checkIns')];
  expect(isNamed([one], [one, two])).toBe(true);
  expect(isNamed([one, two], [one])).toBe(false);
  expect(isNamed([{ ...one, kind: 'visits' }], [one])).toBe(false);
  expect(isNamed([{ ...one, trackerKey: 'me for grace' }], [one])).toBe(false);
});
