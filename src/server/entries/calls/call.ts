import type { Context } from '../../context.ts';
import type { Access } from '../../identity/authors.ts';

/** A call of any kind of entry. */
export interface EntryCall<Input> {
  readonly context: Context;
  readonly input: Input;
  readonly access: Access;
}
