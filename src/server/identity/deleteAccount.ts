import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { deleteWholeAccount } from './account-deletion.ts';
import { leaveAtProvider } from './leave-at-provider.ts';
import { requireOwner } from './owner.ts';
import { leaveSession } from './sessions.ts';

export const deleteAccount = route(
  'deleteAccount',
  async ({ context, input, session, request, reply }) => {
    const account = await requireOwner(context, session, request, input.password);
    const leaving = await leaveAtProvider(context, request);
    if (!(await deleteWholeAccount(context, account, session.tokenHash))) throw fail('signedOut');
    await leaveSession(context, request, reply);
    return leaving;
  },
);
