import { makeCopies } from './backup/copies.ts';
import { makeErrorLog } from './browser-errors/error-log.ts';
import type { Context } from './context.ts';
import { joinEntriesHandler } from './exchange/join-entries.ts';
import { makeAddressWatch } from './identity/address-watch.ts';
import { failedTryHandler } from './identity/failed-tries.ts';
import { Passwords } from './identity/passwords.ts';
import { revokeHandler } from './identity/revoke-handler.ts';
import { LIMITS } from './limits.ts';
import { makeClockTrust } from './platform/clock/clock-trust.ts';
import { makeAnswers } from './platform/http/answers.ts';
import { type Jobs, makeJobs } from './platform/jobs/jobs.ts';
import { tableKind } from './platform/jobs/table.ts';
import { vacuumKind } from './platform/jobs/vacuum.ts';
import { mailHandlers, makeOutbox } from './platform/mail/outbox.ts';
import { makeNtfy } from './platform/ntfy/ntfy.ts';
import { makePush } from './platform/push/push.ts';
import { makeSpending } from './platform/workers/spending.ts';
import { startProcess } from './platform/workers/worker-process.ts';
import { makeWorkers } from './platform/workers/workers.ts';
import { remindKind } from './reminders/remind.ts';
import { sendNtfyHandler } from './reminders/send-ntfy.ts';
import { sendPushHandler } from './reminders/send-push.ts';
import { letterFilter } from './reminders/still-needed.ts';
import { reportAttachment } from './report/attachment.ts';
import { makeReports } from './report/reports.ts';
import { makeMirror, writeSpreadsheetKind } from './spreadsheet/mirror.ts';

/**
 * Builds the dependencies of routes, with a handler for each kind of job. No job runs before `jobs.start()`.
 *
 * @param start starts a worker process with a heap limit (MiB)
 */
export function makeContext(
  config: Context['config'],
  given: Pick<Context, 'db' | 'secrets' | 'log' | 'clock'> &
    Partial<Pick<Context, 'passwords' | 'limits' | 'clockTrust'>>,
  start = startProcess,
): Context {
  const { db, clock } = given;
  const deps = {
    config,
    limits: LIMITS,
    clockTrust: makeClockTrust(given),
    ...given,
    passwords: given.passwords ?? new Passwords(),
  };
  const onError = () => deps.log.error('A worker process could not be started');
  const spending = makeSpending(deps.limits.processorMs);
  // Two of an account, so that an import can wait for its own dry run.
  const workers = makeWorkers({ processes: 2, mostOfAccount: 2, spending, onError, start });
  // Two searches and two reports of an account, and as many of its caregivers together.
  const quickWorkers = makeWorkers({ processes: 2, mostOfAccount: 8, spending, onError, start });
  const reports = makeReports({ ...deps, workers, quickWorkers });
  const outbox = makeOutbox(deps);
  const push = makePush(deps);
  const ntfy = makeNtfy(deps);
  const handlers = [
    ...mailHandlers({
      ...deps,
      attach: reportAttachment(db, reports, deps.log),
      isWanted: letterFilter(db),
    }),
    revokeHandler(deps),
    failedTryHandler(deps),
    sendPushHandler({ ...deps, push }),
    sendNtfyHandler({ ...deps, ntfy }),
    joinEntriesHandler(deps, () => context),
  ];
  const wake: Jobs['wake'] = (kind) => jobs.wake(kind);
  const jobs: Jobs = makeJobs(deps, [
    ...handlers.map((handler) => tableKind({ ...deps, wake }, handler)),
    writeSpreadsheetKind(deps, { onTurnedOff: () => jobs.wake('revoke') }),
    remindKind({ ...deps, outbox }, { wake }),
    vacuumKind(deps),
  ]);
  const spreadsheets = makeMirror({ db, clock, jobs });
  const errorLog = makeErrorLog(deps.log, deps.limits.loggedErrors);
  const answers = makeAnswers(deps.limits.answers);
  const addresses = makeAddressWatch(deps.log);
  const copies = makeCopies(deps);
  const pools = { workers, quickWorkers };
  const context: Context = {
    ...deps,
    outbox,
    push,
    ntfy,
    ...pools,
    reports,
    jobs,
    answers,
    spreadsheets,
    copies,
    errorLog,
    addresses,
  };
  return context;
}
