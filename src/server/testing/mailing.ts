import { afterAll, beforeAll, expect } from 'vitest';
import { type Jobs, makeJobs } from '../platform/jobs/jobs.ts';
import { addJob } from '../platform/jobs/queries/jobs.ts';
import { tableKind } from '../platform/jobs/table.ts';
import type { Letter } from '../platform/mail/letters.ts';
import { mailHandlers } from '../platform/mail/outbox.ts';
import { loadSecrets } from '../platform/secrets.ts';
import { letterFilter } from '../reminders/still-needed.ts';
import { reportAttachment } from '../report/attachment.ts';
import type { TestApp } from './app.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

/** A mail server for all tests of a `describe`, and the settings that connect an app to it. */
export interface Mailing {
  readonly server: MailServer;
  readonly settings: Record<string, string>;
}

const SMTP_PASSWORD = 'let me send 4711';

export function standInForMail(): Mailing {
  const mailing = { settings: {} } as { server: MailServer; settings: Record<string, string> };
  beforeAll(async () => {
    mailing.server = await startMailServer({ user: 'tracker', password: SMTP_PASSWORD });
    mailing.settings.SMTP_URL = mailing.server.url;
  });
  afterAll(() => mailing.server.stop());
  return mailing;
}

/** Sends all mail that is due. */
export async function sendDue({ context: { jobs } }: TestApp): Promise<void> {
  await runMail(jobs);
}

/** Runs the jobs that send mail. Those of strangers are first moved to a queue of their own. */
async function runMail({ runDue }: Pick<Jobs, 'runDue'>): Promise<void> {
  const plain = runDue('mail').then(() => runDue('mailToStrangers'));
  await Promise.all([plain, runDue('mailWithReport')]);
}

/** Makes a second mailer on the same database, like another server process, or like this server after a restart. */
export function anotherMailer(
  { context }: TestApp,
  { db = context.db, attach = reportAttachment(db, context.reports, context.log) } = {},
): Jobs {
  const means = { ...context, db, secrets: loadSecrets(context.config.dataDir) };
  const handlers = mailHandlers({ ...means, attach, isWanted: letterFilter(db) });
  const wake: Jobs['wake'] = (kind) => jobs.wake(kind);
  const jobs = makeJobs(
    means,
    handlers.map((handler) => tableKind({ ...means, wake }, handler)),
  );
  return { ...jobs, runDue: () => runMail(jobs) };
}

/** Enqueues an email. */
export async function post({ context }: TestApp, to: string, letter: Letter): Promise<void> {
  await addJob(context.db, context.outbox.enclose({ to, letter }));
}

/** The jobs that send email to an address, without their sealed content. */
export async function queuedFor({ context: { db, secrets } }: TestApp, email: string) {
  return await db
    .selectFrom('jobs')
    .select(['tries', 'due_at as dueAt'])
    .where('target_hash', '=', secrets.keyedHash(email))
    .orderBy('id')
    .execute();
}

/** Expects that neither these texts nor the content of emails are in the log. @param since the first line to search */
export function expectUnlogged({ logged }: TestApp, texts: readonly string[], since = 0): void {
  const log = JSON.stringify(logged.slice(since));
  for (const text of [...texts, 'Here is', 'Symptom Tracker', SMTP_PASSWORD]) {
    expect(log).not.toContain(text);
  }
}
