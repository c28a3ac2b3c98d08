import { randomUUID } from 'node:crypto';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import type { FirstProof } from '../platform/mail/letters.ts';
import { addProfile } from '../profile/queries/profiles.ts';
import { sessionUserAnswer, unknownPerson } from '../profile/serializer.ts';
import { addressOf, admissionOf, limitAttempts } from './attempts.ts';
import { givenCode, MAX_CODE_TRIES } from './codes.ts';
import { signInByLink } from './queries/address-proof.ts';
import { startSession } from './sessions.ts';

export const signInWithLink = route(
  'signInWithLink',
  async ({ context, input, request, reply }) => {
    const { config, db, outbox, jobs, clock } = context;
    const { email, challenge, code } = input;
    const asked = { purpose: 'signInLink', email } as const;
    const proof = {
      email,
      code: givenCode(context, asked, { challenge, code }),
      maxTries: MAX_CODE_TRIES,
      notice: (firstProof: FirstProof) =>
        outbox.enclose({ to: email, letter: { kind: 'addressTakenBack', firstProof } }),
      newUserId: randomUUID(),
      admission: admissionOf(context, request),
    };
    const signedIn = await limitAttempts(context, [addressOf(request)], () =>
      signInByLink(db, proof, clock()),
    );
    if (!signedIn) throw fail('linkSpent');
    if ('refused' in signedIn) throw fail(signedIn.refused);
    const { userId } = signedIn;
    jobs.wake('mail');
    const isNewUser = await addProfile(db, userId, unknownPerson(config.timeZone), clock());
    const user = { userId, isNewUser, signedInBy: 'link' };
    if (!(await startSession(context, request, reply, user))) {
      throw fail('linkSpent');
    }
    return await sessionUserAnswer(context, { userId, email, isNewUser });
  },
);
