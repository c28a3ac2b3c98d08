import type { FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '../contract/endpoints.ts';
import type { CheckIn, DiaryHalfHour, Form, SessionUser } from '../contract/entities.ts';
import { checkIn } from '../contract/kinds/check-in.ts';
import { diary } from '../contract/kinds/diary.ts';
import { dose } from '../contract/kinds/dose.ts';
import { medication } from '../contract/kinds/medication.ts';
import { visit } from '../contract/kinds/visit.ts';
import {
  HISTORY_PAGE,
  overviewAddress,
  type PageData,
  RECENT_DOSES_MS,
  screenFor,
} from '../contract/page-data.ts';
import { recentCheckInDays } from '../domain/check-in.ts';
import { recentDiary } from '../domain/diary.ts';
import { sheetNameOf } from '../domain/sheet-name.ts';
import type { Context } from './context.ts';
import { entryAnswer } from './entries/answer.ts';
import { entriesOf } from './entries/queries/find.ts';
import { findNewestForms } from './forms/queries/forms.ts';
import { formAnswer } from './forms/serializer.ts';
import { type Access, ownAccess } from './identity/authors.ts';
import { configAnswer } from './identity/getConfig.ts';
import { staysAnswer } from './identity/getStays.ts';
import { currentSession } from './identity/sessions.ts';
import { sessionUserAnswer } from './profile/serializer.ts';

/**
 * The maximum length of the forms' JSON in a page, in characters. The browser fetches longer forms with a call, so that
 * long notes do not delay the page.
 */
const MAX_FORMS_LENGTH = 50_000;

/** The same for the other entries. Only imported files have as many. */
const MAX_ENTRIES_LENGTH = 524_288;

/** The same for entries that the server renders as HTML. */
const MAX_RENDERED_LENGTH = 50_000;

/**
 * Reads the answers that the first paint of a page needs, so that the browser need not fetch them with calls, and
 * chooses the page's HTML.
 */
export async function pageData(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ data: PageData; html: string | undefined; overview?: string | undefined }> {
  const found = await currentSession(context, request, reply);
  const user = found && (await sessionUserAnswer(context, found));
  const session = user ? endpoints.getSession.answer.parse(user) : null;
  const config = endpoints.getConfig.answer.parse(await configAnswer(context));
  const [path = ''] = request.url.split('?');
  const html = screenFor(path, { session, config });
  if (!session || html !== 'dashboard') return { data: { session, config }, html };
  const forms = await firstForms(context, session);
  const medication = await ofMedication(context, session);
  const checkIns = await recentCheckIns(context, session);
  const diary = await recentHalfHours(context, session);
  const visits = (await entriesOf(visit).all(context.db, session.id)).map((each) =>
    entryAnswer(visit, each, accessOf(session)),
  );
  const entries = { ...medication, checkIns, diary, visits };
  const stays = session.asksWhatStays && (await staysAnswer(context, session.id));
  const { length } = JSON.stringify(entries);
  const common = { session, config, ...(stays && { stays }), ...(forms && { forms }) };
  const data = { ...common, ...(length <= MAX_ENTRIES_LENGTH && entries) };
  // The rendering blocks the process, so a page with many entries is drawn by the script.
  const overview = length > MAX_RENDERED_LENGTH ? undefined : overviewAddress(request.url, data);
  return { data, html, overview };
}

/** The first page of the history; undefined if it is longer than `MAX_FORMS_LENGTH`. */
async function firstForms({ db }: Context, session: SessionUser): Promise<Form[] | undefined> {
  const { id, name } = session;
  const sizes = { first: HISTORY_PAGE, next: HISTORY_PAGE };
  const { value = [] } = await findNewestForms(db, id, { limit: HISTORY_PAGE }, sizes).next();
  const sheetName = sheetNameOf(id, name);
  const forms = endpoints.getUserForms.answer.parse(
    value.map((form) => formAnswer(form, sheetName, accessOf(session))),
  );
  return JSON.stringify(forms).length > MAX_FORMS_LENGTH ? undefined : forms;
}

/** The page shows the signed-in person's own data. */
function accessOf({ id, email }: SessionUser): Access {
  return ownAccess({ userId: id, email });
}

async function ofMedication({ db, clock }: Context, session: SessionUser) {
  const { id } = session;
  const medications = (await entriesOf(medication).all(db, id)).map((each) =>
    entryAnswer(medication, each, accessOf(session)),
  );
  if (medications.length === 0) return { medications, doses: [] };
  const times = { from: clock() - RECENT_DOSES_MS };
  const doses = await entriesOf(dose).ofTimes(db, id, times);
  return { medications, doses: doses.map((each) => entryAnswer(dose, each, accessOf(session))) };
}

async function recentCheckIns({ db, clock }: Context, session: SessionUser): Promise<CheckIn[]> {
  const { id, timeZone } = session;
  const checkIns = await entriesOf(checkIn).ofDays(db, id, recentCheckInDays(clock(), timeZone));
  return checkIns.map((each) => entryAnswer(checkIn, each, accessOf(session)));
}

async function recentHalfHours(
  { db, clock }: Context,
  session: SessionUser,
): Promise<DiaryHalfHour[]> {
  const { id, timeZone } = session;
  const latestFirst = await entriesOf(diary).ofTimes(db, id, recentDiary(clock(), timeZone));
  return latestFirst.reverse().map((each) => entryAnswer(diary, each, accessOf(session)));
}
