import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { fail } from '../platform/http/fail.ts';
import { hashOfToken, type Secrets } from '../platform/secrets.ts';
import { addressOf, limitAttempts } from './attempts.ts';
import { findInvitation, type Invitation } from './queries/invitations.ts';

/**
 * An invitation has two secrets: the person sees one and may copy it, and only the letter has the other, so that it
 * proves the address. Both are derived from its id with the installation's key. The database has only their hashes.
 */
export function secretsOf({ keyedHash }: Secrets, invitationId: string) {
  const [link, letter] = ['link', 'letter'].map((of) =>
    keyedHash(`invitation ${of} ${invitationId}`),
  ) as [string, string];
  return { link, letter, linkHash: hashOfToken(link), letterHash: hashOfToken(letter) };
}

/**
 * The invitation with a secret. Wrong secrets count as failed attempts of the IP address.
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
