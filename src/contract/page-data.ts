import type { Answer } from './endpoints.ts';
import type { SessionUser } from './entities.ts';

/** The JSON data block in the page of a screen: what its first paint needs (DECISIONS 2). */
export interface PageData {
  /** The signed-in user; null if nobody is signed in. */
  readonly session: SessionUser | null;
  readonly config: Answer<'getConfig'>;
}
