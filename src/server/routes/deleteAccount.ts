import { deleteWholeAccount } from '../auth/account-deletion.ts';
import { requireOwner } from '../auth/owner.ts';
import { endSession } from '../auth/sessions.ts';
import { fail } from '../fail.ts';
import { route } from '../http/route.ts';

export const deleteAccount = route(
  'deleteAccount',
  async ({ context, input, session, request, reply }) => {
    const account = await requireOwner(context, session, request, input.password);
    if (!(await deleteWholeAccount(context, account, session.tokenHash))) throw fail('signedOut');
    await endSession(context, request, reply);
    return {};
  },
);
