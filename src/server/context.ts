import type { Logger } from 'pino';
import type { Instant } from '../domain/zone.ts';
import type { Erasing } from './auth/erasing.ts';
import type { Revocations } from './auth/revocations.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Outbox } from './mail/outbox.ts';
import type { Reports } from './report/reports.ts';
import type { Secrets } from './secrets.ts';
import type { Mirror } from './spreadsheets/mirror.ts';

/** What a route may use. Made once at start; tests make their own. */
export interface Context {
  readonly config: Config;
  readonly db: Database;
  readonly secrets: Secrets;
  readonly outbox: Outbox;
  readonly reports: Reports;
  readonly revocations: Revocations;
  readonly erasing: Erasing;
  readonly spreadsheets: Mirror;
  readonly log: Logger;
  /** The present moment. */
  readonly clock: () => Instant;
}
