import { randomUUID } from 'node:crypto';
import { LONGEST_SHARE_MS, LONGEST_UNPROVED_SHARE_MS } from '../../domain/share.ts';
import { requireProof } from '../identity/owner.ts';
import { newLinkLetter } from '../identity/security-letters.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { hashOfToken, randomToken } from '../platform/secrets.ts';
import { findTimeZone } from '../profile/queries/profiles.ts';
import { addLink } from './queries/links.ts';

export const makeShare = route('makeShare', async ({ context, input, session }) => {
  const { config, db, passwords, jobs, clock } = context;
  const { label, scope, from = null, passcode } = input;
  const { userId } = session;
  const now = clock();
  const expiresAt = Date.parse(input.expiresAt);
  if (expiresAt <= now || expiresAt > now + LONGEST_SHARE_MS) throw fail('expiryOutOfRange');
  if (expiresAt > now + LONGEST_UNPROVED_SHARE_MS) requireProof(context, session);
  if ((await findTimeZone(db, userId)) === undefined) throw fail('userNotFound');
  const [shareId, secret] = [randomUUID(), randomToken()];
  const outcome = await addLink(
    db,
    session,
    {
      kind: 'share',
      linkId: shareId,
      ...{ label, scope, from, expiresAt },
      secretHash: hashOfToken(secret),
      passcodeHash:
        passcode === undefined
          ? ''
          : await passwords.hash(passcode, { key: userId, isKnown: true }),
      letter: await newLinkLetter(context, userId, 'link', now),
    },
    now,
  );
  if (outcome !== 'added') throw fail(outcome);
  jobs.wake('mail');
  // No browser sends what follows #, so no log has the secret.
  return { shareId, url: `${config.publicUrl}/shared#${shareId}.${secret}` };
});
