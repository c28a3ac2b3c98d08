import { userNotFound } from '../../contract/user-not-found.ts';
import { type ApiError, isAnswer, isStatus } from '../platform/client.ts';

/** Why the server has not saved an entry. */
export interface SendFailure {
  /** Which entries would fail in the same way. */
  readonly concerns: 'entry' | 'tracker' | 'everything';
  /** Whether the same entry may be saved later; otherwise the server would refuse it again. */
  readonly isTemporary: boolean;
  /** The server's reason; '' if it gave none or was not reached. */
  readonly problem: string;
  /** The whole body of the server's answer. */
  readonly answer?: unknown;
  /** Whether the session has ended, or the signed-in person may not log for the owner any more. */
  readonly endsSession?: true;
}

export function failureOf(error: unknown): SendFailure {
  const isTemporary = true;
  if (!isAnswer(error)) return { concerns: 'everything', isTemporary, problem: '' };
  const { message: problem, answer, status } = error as ApiError;
  if (isStatus(error, 401)) {
    return { concerns: 'everything', isTemporary, problem: '', endsSession: true };
  }
  if (isStatus(error, userNotFound.status) && problem === userNotFound.message) {
    return { concerns: 'tracker', isTemporary, problem: '', endsSession: true };
  }
  // A time-out or a rate limit is not about the entry.
  if (status === 408 || status === 429) return { concerns: 'everything', isTemporary, problem };
  return { concerns: 'entry', isTemporary: status >= 500, problem, answer };
}
