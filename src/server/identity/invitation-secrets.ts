import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { fail } from '../platform/http/fail.ts';
import { hashOfToken, type Secrets } from '../platform/secrets.ts';
import { byNetwork, limitAttempts } from './attempts.ts';
import { findInvitation, type Invitation } from './queries/invitations.ts';

/**
 * An invitation has two secrets. One is in the link that the person may copy. The other is only in the email to the
 * invited address, so presenting it proves access to that address. Both are derived from the id of the invitation with
 * the installation's key, and the database contains only their hashes.
 */
export function secretsOf({ keyedHash }: Secrets, invitationId: string) {
  const [link, letter] = ['link', 'letter'].map((of) =>
    keyedHash(`invitation ${of} ${invitationId}`),
  ) as [string, string];
  return { link, letter, linkHash: hashOfToken(link), letterHash: hashOfToken(letter) };
}

/**
 * Finds the invitation with this secret. Wrong secrets count as failed attempts of the IP address.
 *
 * @throws invitationSpent, tooManyAttempts
 */
export async function openInvitation(
  context: Context,
  request: FastifyRequest,
  secret: string,
): Promise<Invitation> {
  const { db, limits, clock } = context;
  const found = await limitAttempts(context, byNetwork(context, request, limits.attempts), () =>
    findInvitation(db, hashOfToken(secret), clock()),
  );
  if (!found) throw fail('invitationSpent');
  return found;
}
