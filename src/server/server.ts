import type { Logger } from 'pino';
import type { Instant } from '../domain/zone.ts';
import { buildApp } from './app.ts';
import { ATTEMPTS_KEPT_MS } from './auth/attempts.ts';
import { makeErasing } from './auth/erasing.ts';
import { makeRevocations } from './auth/revocations.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { deleteOldAttempts } from './db/attempts.ts';
import { deleteExpiredCodes } from './db/codes.ts';
import { type Database, openDatabase } from './db/database.ts';
import { deleteExpiredVisits } from './db/provider-visits.ts';
import { deleteExpiredSessions } from './db/sessions.ts';
import { holdForServer } from './db/sqlite-hold.ts';
import { hasAccounts, refuseUnusable, waitForDatabase } from './db/usable.ts';
import { makeLog } from './log.ts';
import { makeOutbox } from './mail/outbox.ts';
import { reportAttachment } from './report/attachment.ts';
import { makeReports } from './report/reports.ts';
import { loadSecrets } from './secrets.ts';
import { makeMirror } from './spreadsheets/mirror.ts';

export interface RunningServer {
  readonly context: Context;
  /** Lets answers under way finish, then closes the database. */
  readonly stop: () => Promise<void>;
}

/** In the log the address that was bound; what people open is said by `main`. */
const listenTextResolver = (address: string) => `Listening at ${address}`;

const TIDY_EVERY_MS = 3_600_000;
/** How long a stop waits for requests that are still being sent. */
const STOP_LIMIT_MS = 10_000;

/** Starts a server: database, app, port. What is started is stopped in reverse. */
export async function startServer(
  config: Config,
  { clock = Date.now, log = makeLog('info') }: { clock?: () => Instant; log?: Logger } = {},
): Promise<RunningServer> {
  await waitForDatabase(config, config.databaseWaitMs, (where) =>
    log.warn(`${where} does not answer yet. Waiting for ${config.databaseWaitMs / 1000} s`),
  );
  await refuseUnusable(config);
  const running = config.databaseUrl ? undefined : holdForServer(config.dataDir);
  // A new key would open nothing of what is there, and nobody would be told that the old one is missing.
  const secrets = loadSecrets(config.dataDir, { mayMake: !(await hasAccounts(config)) });
  const db = await openDatabase({
    ...config,
    onError: (error) => log.error({ err: error }, 'A database connection broke'),
  });
  const reports = makeReports({ db, zone: config.timeZone, clock });
  const attach = reportAttachment(db, reports);
  const outbox = makeOutbox({ config, db, secrets, log, clock, attach });
  const revocations = makeRevocations({ config, db, secrets, log, clock });
  const erasing = makeErasing({ db, log, clock });
  const spreadsheets = makeMirror({ config, db, secrets, log, clock, revocations });
  const background = { outbox, revocations, erasing, spreadsheets };
  const context = { config, db, secrets, ...background, reports, log, clock };
  const app = await buildApp(context);
  const tidyOnce = () =>
    tidy(db, clock()).catch((error: unknown) => log.error({ err: error }, 'Tidying failed'));
  let tidied = tidyOnce();
  const tidying = setInterval(() => {
    tidied = tidyOnce();
  }, TIDY_EVERY_MS);
  const stop = async () => {
    clearInterval(tidying);
    const patience = setTimeout(() => app.server.closeAllConnections(), STOP_LIMIT_MS);
    try {
      await app.close();
    } finally {
      clearTimeout(patience);
      await reports.stop();
      await Promise.all(Object.values(background).map(({ stop }) => stop()));
      await tidied;
      await db.destroy();
      running?.release();
    }
  };
  if (config.publicUrl.startsWith('https:') && config.trustProxy.length === 0) {
    log.warn(
      'PUBLIC_URL is https, and TRUST_PROXY is not set: all people count as one in the limits on attempts',
    );
  }
  try {
    await app.listen({ port: config.port, host: config.host, listenTextResolver });
  } catch (error) {
    await stop();
    throw error;
  }
  for (const { start } of Object.values(background)) start();
  return { context, stop };
}

/** Removes what has run out. */
async function tidy(db: Database, now: Instant): Promise<void> {
  await deleteExpiredSessions(db, now);
  await deleteOldAttempts(db, now - ATTEMPTS_KEPT_MS);
  await deleteExpiredCodes(db, now);
  await deleteExpiredVisits(db, now);
}
