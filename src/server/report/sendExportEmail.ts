import { limitMail, limitReports } from '../identity/attempts.ts';
import { findAccountOf } from '../identity/queries/accounts.ts';
import { addReportMail, noteActivity } from '../identity/queries/activity.ts';
import { whereRoomIs } from '../platform/db/unavailable.ts';
import { fail } from '../platform/http/fail.ts';
import { answerLongWork } from '../platform/http/long-work.ts';
import { type Call, route } from '../platform/http/route.ts';
import { orderOf, type ReportWish } from './order.ts';
import { ReportFailure } from './reports.ts';
import { daysWords } from './words.ts';

/**
 * The report as a PDF, in the answer or by mail. Of `userId` and `email` only the session's own are taken;
 * any other answers as one that does not exist.
 */
export const sendExportEmail = route(
  'sendExportEmail',
  async (call) => {
    const { context, input, session } = call;
    const { userId, email, method, from, to, paper } = input;
    if (email !== session.email) throw fail('userNotFound');
    const wish = { userId, from: instantOf(from), to: instantOf(to), paper };
    if (method === 'email') return await mailReport(call, wish);
    // On a full disk it can be made all the same.
    await whereRoomIs(() => limitReports(context, email));
    // What can be refused is refused before the answer begins.
    await orderOf(context.db, wish, context.clock(), context.config.timeZone);
    await whereRoomIs(() => noteActivity(context.db, userId, context.clock(), 'reportMade'));
    return await answerLongWork(call, async (run) => {
      const { pdf, fileName } = await made(call, () => context.reports.make(wish, run));
      const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
      return { success: true as const, base64Data: bytes.toString('base64'), fileName };
    });
  },
  { isPacked: true },
);

/** The letter waits in the outbox with the days that it tells of; the report is made when it is sent. */
async function mailReport(
  { context, session, request }: Call<'sendExportEmail'>,
  { userId, paper, ...wanted }: ReportWish,
) {
  const { db, outbox, jobs, clock, config } = context;
  const { email } = session;
  const account = await findAccountOf(db, userId);
  if (!account?.emailProven) throw fail('emailNotProven');
  const order = await orderOf(db, { userId, paper, ...wanted }, clock(), config.timeZone);
  await limitMail(context, request, email);
  const { from, to } = order.period.span;
  const letter = {
    kind: 'report',
    userId,
    from,
    to,
    paper,
    days: daysWords(order.period.days),
  } as const;
  await addReportMail(db, userId, outbox.enclose({ to: email, letter, userId }), clock());
  jobs.wake('mailWithReport');
  return { success: true as const };
}

/** @throws reportFailed, once what went wrong is logged */
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
