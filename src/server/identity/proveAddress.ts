import { fail } from '../platform/http/fail.ts';
import { CODE_MAILED, route } from '../platform/http/route.ts';
import { sessionUserAnswer } from '../profile/serializer.ts';
import { mailAddressCode } from './address-codes.ts';
import { givenCode, MAX_CODE_TRIES } from './codes.ts';
import { countWrongCode } from './guesses.ts';
import { joinBoth } from './joining.ts';
import { findAccountOf } from './queries/accounts.ts';
import { proveAddress as proveStoredAddress } from './queries/address-proof.ts';
import { findSplit } from './queries/splits.ts';

/**
 * A call without a code mails one; a call with the code proves the address. An account whose address was never proven
 * needs no password for another address, because its owner may have mistyped the first one (DECISIONS 44). The code for
 * the address of the other half of a split joins the two accounts, also after a 'No' that was a mistake.
 */
export const proveAddress = route(
  'proveAddress',
  async ({ context, input, session, request, reply }) => {
    const { db, secrets, clock } = context;
    const { userId, email, challenge, code } = input;
    const asked = { purpose: 'proveAddress', email, userId } as const;
    if (challenge === undefined || code === undefined) {
      const account = await findAccountOf(db, userId);
      if (!account) throw fail('userNotFound');
      if (account.emailProven && email !== session.email) throw fail('confirmationNeeded');
      const sent = await mailAddressCode(context, request, session, asked);
      reply.code(CODE_MAILED);
      return { challenge: sent };
    }
    const proof = {
      userId,
      email,
      code: givenCode(context, asked, { challenge, code }),
      maxTries: MAX_CODE_TRIES,
      tokenHash: session.tokenHash,
      formerEmailHash: secrets.keyedHash(session.email),
    };
    const result = await proveStoredAddress(db, proof, clock());
    if (result === 'wrong') await countWrongCode(context, email);
    if (result === 'wrong' || result === 'gone') throw fail('wrongCode');
    if (result === 'emailInUse' || result === 'signedOut') throw fail(result);
    if (result === 'otherHalf') {
      const split = await findSplit(db, userId);
      const isJoined = split && (await joinBoth(context, split, { keepsAccess: true }));
      if (!isJoined) throw fail('notSplit');
    }
    return await sessionUserAnswer(context, { userId, email, isNewUser: session.isNewUser });
  },
);
