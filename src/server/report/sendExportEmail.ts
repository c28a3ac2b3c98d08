import { WHOLE_SCOPE } from '../../domain/visit.ts';
import { addDays, startOfDay } from '../../domain/zone.ts';
import { isPerson } from '../identity/authors.ts';
import { limit } from '../identity/counted.ts';
import { findReader } from '../identity/queries/access.ts';
import { findAccount } from '../identity/queries/accounts.ts';
import { addReportMail, noteActivity } from '../identity/queries/activity.ts';
import { ignoringFullDisk } from '../platform/db/unavailable.ts';
import { fail } from '../platform/http/fail.ts';
import { answerLongWork } from '../platform/http/long-work.ts';
import { type Call, route } from '../platform/http/route.ts';
import { isTooLargeToMail, orderOf, type ReportWish } from './order.ts';
import { ReportFailure } from './reports.ts';
import { daysWords } from './words.ts';

/**
 * Sends the report as a PDF, in the answer or by email to the caller's own address. Any other `email` gets the same
 * error as an unknown user.
 */
export const sendExportEmail = route(
  'sendExportEmail',
  async (call) => {
    const { context, input, access } = call;
    const { email, method, from, to, paper, extent } = input;
    const { userId, readsNotes } = access;
    const scope = { ...WHOLE_SCOPE, notes: readsNotes };
    if (email !== access.callerEmail) throw fail('userNotFound');
    const wish = {
      userId,
      from: instantOf(from),
      to: instantOf(to),
      paper,
      extent,
      scope,
      hasTopics: readsNotes,
    };
    if (method === 'email') return await mailReport(call, wish);
    // If the disk is full, make the report without counting it.
    await ignoringFullDisk(() => limit(context, 'reports', email));
    // Check the request before the response starts, because its HTTP status cannot change afterwards.
    await orderOf(context.db, wish, context.clock());
    await ignoringFullDisk(() =>
      noteActivity(context.db, userId, context.clock(), 'reportMade', { actor: access.author.id }),
    );
    return await answerLongWork(call, async (run) => {
      const { pdf, fileName } = await made(call, () => context.reports.make(wish, run));
      if (!(await stillMayRead(call))) throw fail('userNotFound');
      return { success: true as const, base64Data: pdf.toString('base64'), fileName };
    });
  },
  { skipCompression: true },
);

/**
 * Queues the email. The queue has only the report's period, extent and paper size, and no entries. The report is made when the
 * email is sent.
 */
async function mailReport(
  { context, access }: Call<'sendExportEmail'>,
  { userId, paper, extent, scope, ...wanted }: ReportWish,
) {
  const { db, outbox, jobs, clock } = context;
  const { callerEmail: email, author } = access;
  const account = await findAccount(db, email);
  if (!account?.emailProven) throw fail('emailNotProven');
  const order = await orderOf(db, { userId, paper, scope, ...wanted }, clock());
  // The rate limit comes before the estimate, because the estimate reads every note of the period.
  await limit(context, 'reports', email);
  if (await isTooLargeToMail(db, userId, order)) throw fail('reportTooLarge');
  await limit(context, 'reportMails', email);
  const { period, zone, dateStyle } = order;
  const letter = {
    kind: 'report',
    userId,
    from: wanted.from ?? startOfDay(period.days.first, zone),
    to: wanted.to ?? startOfDay(addDays(period.days.last, 1), zone),
    paper,
    ...(extent === 'summary' && { extent }),
    days: daysWords(period.days, dateStyle),
    ...(!isPerson(author) && { caregiverId: author.id }),
  } as const;
  const mail = outbox.enclose({ to: email, letter, userId });
  await addReportMail(db, userId, mail, clock(), author.id);
  jobs.wake('mailWithReport');
  return { success: true as const };
}

/** False if the person ended or narrowed the caregiver's access while the report was made. */
async function stillMayRead({ context, access }: Call<'sendExportEmail'>): Promise<boolean> {
  const { userId, author, readsNotes } = access;
  if (isPerson(author)) return true;
  const reader = await findReader(context.db, userId, author.id);
  return reader !== undefined && (reader.readsNotes || !readsNotes);
}

/** Calls `make`, and logs a ReportFailure. @throws reportFailed instead of the ReportFailure */
async function made<Made>({ request }: Call<'sendExportEmail'>, make: () => Promise<Made>) {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof ReportFailure)) throw error;
    request.log.error({ err: error }, 'A report failed');
    throw fail('reportFailed');
  }
}

function instantOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
