import type { Context } from './context.ts';
import { makeRevocations } from './identity/revocations.ts';
import { makeErasing } from './platform/jobs/erasing.ts';
import { makeOutbox } from './platform/mail/outbox.ts';
import { reportAttachment } from './report/attachment.ts';
import { makeReports } from './report/reports.ts';
import { makeMirror } from './spreadsheet/mirror.ts';

/** Wires up what a route may use; nothing runs in the background yet. */
export function makeContext(
  config: Context['config'],
  means: Pick<Context, 'db' | 'secrets' | 'log' | 'clock'>,
): Context {
  const { db, log, clock } = means;
  const common = { config, ...means };
  const reports = makeReports({ db, zone: config.timeZone, clock });
  const outbox = makeOutbox({ ...common, attach: reportAttachment(db, reports) });
  const revocations = makeRevocations(common);
  const erasing = makeErasing({ db, log, clock });
  const spreadsheets = makeMirror({ ...common, revocations });
  return { ...common, outbox, revocations, erasing, spreadsheets, reports };
}
