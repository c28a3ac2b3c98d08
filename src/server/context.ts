import type { Logger } from 'pino';
import type { Instant } from '../domain/zone.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';

/** What a route may use. Made once at start; tests make their own. */
export interface Context {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  /** The present moment. */
  readonly clock: () => Instant;
}
