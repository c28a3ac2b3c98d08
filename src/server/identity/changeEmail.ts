import { UNDO_EMAIL_PATH } from '../../contract/providers.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { fail } from '../platform/http/fail.ts';
import { CODE_MAILED, route } from '../platform/http/route.ts';
import { hashOfToken, randomToken } from '../platform/secrets.ts';
import { sessionUserAnswer } from '../profile/serializer.ts';
import { mailAddressCode } from './address-codes.ts';
import { givenCode, MAX_CODE_TRIES } from './codes.ts';
import { countWrongCode } from './guesses.ts';
import { requireOwner } from './owner.ts';
import { changeEmail as changeStoredEmail } from './queries/address-proof.ts';
import { sealedIdTokenOf, startSession } from './sessions.ts';

/** How long the owner of a former address can undo the change (DECISIONS 46). */
const UNDO_FOR_MS = 7 * DAY_MS;

export const changeEmail = route(
  'changeEmail',
  async ({ context, input, session, request, reply }) => {
    const { config, db, outbox, jobs, secrets, clock } = context;
    const { userId, email, password, challenge, code } = input;
    const asked = { purpose: 'changeEmail', email, userId } as const;
    if (challenge === undefined || code === undefined) {
      await requireOwner(context, session, request, password);
      const sent = await mailAddressCode(context, request, session, asked);
      reply.code(CODE_MAILED);
      return { challenge: sent };
    }
    const sealedIdToken = await sealedIdTokenOf(context, request);
    const former = session.email;
    const secret = randomToken();
    const undoLink = `${config.publicUrl}${UNDO_EMAIL_PATH}#${new URLSearchParams({ secret })}`;
    const result = await changeStoredEmail(
      db,
      {
        userId,
        email,
        code: givenCode(context, asked, { challenge, code }),
        maxTries: MAX_CODE_TRIES,
        tokenHash: session.tokenHash,
        formerEmailHash: secrets.keyedHash(former),
        undo: { secretHash: hashOfToken(secret), expiresAt: clock() + UNDO_FOR_MS },
        notice: (canUndo) =>
          outbox.enclose({
            to: former,
            letter: { kind: 'emailChanged', newEmail: email, ...(canUndo && { undoLink }) },
            userId,
          }),
      },
      clock(),
    );
    if (result === 'wrong') await countWrongCode(context, email);
    if (result === 'wrong' || result === 'gone') throw fail('wrongCode');
    if (result !== 'changed') throw fail(result);
    jobs.wake('mail');
    const { isNewUser } = session;
    if (!(await startSession(context, request, reply, { userId, isNewUser, sealedIdToken }))) {
      throw fail('signedOut');
    }
    return await sessionUserAnswer(context, { userId, email, isNewUser });
  },
);
