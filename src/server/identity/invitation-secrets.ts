import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { fail } from '../platform/http/fail.ts';
import { hashOfToken, type Secrets } from '../platform/secrets.ts';
import { addressOf, limitAttempts } from './attempts.ts';
import { findInvitation, type Invitation } from './queries/invitations.ts';

/**
 * An invitation has two secrets. The person may copy the one of the link. Only the letter contains the other, which
 * therefore proves the address. Both are derived from the id of the invitation with the installation's key. The
 * database contains only their hashes.
 */
export function secretsOf({ keyedHash }: Secrets, invitationId: string) {
  const [link, letter] = ['link', 'letter'].map((of) =>
    keyedHash(`invitation ${of} ${invitationId}`),
  ) as [string, string];
  return { link, letter, linkHash: hashOfToken(link), letterHash: hashOfToken(letter) };
}

/**
 * Finds the invitation of a secret. Wrong secrets count as failed attempts of the IP address.
 *
 * @throws invitationSpent, tooManyAttempts
 */
export async function openInvitation(
  context: Context,
  request: FastifyRequest,
  secret: string,
): Promise<Invitation> {
  const { db, clock } = context;
  const found = await limitAttempts(context, [addressOf(request)], () =>
    findInvitation(db, hashOfToken(secret), clock()),
  );
  if (!found) throw fail('invitationSpent');
  return found;
}
