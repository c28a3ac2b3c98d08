import { route } from '../platform/http/route.ts';
import { requestFor, requireHost } from './passkeys.ts';
import { findPasskeysOf } from './queries/passkeys.ts';

export const getPasskeyProof = route('getPasskeyProof', async ({ context, session }) => {
  const { userId } = session;
  const host = requireHost(context.config);
  const passkeys = await findPasskeysOf(context.db, userId);
  const here = passkeys.filter(({ rpId }) => rpId === host);
  return requestFor(context, { purpose: 'prove', userId }, here);
});
