import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Secrets } from '../platform/secrets.ts';
import { addressOf } from './networks.ts';

/**
 * Error codes that may indicate an attack: an attempt to sign in, or to bypass a check or a limit. An expired
 * session is not one of them, because every browser sends one now and then.
 */
const SUSPICIOUS: ReadonlySet<ErrorCode> = new Set([
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
  'shareEnded',
  'wrongPasscode',
  'shareLocked',
  'tooManyAttempts',
  'budgetSpent',
  'budgetSpentWithoutMail',
  'userNotFound',
]);

/** Enough characters of the hash to distinguish IP addresses. */
const HASH_LENGTH = 16;

/**
 * Logs an error in `SUSPICIOUS` with its code, its route and a keyed hash of the client's IP address. All other errors
 * are ignored. The log shows which attempts come from the same IP address, but not the address itself.
 */
export function logRefusedTry(secrets: Secrets, request: FastifyRequest, code: ErrorCode): void {
  if (!SUSPICIOUS.has(code)) return;
  const from = secrets.keyedHash(addressOf(request)).slice(0, HASH_LENGTH);
  request.log.info({ code, route: request.routeOptions.url, from }, 'A request was refused');
}
