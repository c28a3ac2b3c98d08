import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Answer } from '../../contract/endpoints.ts';
import type { Context } from '../context.ts';
import { namedAs } from '../identity/access.ts';
import { countInvitation, countStranger } from '../identity/attempts.ts';
import { secretsOf } from '../identity/invitation-secrets.ts';
import { requireProof } from '../identity/owner.ts';
import { findAccountOf } from '../identity/queries/accounts.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findPerson } from '../profile/queries/profiles.ts';
import { addInvitation } from './queries/caregivers.ts';
import { INVITATION_MS, invitationUrl } from './serializer.ts';

export const inviteCaregiver = route(
  'inviteCaregiver',
  async ({ context, input, session, request }) => {
    const { db, outbox, jobs, secrets, clock } = context;
    const { userId } = session;
    const { email, may, notes } = input;
    if (email === session.email) throw fail('ownAddress');
    requireProof(context, session);
    const person = await findPerson(db, userId);
    if (!person) throw fail('userNotFound');
    const now = clock();
    const invitationId = randomUUID();
    const { link, letter: ofLetter, linkHash, letterHash } = secretsOf(secrets, invitationId);
    const from = namedAs({ ...person, email: session.email });
    const mailed = await mayMail(context, request, { userId, from: session.email, to: email });
    const letter = outbox.enclose({
      to: email,
      letter: { kind: 'invitation', ...from, link: invitationUrl(context, ofLetter) },
      userId,
      usefulMs: INVITATION_MS,
      toAccountsOnly: mailed === 'accountsOnly',
    });
    const times = { createdAt: now, expiresAt: now + INVITATION_MS };
    const invitation = { userId, invitationId, email, may, notes, linkHash, letterHash, ...times };
    // The email's job has the same id as the invitation, so that `deleteInvitation` can delete the job.
    const job =
      mailed === 'sent' || mailed === 'accountsOnly' ? { ...letter, id: invitationId } : undefined;
    const outcome = await addInvitation(db, invitation, job);
    if (outcome !== 'added') throw fail(outcome);
    jobs.wake('mail');
    return { invitationId, url: invitationUrl(context, link), mailed };
  },
);

/** Whether the invitation goes out by letter; if not, the person copies its link. */
async function mayMail(
  context: Context,
  request: FastifyRequest,
  { userId, from, to }: { readonly userId: string; readonly from: string; readonly to: string },
): Promise<Answer<'inviteCaregiver'>['mailed']> {
  const { config, db } = context;
  if (config.smtpUrl === undefined) return 'noMail';
  if (!(await findAccountOf(db, userId))?.emailProven) return 'unproven';
  if (!(await countInvitation(context, { from, to }))) return 'tooMany';
  return (await countStranger(context, request, from)) ? 'sent' : 'accountsOnly';
}
