import type { Logger } from 'pino';
import type { Instant } from '../domain/zone.ts';
import type { Copies } from './backup/copies.ts';
import type { ErrorLog } from './browser-errors/error-log.ts';
import type { Config } from './config.ts';
import type { AddressWatch } from './identity/address-watch.ts';
import type { Passwords } from './identity/passwords.ts';
import type { Limits } from './limits.ts';
import type { ClockTrust } from './platform/clock/clock-trust.ts';
import type { Database } from './platform/db/database.ts';
import type { Answers } from './platform/http/answers.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Outbox } from './platform/mail/outbox.ts';
import type { Ntfy } from './platform/ntfy/ntfy.ts';
import type { Push } from './platform/push/push.ts';
import type { Secrets } from './platform/secrets.ts';
import type { Workers } from './platform/workers/workers.ts';
import type { Reports } from './report/reports.ts';
import type { Mirror } from './spreadsheet/mirror.ts';

/** The dependencies of routes. Built once at start; tests build their own. */
export interface Context {
  readonly config: Config;
  readonly limits: Limits;
  readonly db: Database;
  readonly secrets: Secrets;
  /** Hashes passwords. */
  readonly passwords: Passwords;
  readonly outbox: Outbox;
  readonly push: Push;
  readonly ntfy: Ntfy;
  /** Runs long tasks: reports and imports. */
  readonly workers: Workers;
  /** Runs short tasks, which must not wait for long ones: searches and short reports. */
  readonly quickWorkers: Workers;
  readonly reports: Reports;
  readonly jobs: Jobs;
  /** The places for large answers and heavy calls. */
  readonly answers: Answers;
  readonly spreadsheets: Mirror;
  /** Makes copies of the database by itself. */
  readonly copies: Copies;
  readonly log: Logger;
  /** Logs the errors that browsers report. */
  readonly errorLog: ErrorLog;
  /** Notices a proxy that TRUST_PROXY does not name. */
  readonly addresses: AddressWatch;
  /** Returns the current time. */
  readonly clock: () => Instant;
  /** Whether that time can be right. */
  readonly clockTrust: ClockTrust;
}
