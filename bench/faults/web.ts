import { ACCOUNT_FAULTS } from './account.ts';
import { ENTRY_FAULTS } from './entries.ts';
import type { Fault } from './fault.ts';
import { FORM_FAULTS } from './form.ts';
import { HISTORY_FAULTS } from './history.ts';

/** Sixty faults of `src/web`. */
export const WEB_FAULTS: readonly Fault[] = [
  ...ENTRY_FAULTS,
  ...FORM_FAULTS,
  ...HISTORY_FAULTS,
  ...ACCOUNT_FAULTS,
];
