import { type AnyKind, isListedByDays, type SpanOfTimes } from '../../contract/kinds/kind.ts';
import { KINDS } from '../../contract/kinds.ts';
import { HISTORY_PAGE, type PageData, trackerAt } from '../../contract/page-data.ts';
import { isoOf } from '../../domain/zone.ts';
import { type Answers, answerAtOnce } from './server.ts';

/** The data block of the dashboard; undefined for another page, and if an answer is late, refused or missing. */
export function pageDataOf(path: string, answers: Answers): PageData | undefined {
  if (!path.startsWith('/dashboard')) return undefined;
  const session = answerAtOnce(answers, 'getSession', {});
  const config = answerAtOnce(answers, 'getConfig', {});
  // The session has the profile.
  if (!session || !config || !answerAtOnce(answers, 'getUserProfile', { userId: session.id })) {
    return undefined;
  }
  const userId = trackerAt(path, session) ?? session.id;
  const isOwn = userId === session.id;
  const helped = isOwn ? undefined : answerAtOnce(answers, 'getUserProfile', { userId });
  if (!isOwn && !helped) return undefined;
  const { timeZone } = helped ?? session;
  const forms = answerAtOnce(answers, 'getUserForms', { userId, limit: HISTORY_PAGE });
  const entries = KINDS.map((kind: AnyKind) => {
    const input = { userId, ...recentSpan(kind, timeZone) };
    return [kind.list, answerAtOnce(answers, kind.calls.list, input as never)] as const;
  });
  if (!forms || entries.some(([, listed]) => !listed)) return undefined;
  return {
    ...{ session, config, forms },
    ...(helped && { helped }),
    ...Object.fromEntries(entries),
  };
}

/** The input of the call for a list with which the overview fetches a kind. */
function recentSpan(kind: AnyKind, zone: string): object {
  const span = kind.recent?.(Date.now(), zone);
  if (!span || isListedByDays(kind)) return span ?? {};
  const { from, to } = span as SpanOfTimes;
  return { from: isoOf(from), ...(to !== undefined && { to: isoOf(to) }) };
}
