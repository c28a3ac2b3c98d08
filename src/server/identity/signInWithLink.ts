import { randomUUID } from 'node:crypto';
import { unknownPerson } from '../../contract/facts.ts';
import type { Context } from '../context.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import type { FirstProof } from '../platform/mail/letters.ts';
import { addProfile } from '../profile/queries/profiles.ts';
import { sessionUserAnswer } from '../profile/serializer.ts';
import { hasAskedForLink } from './asked-links.ts';
import { admissionOf, byNetwork, limitFailedTry } from './attempts.ts';
import { givenCode, MAX_CODE_TRIES } from './codes.ts';
import { knownBrowser } from './known-browsers.ts';
import { ownsOf } from './owns.ts';
import { findAccount } from './queries/accounts.ts';
import { signInByLink } from './queries/address-proof.ts';
import { type GivenCode, isRightCode } from './queries/codes.ts';
import { startSession } from './sessions.ts';

export const signInWithLink = route(
  'signInWithLink',
  async ({ context, input, request, reply }) => {
    const { config, db, limits, outbox, jobs, clock } = context;
    const { email, challenge, code } = input;
    // Read before the link is, because the same link may make the account in another window.
    const found = await findAccount(db, email);
    const given = await findLink(context, email, { challenge, code });
    if (!given) {
      // Nobody can guess a link, so the limit only saves work, and refuses no link that is right.
      await limitFailedTry(context, byNetwork(context, request, limits.attempts));
      throw fail('linkSpent');
    }
    const isAsked = hasAskedForLink(context, request, email);
    const browser = await knownBrowser(context, request, email);
    const owns = await ownsOf(context, request, reply, browser);
    const isOpen = found === undefined || found.emailProven || isAsked || owns(found.userId);
    // Refused before the link is used up.
    if (!isOpen && given.purpose !== 'letIn') throw fail('linkElsewhere');
    const proof = {
      email,
      code: given,
      maxTries: MAX_CODE_TRIES,
      isAsked,
      owns,
      notice: (firstProof: FirstProof) =>
        outbox.enclose({ to: email, letter: { kind: 'addressTakenBack', firstProof } }),
      newUserId: randomUUID(),
      admission: admissionOf(context, request),
    };
    const signedIn = await signInByLink(db, proof, clock());
    if (!signedIn) throw fail('linkSpent');
    if ('refused' in signedIn) throw fail(signedIn.refused);
    const { userId, isFirst } = signedIn;
    jobs.wake('mail');
    const isNewUser = await addProfile(db, userId, unknownPerson(config.timeZone), clock());
    const signedInBy = given.purpose === 'letIn' ? 'letIn' : 'link';
    const user = { userId, isNewUser, signedInBy, isFirst };
    if (!(await startSession(context, request, reply, user))) {
      throw fail('linkSpent');
    }
    return await sessionUserAnswer(context, { userId, email, isNewUser });
  },
);

/** Returns the values of a link that works, whether it was emailed or the operator made it. */
async function findLink(
  context: Context,
  email: string,
  link: { readonly challenge: string; readonly code: string },
): Promise<GivenCode | undefined> {
  for (const purpose of ['signInLink', 'letIn'] as const) {
    const given = givenCode(context, { purpose, email }, link);
    if (await isRightCode(context.db, given, context.clock())) return given;
  }
  return undefined;
}
