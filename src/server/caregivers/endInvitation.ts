import { route } from '../platform/http/route.ts';
import { deleteInvitation } from './queries/caregivers.ts';

export const endInvitation = route('endInvitation', async ({ context, input, session }) => {
  await deleteInvitation(context.db, session.userId, input.invitationId, context.clock());
  return {};
});
