import { type Logger, pino } from 'pino';
import type { Instant } from '../domain/zone.ts';
import { buildApp } from './app.ts';
import { ATTEMPTS_KEPT_MS } from './auth/attempts.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { deleteOldAttempts } from './db/attempts.ts';
import { type Database, openDatabase } from './db/database.ts';
import { deleteExpiredSessions } from './db/sessions.ts';

export interface RunningServer {
  readonly context: Context;
  /** Lets answers under way finish, then closes the database. */
  readonly stop: () => Promise<void>;
}

/** In the log the address that was bound; what people open is said by `main`. */
const listenTextResolver = (address: string) => `Listening at ${address}`;

const TIDY_EVERY_MS = 3_600_000;

/** Starts a server: database, app, port. What is started is stopped in reverse. */
export async function startServer(
  config: Config,
  { clock = Date.now, log = pino() }: { clock?: () => Instant; log?: Logger } = {},
): Promise<RunningServer> {
  const db = await openDatabase({
    ...config,
    onError: (error) => log.error({ err: error }, 'A database connection broke'),
  });
  const context = { config, db, log, clock };
  const app = await buildApp(context);
  const tidying = setInterval(() => {
    tidy(db, clock()).catch((error: unknown) => log.error({ err: error }, 'Tidying failed'));
  }, TIDY_EVERY_MS);
  const stop = async () => {
    clearInterval(tidying);
    await app.close();
    await db.destroy();
  };
  try {
    await app.listen({ port: config.port, host: config.host, listenTextResolver });
  } catch (error) {
    await stop();
    throw error;
  }
  return { context, stop };
}

/** Removes what has run out. */
async function tidy(db: Database, now: Instant): Promise<void> {
  await deleteExpiredSessions(db, now);
  await deleteOldAttempts(db, now - ATTEMPTS_KEPT_MS);
}
