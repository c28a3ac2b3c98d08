import type { Kind } from '../entries/kind.ts';

/** Forms wait in a store of their own (`store`), and their number is known only after the save. */
export const forms: Kind = {
  name: 'forms',
  key: 'formNumber',
  calls: { delete: 'deleteForm', restore: 'restoreForm', deleted: 'getDeletedForms' },
};
