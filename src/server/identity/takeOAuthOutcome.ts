import { route } from '../platform/http/route.ts';
import { takeOutcome } from './flow-cookies.ts';

export const takeOAuthOutcome = route('takeOAuthOutcome', async ({ context, request, reply }) => ({
  outcome: takeOutcome(context.config.publicUrl, request, reply) ?? null,
}));
