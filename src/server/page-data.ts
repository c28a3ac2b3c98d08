import type { FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '../contract/endpoints.ts';
import type { Form, SessionUser } from '../contract/entities.ts';
import {
  type AnyKind,
  isListedByDays,
  type SpanOfDays,
  type SpanOfTimes,
} from '../contract/kinds/kind.ts';
import { KINDS } from '../contract/kinds.ts';
import {
  type EntriesInPage,
  HISTORY_PAGE,
  overviewAddress,
  type PageData,
  screenFor,
  trackerAt,
} from '../contract/page-data.ts';
import { sheetNameOf } from '../domain/sheet-name.ts';
import type { Context } from './context.ts';
import { entryAnswer } from './entries/answer.ts';
import { entriesOf } from './entries/queries/find.ts';
import { findNewestForms } from './forms/queries/forms.ts';
import { formAnswer } from './forms/serializer.ts';
import { accessTo } from './identity/access.ts';
import type { Access } from './identity/authors.ts';
import { configAnswer } from './identity/getConfig.ts';
import { staysAnswer } from './identity/getStays.ts';
import { currentSession } from './identity/sessions.ts';
import { profileFor } from './profile/getUserProfile.ts';
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
  if (!found || !session || html !== 'dashboard') return { data: { session, config }, html };
  // Without a tracker in the address, the page has the user's own data. The device may know another choice.
  const ownerId = trackerAt(request.url, session) ?? session.id;
  const access = await accessTo(context, found, ownerId, 'read');
  if (!access) return { data: { session, config }, html };
  const helped = ownerId === session.id ? undefined : await profileFor(context, access);
  if (ownerId !== session.id && !helped) return { data: { session, config }, html };
  const owner = helped ?? session;
  const forms = await firstForms(context, access, owner);
  const entries: Partial<Record<keyof EntriesInPage, object[]>> = {};
  for (const kind of KINDS) {
    const recent = await recentOf(context, kind, ownerId, owner.timeZone);
    entries[kind.list] = recent.map((each) => entryAnswer(kind, each, access));
  }
  const stays = session.asksWhatStays && (await staysAnswer(context, session.id));
  const { length } = JSON.stringify(entries);
  const common = {
    ...{ session, config },
    ...(stays && { stays }),
    ...(helped && { helped: endpoints.getUserProfile.answer.parse(helped) }),
    ...(forms && { forms }),
  };
  const data = { ...common, ...(length <= MAX_ENTRIES_LENGTH && (entries as EntriesInPage)) };
  // The rendering blocks the process, so a page with many entries is drawn by the script.
  const overview = length > MAX_RENDERED_LENGTH ? undefined : overviewAddress(request.url, data);
  return { data, html, overview };
}

/** The first page of the history; undefined if it is longer than `MAX_FORMS_LENGTH`. */
async function firstForms(
  { db }: Context,
  access: Access,
  { name }: Pick<SessionUser, 'name'>,
): Promise<Form[] | undefined> {
  const { userId } = access;
  const sizes = { first: HISTORY_PAGE, next: HISTORY_PAGE };
  const { value = [] } = await findNewestForms(db, userId, { limit: HISTORY_PAGE }, sizes).next();
  const sheetName = sheetNameOf(userId, name);
  const forms = endpoints.getUserForms.answer.parse(
    value.map((form) => formAnswer(form, sheetName, access)),
  );
  return JSON.stringify(forms).length > MAX_FORMS_LENGTH ? undefined : forms;
}

/** The entries that the overview shows, in the order of the call for a list. */
async function recentOf({ db, clock }: Context, kind: AnyKind, id: string, timeZone: string) {
  const found = entriesOf(kind);
  const span = kind.recent?.(clock(), timeZone);
  if (!span) return await found.all(db, id);
  if (isListedByDays(kind)) return await found.ofDays(db, id, span as SpanOfDays);
  const latestFirst = await found.ofTimes(db, id, span as SpanOfTimes);
  return kind.longestSpan === undefined ? latestFirst : latestFirst.reverse();
}
