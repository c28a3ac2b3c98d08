import { DAY_MS } from '../../../domain/zone.ts';
import type { Author } from '../../identity/authors.ts';
import type { Measure } from './fair-use.ts';

/** What the queries of entries share. */

/** For how long a deleted entry can be restored, in milliseconds (DECISIONS 32). */
export const RESTORABLE_MS = 30 * DAY_MS;

/** The deletion or the restoration of an entry at the time `now`. */
export interface Deletion extends Measure {
  readonly isDeleted: boolean;
  /** Who deletes or restores it. */
  readonly by: Author;
}
