import type { Form } from '../../contract/entities.ts';
import type { Kind } from '../entries/kind.ts';

/** Forms wait in a store of their own (`store`), and their number is known only after the save. */
export const forms: Kind & { readonly key: keyof Form } = {
  name: 'forms',
  key: 'formNumber',
  calls: { delete: 'deleteForm', restore: 'restoreForm', deleted: 'getDeletedForms' },
};
