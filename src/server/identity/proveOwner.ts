import { fail } from '../platform/http/fail.ts';
import { CODE_MAILED, route } from '../platform/http/route.ts';
import { givenCode, MAX_CODE_TRIES, mailCode, newCode } from './codes.ts';
import { limitCodes, requireBudget } from './guesses.ts';
import { browserOfSession } from './known-browsers.ts';
import { limitCodeMail } from './mail-limits.ts';
import { requireOwner } from './owner.ts';
import { checkPasskey } from './passkeys.ts';
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
    const { userId, passkey, password, challenge, code } = input;
    if (passkey !== undefined) {
      const owner = await checkPasskey(context, request, passkey, { purpose: 'prove', userId });
      if (owner !== userId) throw fail('passkeyOfOther');
    } else if (password !== undefined) {
      await requireOwner(context, session, request, password);
    } else {
      const account = await findAccountOf(db, userId);
      if (!account) throw fail('userNotFound');
      const { email } = account;
      const proofs = proofsOf(context, account, await findIdentitiesOf(db, userId));
      if (!proofs.includes('code')) throw fail('confirmationNeeded');
      const asked = { purpose: 'proveOwner', email, userId } as const;
      const guesser = { email, browser: await browserOfSession(context, request, session) };
      if (challenge === undefined || code === undefined) {
        await requireBudget(context, guesser);
        await limitCodeMail(context, request, guesser);
        const fresh = newCode(context, asked);
        const letter = { kind: 'proofCode', code: fresh.code } as const;
        if (!(await mailCode(context, fresh.stored, email, letter))) throw fail('userNotFound');
        reply.code(CODE_MAILED);
        return { challenge: fresh.challenge };
      }
      const given = givenCode(context, asked, { challenge, code });
      const check = await limitCodes(context, request, guesser, () =>
        takeCode(db, given, MAX_CODE_TRIES, clock()),
      );
      if (check !== 'right') throw fail('wrongCode');
    }
    const by = { passkey: passkey !== undefined };
    if (!(await confirmSession(context, session, reply, by))) throw fail('signedOut');
    return { confirmed: true };
  },
);
