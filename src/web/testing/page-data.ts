import { HISTORY_PAGE, type PageData, RECENT_DOSES_MS } from '../../contract/page-data.ts';
import { recentCheckInDays } from '../../domain/check-in.ts';
import { recentDiary } from '../../domain/diary.ts';
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
  const { id: userId, timeZone } = session;
  const now = Date.now();
  const { from, to } = recentDiary(now, timeZone);
  const forms = answerAtOnce(answers, 'getUserForms', { userId, limit: HISTORY_PAGE });
  const medications = answerAtOnce(answers, 'getMedications', { userId });
  const doses = answerAtOnce(answers, 'getDoses', { userId, from: isoOf(now - RECENT_DOSES_MS) });
  const days = recentCheckInDays(now, timeZone);
  const checkIns = answerAtOnce(answers, 'getCheckIns', { userId, ...days });
  const diary = answerAtOnce(answers, 'getDiary', { userId, from: isoOf(from), to: isoOf(to) });
  const visits = answerAtOnce(answers, 'getVisits', { userId });
  if (!forms || !medications || !doses || !checkIns || !diary || !visits) return undefined;
  return { session, config, forms, medications, doses, checkIns, diary, visits };
}
