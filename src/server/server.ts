import type { Logger } from 'pino';
import type { Instant } from '../domain/zone.ts';
import { buildApp } from './app.ts';
import { copyBeforeUpgrade } from './backup/before-upgrade.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { makeDailyLine } from './daily-line.ts';
import { eraseEntries } from './entries/queries/erase.ts';
import { joinDueAccounts } from './identity/joining.ts';
import { passkeyHost } from './identity/passkey-host.ts';
import { deleteOldSecurityActivity } from './identity/queries/activity.ts';
import { deleteOldAttempts } from './identity/queries/attempts.ts';
import { deleteUnusedBrowsers } from './identity/queries/browsers.ts';
import { deleteExpiredCodes } from './identity/queries/codes.ts';
import { releaseExpiredEmails } from './identity/queries/held-emails.ts';
import { deleteExpiredInvitations } from './identity/queries/invitations.ts';
import { deleteExpiredOAuthFlows } from './identity/queries/oauth-flows.ts';
import { deleteExpiredChallenges, findOtherHost } from './identity/queries/passkeys.ts';
import { deleteExpiredSessions } from './identity/queries/sessions.ts';
import { LIMITS, type Limits } from './limits.ts';
import { makeLog } from './log.ts';
import { makeContext } from './make-context.ts';
import { makeClockTrust } from './platform/clock/clock-trust.ts';
import { openDatabase } from './platform/db/database.ts';
import { removeDrafts } from './platform/db/drafts.ts';
import { lockForServer } from './platform/db/process-lock.ts';
import { hasAccounts, refuseUnusable, waitForDatabase } from './platform/db/usable.ts';
import { loadSecrets } from './platform/secrets.ts';
import { eraseOldLinks } from './sharing/queries/links.ts';

export interface RunningServer {
  readonly context: Context;
  /** Waits for pending responses, then closes the database. */
  readonly stop: () => Promise<void>;
}

export interface ServerOptions {
  /** Returns the current time; by default, the machine's clock. */
  readonly clock?: () => Instant;
  /** Asks the system whether it knows that its clock is right. */
  readonly isClockRight?: () => Promise<boolean>;
  readonly log?: Logger;
  readonly limits?: Limits;
}

/** The log shows the bound address; `run` prints the public one. */
const listenTextResolver = (address: string) => `Listening at ${address}`;

const TIDY_EVERY_MS = 3_600_000;
const CHECK_CLOCK_EVERY_MS = 60_000;
const CHECK_COPIES_EVERY_MS = 60_000;
/** How long a stop waits for requests that are still arriving, in milliseconds. */
const STOP_LIMIT_MS = 10_000;

/** Starts a server: database, app, port. `stop` stops them in reverse order. */
export async function startServer(
  config: Config,
  { clock = Date.now, isClockRight, log = makeLog('info'), limits = LIMITS }: ServerOptions = {},
): Promise<RunningServer> {
  await waitForDatabase(config, config.databaseWaitMs, (where) =>
    log.warn(`${where} does not answer yet. Waiting for ${config.databaseWaitMs / 1000} s`),
  );
  await refuseUnusable(config);
  const running = config.databaseUrl ? undefined : lockForServer(config.dataDir);
  if (running) removeDrafts(config.dataDir);
  // If there are accounts, do not create a key. A new key could decrypt none of their data, and would hide that
  // the old key is missing.
  const secrets = loadSecrets(config.dataDir, { mayMake: !(await hasAccounts(config)) });
  await copyBeforeUpgrade(config, clock());
  const db = await openDatabase({
    ...config,
    onError: (error) => log.error({ err: error }, 'A database connection broke'),
  });
  const clockTrust = makeClockTrust({ db, clock, ...(isClockRight && { isClockRight }) });
  // A fault of the database must not prevent a start or a stop.
  const tryWithClock = (work: () => Promise<void>) =>
    work().catch((error: unknown) => log.error({ err: error }, 'The clock could not be checked'));
  await tryWithClock(clockTrust.check);
  const context = makeContext(config, { db, secrets, log, clock, clockTrust, limits });
  const app = await buildApp(context);
  const tellOfDay = makeDailyLine(context);
  const tidyOnce = () =>
    tidy(context).catch((error: unknown) =>
      log.error({ err: error }, 'Expired rows could not be deleted'),
    );
  let tidied = tidyOnce();
  const checking = setInterval(() => tryWithClock(clockTrust.check), CHECK_CLOCK_EVERY_MS);
  const tidying = setInterval(() => {
    tidied = tidyOnce().then(tellOfDay);
  }, TIDY_EVERY_MS);
  const copying = setInterval(context.copies.makeIfDue, CHECK_COPIES_EVERY_MS);
  const stop = async () => {
    clearInterval(tidying);
    clearInterval(checking);
    clearInterval(copying);
    await context.copies.stop();
    const patience = setTimeout(() => app.server.closeAllConnections(), STOP_LIMIT_MS);
    try {
      await app.close();
    } finally {
      clearTimeout(patience);
      await Promise.all([context.workers, context.quickWorkers].map(({ stop }) => stop()));
      await context.jobs.stop();
      await tidied;
      await tryWithClock(clockTrust.note);
      await db.destroy();
      running?.release();
    }
  };
  if (config.publicUrl.startsWith('https:') && config.trustProxy.length === 0) {
    log.warn(
      'PUBLIC_URL is https but TRUST_PROXY is not set. Rate limits treat all clients as a single address',
    );
  }
  const formerHost = await findOtherHost(db, passkeyHost(config.publicUrl).host ?? '');
  if (formerHost !== undefined) {
    log.warn(
      { formerHost },
      'Some passkeys were made at another host. They work only if PUBLIC_URL has that host again; people can sign in another way and add new ones',
    );
  }
  try {
    await app.listen({ port: config.port, host: config.host, listenTextResolver });
  } catch (error) {
    await stop();
    throw error;
  }
  tidied = tidied.then(tellOfDay);
  context.jobs.start();
  void context.copies.makeIfDue();
  return { context, stop };
}

/** Deletes expired rows, and joins the accounts whose time has come, unless the clock may be wrong. */
async function tidy(context: Context): Promise<void> {
  const { db, clock, clockTrust, log } = context;
  if (!clockTrust.mayErase()) {
    log.warn(
      'The clock has jumped ahead. Nothing is erased until the system says that its clock is right, until it has run ' +
        'for 48 hours, or until somebody runs npm run trust-clock',
    );
    return;
  }
  const now = clock();
  await deleteExpiredSessions(db, now);
  await deleteOldAttempts(db, now);
  await deleteUnusedBrowsers(db, now);
  await deleteExpiredCodes(db, now);
  await deleteExpiredChallenges(db, now);
  await releaseExpiredEmails(db, now);
  await deleteExpiredInvitations(db, now);
  await deleteExpiredOAuthFlows(db, now);
  await deleteOldSecurityActivity(db, now);
  await joinDueAccounts(context);
  await eraseEntries(db, now);
  await eraseOldLinks(db, now);
}
