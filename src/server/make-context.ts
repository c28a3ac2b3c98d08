import type { Context } from './context.ts';
import { revoke } from './identity/revoking.ts';
import { type Jobs, makeJobs } from './platform/jobs/jobs.ts';
import { kindOf } from './platform/jobs/table.ts';
import { vacuum } from './platform/jobs/vacuum.ts';
import { mailing, makeOutbox } from './platform/mail/outbox.ts';
import { reportAttachment } from './report/attachment.ts';
import { makeReports } from './report/reports.ts';
import { makeMirror, writeSpreadsheet } from './spreadsheet/mirror.ts';

/** Wires up what a route may use, with a handler for each kind of job. No job runs before `jobs.start()`. */
export function makeContext(
  config: Context['config'],
  given: Pick<Context, 'db' | 'secrets' | 'log' | 'clock'>,
): Context {
  const { db, clock } = given;
  const means = { config, ...given };
  const reports = makeReports({ db, zone: config.timeZone, clock });
  const handlers = [...mailing({ ...means, attach: reportAttachment(db, reports) }), revoke(means)];
  const jobs: Jobs = makeJobs(means, [
    ...handlers.map((handler) => kindOf(means, handler)),
    writeSpreadsheet(means, { onTurnedOff: () => jobs.wake('revoke') }),
    vacuum(means),
  ]);
  const spreadsheets = makeMirror({ db, clock, jobs });
  return { ...means, outbox: makeOutbox(means), reports, jobs, spreadsheets };
}
