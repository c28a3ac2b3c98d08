import { expect, it } from 'vitest';
import type { Unsaved, UnsavedKind } from '../api/unsaved.ts';
import { isNamed, unsavedSentences } from './unsaved.ts';

let count = 0;

function make(kind: UnsavedKind, more: Partial<Unsaved> = {}): Unsaved {
  count += 1;
  return { kind, userId: 'me', id: `${count}`, isChange: false, ...more };
}

const change = (kind: UnsavedKind) => make(kind, { isChange: true });
const nameOf = (userId: string) => (userId === 'me' ? '' : 'Grace Hopper');

it.each([
  [[make('forms')], 'You have a form that is not saved. It will be deleted.'],
  [[change('forms')], 'You have changes to a form that are not saved. They will be deleted.'],
  [
    [make('checkIns'), make('forms')],
    'You have a form and a check-in that are not saved. They will be deleted.',
  ],
  [
    [make('forms'), make('forms'), change('visits'), make('symptoms')],
    'You have 2 forms and a symptom and changes to a visit that are not saved. They will be deleted.',
  ],
  [
    [make('forms'), change('forms'), change('forms')],
    'You have a form and changes to 2 forms that are not saved. They will be deleted.',
  ],
  [
    [change('visits'), change('forms')],
    'You have changes to a form and a visit that are not saved. They will be deleted.',
  ],
  [
    [make('medications'), change('facts')],
    'You have a medication and changes to your personal information that are not saved. They will be deleted.',
  ],
])('names %j', (unsaved, sentence) => {
  expect(unsavedSentences(unsaved, nameOf)).toEqual([sentence]);
});

it('names those of each person in a sentence of their own', () => {
  const forGrace = [
    make('forms', { userId: 'me for grace' }),
    make('checkIns', { userId: 'me for grace' }),
  ];
  expect(unsavedSentences([make('checkIns'), ...forGrace], nameOf)).toEqual([
    'You have a check-in that is not saved. It will be deleted.',
    'You have a form and a check-in for Grace Hopper that are not saved. They will be deleted.',
  ]);
  expect(unsavedSentences([], nameOf)).toEqual([]);
});

it('finds what was not named', () => {
  const [one, two] = [make('forms'), make('checkIns')];
  expect(isNamed([one], [one, two])).toBe(true);
  expect(isNamed([one, two], [one])).toBe(false);
  expect(isNamed([{ ...one, kind: 'visits' }], [one])).toBe(false);
  expect(isNamed([{ ...one, userId: 'me for grace' }], [one])).toBe(false);
});
