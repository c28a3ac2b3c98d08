import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { fail } from '../platform/http/fail.ts';
import { limitPasswords } from './guesses.ts';
import { browserOfSession } from './known-browsers.ts';
import { findAccountOf, type StoredAccount } from './queries/accounts.ts';
import type { Session } from './queries/sessions.ts';

/**
 * Requires a proof from the last five minutes: for changes that let somebody else in, or that shut the owner out
 * (DECISIONS 42 and 46).
 *
 * @throws confirmationNeeded
 */
export function requireProof(context: Context, session: Session): void {
  if (!isConfirmed(context, session)) throw fail('confirmationNeeded');
}

/** How long a proof counts (ms). */
const CONFIRMED_FOR_MS = 300_000;

/**
 * Requires the password, or a passkey within the last five minutes, so that someone who finds a signed-in phone cannot
 * act as the account's owner. For an account without a password any proof within the last five minutes counts.
 *
 * @throws userNotFound, wrongPassword, confirmationNeeded, tooManyAttempts, budgetSpent, unavailable
 */
export async function requireOwner(
  context: Context,
  session: Session,
  request: FastifyRequest,
  password: string | undefined,
): Promise<StoredAccount> {
  const account = await findAccountOf(context.db, session.userId);
  if (!account) throw fail('userNotFound');
  const isByPasskey = password === undefined && session.byPasskey;
  if (account.passwordHash === '' || isByPasskey) {
    if (!isConfirmed(context, session)) throw fail('confirmationNeeded');
    return account;
  }
  const { email, passwordHash } = account;
  const browser = await browserOfSession(context, request, session);
  const confirmed = await limitPasswords(context, request, { email, browser }, async (lane) =>
    (await context.passwords.verify(password ?? '', passwordHash, lane)) ? account : undefined,
  );
  if (!confirmed) throw fail('wrongPassword');
  return confirmed;
}

/**
 * True if the owner has proved in this session, within the last five minutes, that the account is theirs: with the
 * password, with a passkey, with a mailed code or link, or at a provider that asked for its password again (DECISIONS 42).
 */
export function isConfirmed({ clock }: Context, session: Session): boolean {
  return session.authenticatedAt > clock() - CONFIRMED_FOR_MS;
}
