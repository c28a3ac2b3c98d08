import { HOW_COUNTED, isStockAmount, MAX_TABLETS } from '../../domain/tablets.ts';
import type { EntryWith, Fields } from './field.ts';
import type { Kind } from './kind.ts';

const fields = {
  countId: { type: 'id', title: 'Count id' },
  medicationId: { type: 'id', title: 'Medication id' },
  countedAt: { type: 'instant', title: 'Counted at (UTC)' },
  amount: {
    type: 'number',
    holds: isStockAmount,
    rule: `must be a number from 0 to ${MAX_TABLETS}, with at most two decimals`,
    title: 'Amount',
    about: 'In the units of the regimen, such as tablets.',
  },
  how: {
    type: 'choice',
    values: HOW_COUNTED,
    title: 'How',
    about: '`counted`: all that are there. `added`: a new box, in addition.',
  },
} as const satisfies Fields;

/** The tablets of a medication that a person has counted, or a new box of them. */
export interface TabletCountEntry extends EntryWith<typeof fields> {}

export const tabletCount = {
  name: 'tabletCount',
  list: 'tabletCounts',
  words: { one: 'count of tablets', the: 'a count of tablets', many: 'counts of tablets' },
  savedBy: 'helpers',
  readBy: 'helpers',
  fields,
  key: ['countId'],
  at: 'countedAt',
  isListedWhole: true,
  calls: {
    save: 'countTablets',
    list: 'getTabletCounts',
    delete: 'deleteTabletCount',
    restore: 'restoreTabletCount',
    deleted: 'getDeletedTabletCounts',
  },
  again: 'same',
  csv: {
    format: 'tabletCounts',
    title: 'Tablet counts',
    columns: [
      'date',
      'time',
      'timeZone',
      'amount',
      'how',
      'countedAt',
      'enteredAt',
      'author',
      'version',
      'countId',
      'medicationId',
    ],
  },
  // Ten medications, each counted once a week for twenty years.
  most: 10_000,
} as const satisfies Kind<typeof fields, TabletCountEntry>;
