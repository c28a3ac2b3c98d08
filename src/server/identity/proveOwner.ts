import { fail } from '../platform/http/fail.ts';
import { CODE_MAILED, route } from '../platform/http/route.ts';
import { accountOf, addressOf, limitAttempts, limitMail } from './attempts.ts';
import { givenCode, MAX_CODE_TRIES, mailCode, newCode } from './codes.ts';
import { requireOwner } from './owner.ts';
import { findAccountOf } from './queries/accounts.ts';
import { takeCode } from './queries/codes.ts';
import { findIdentitiesOf } from './queries/identities.ts';
import { confirmSession } from './sessions.ts';
import { proofsOf } from './ways-in.ts';

/** Records in the session that the owner has proved that the account is theirs (DECISIONS 42 and 46). */
export const proveOwner = route(
  'proveOwner',
  async ({ context, input, session, request, reply }) => {
    const { db, clock } = context;
    const { userId, password, challenge, code } = input;
    if (password !== undefined) {
      await requireOwner(context, session, request, password);
    } else {
      const account = await findAccountOf(db, userId);
      if (!account) throw fail('userNotFound');
      const { email } = account;
      const proofs = proofsOf(context, account, await findIdentitiesOf(db, userId));
      if (!proofs.includes('code')) throw fail('confirmationNeeded');
      const asked = { purpose: 'proveOwner', email, userId } as const;
      if (challenge === undefined || code === undefined) {
        await limitMail(context, request, email);
        const fresh = newCode(context, asked);
        const letter = { kind: 'proofCode', code: fresh.code } as const;
        if (!(await mailCode(context, fresh.stored, email, letter))) throw fail('userNotFound');
        reply.code(CODE_MAILED);
        return { challenge: fresh.challenge };
      }
      const given = givenCode(context, asked, { challenge, code });
      const isRight = await limitAttempts(
        context,
        [addressOf(request), accountOf(email)],
        async () => (await takeCode(db, given, MAX_CODE_TRIES, clock())) || undefined,
      );
      if (!isRight) throw fail('wrongCode');
    }
    if (!(await confirmSession(context, session, reply))) throw fail('signedOut');
    return { confirmed: true };
  },
);
