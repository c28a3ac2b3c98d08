import { takeOutcome } from '../auth/visit-cookies.ts';
import { route } from '../http/route.ts';

export const takeVisitOutcome = route('takeVisitOutcome', async ({ context, request, reply }) => ({
  outcome: takeOutcome(context.config.publicUrl, request, reply) ?? null,
}));
