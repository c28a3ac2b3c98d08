import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Secrets } from '../platform/secrets.ts';
import { addressOf } from './attempts.ts';

/**
 * Refusals that may be a try to get in, or to get past a check or a limit. A session that has run out is none:
 * every browser comes with one now and then.
 */
const TELLING: ReadonlySet<ErrorCode> = new Set([
  'badRequest',
  'notJson',
  'tooLarge',
  'fileTooLarge',
  'crossSite',
  'wrongCredentials',
  'wrongPassword',
  'confirmationNeeded',
  'wrongCode',
  'resetFailed',
  'linkSpent',
  'tooManyAttempts',
  'userNotFound',
]);

/** As many characters as tell places from one another. */
const PLACE_LENGTH = 16;

/**
 * Logs such a refusal: what was refused, where, and from which place, by a keyed hash. So one can see that
 * tries come from one place, and cannot read in the log whose it is.
 */
export function logRefusedTry(secrets: Secrets, request: FastifyRequest, code: ErrorCode): void {
  if (!TELLING.has(code)) return;
  const from = secrets.keyedHash(addressOf(request)).slice(0, PLACE_LENGTH);
  request.log.info({ code, route: request.routeOptions.url, from }, 'A request was refused');
}
