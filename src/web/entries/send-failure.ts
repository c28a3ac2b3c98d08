import { userNotFound } from '../../contract/user-not-found.ts';
import { ApiError } from '../platform/client.ts';

/** Why the server has not saved an entry. */
export interface SendFailure {
  /** Which waiting entries would fail in the same way now. */
  readonly concerns: 'entry' | 'tracker' | 'everything';
  /** Whether the server has refused the entry, and would refuse it again. */
  readonly isRefusal: boolean;
  /** The server's reason; '' if it gave none or was not reached. */
  readonly problem: string;
  /** The whole body of the server's answer. */
  readonly answer?: unknown;
  /** True if the session has ended or is somebody else's, or if the person may no longer log for the owner. */
  readonly isAccessLost: boolean;
}

export function failureOf(error: unknown): SendFailure {
  const failure = { isRefusal: false, isAccessLost: false, problem: '' } as const;
  // The network failed.
  if (!(error instanceof ApiError)) return { ...failure, concerns: 'everything' };
  // Something between here and our server may reject only this entry, for example because of its length.
  if (!error.isOurs) return { ...failure, concerns: 'entry' };
  const { message: problem, answer, status } = error;
  if (status === 401) return { ...failure, concerns: 'everything', isAccessLost: true };
  if (status === userNotFound.status && problem === userNotFound.message) {
    return { ...failure, concerns: 'tracker', isAccessLost: true };
  }
  if (status === 408) return { ...failure, concerns: 'everything', problem };
  // Each account has its own limits.
  if (status === 429) return { ...failure, concerns: 'tracker', problem };
  return { ...failure, concerns: 'entry', isRefusal: status < 500, problem, answer };
}
