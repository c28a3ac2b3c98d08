import { route } from '../platform/http/route.ts';
import { takeOutcome } from './visit-cookies.ts';

export const takeVisitOutcome = route('takeVisitOutcome', async ({ context, request, reply }) => ({
  outcome: takeOutcome(context.config.publicUrl, request, reply) ?? null,
}));
