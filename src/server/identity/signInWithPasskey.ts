import { unknownPerson } from '../../contract/facts.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { addProfile } from '../profile/queries/profiles.ts';
import { sessionUserAnswer } from '../profile/serializer.ts';
import { checkPasskey, requireHost } from './passkeys.ts';
import { findAccountOf } from './queries/accounts.ts';
import { PASSKEY } from './queries/passkeys.ts';
import { startSessionBy } from './sessions.ts';

/** A passkey needs no address, and no budget of the account keeps it out (DECISIONS 43). */
export const signInWithPasskey = route(
  'signInWithPasskey',
  async ({ context, input, request, reply }) => {
    const { config, db, clock } = context;
    const { passkey } = input;
    const userId = await checkPasskey(context, request, passkey, { purpose: 'signIn' });
    const account = await findAccountOf(db, userId);
    if (!account) throw fail('passkeyGone');
    const isNewUser = await addProfile(db, userId, unknownPerson(config.timeZone), clock());
    const user = { userId, isNewUser, signedInBy: PASSKEY };
    const issuer = requireHost(config);
    const identity = { provider: PASSKEY, issuer, subject: passkey.id };
    if (!(await startSessionBy(context, request, reply, identity, user))) {
      throw fail('passkeyGone');
    }
    return await sessionUserAnswer(context, { userId, email: account.email, isNewUser });
  },
);
