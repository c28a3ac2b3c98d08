import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PROVIDER_KEYS, VISIT_END_PATH } from '../../contract/providers.ts';
import type { Context } from '../context.ts';
import { withinCallLimit } from '../platform/http/call-limit.ts';
import { problemOf, providerFault } from './provider-faults.ts';
import { identifyVisitor, type Return, takeReturn } from './provider-visits.ts';
import { readVisitToken, setOutcome } from './visit-cookies.ts';
import { endVisitAs } from './visit-end.ts';

const params = z.object({ provider: z.enum(PROVIDER_KEYS) });
// A state that comes twice is none; what else there is, is the provider's.
const querystring = z.looseObject({ state: z.string().optional().catch(undefined) });

/** Where a provider sends the browser back to. How it ended is asked for by the screen that comes next. */
export const endVisit = {
  bind(app: FastifyInstance, context: Context): void {
    const { config } = context;
    app.get<{ Params: z.infer<typeof params>; Querystring: z.infer<typeof querystring> }>(
      '/api/auth/:provider/callback',
      { schema: { params, querystring, hide: true } },
      async (request, reply) => {
        const { state } = request.query;
        const browser = readVisitToken(config.publicUrl, request);
        const back =
          state !== undefined && browser !== undefined
            ? await withinCallLimit(request, () => takeReturn(context, state, browser))
            : undefined;
        // Without a visit there is nobody to tell: the screen says so by itself.
        if (back && state !== undefined && back.visit.provider === request.params.provider) {
          const { id, provider, purpose, mode } = back.visit;
          const problem = await finish(back, state);
          setOutcome(config.publicUrl, reply, { id, provider, purpose, mode, problem });
        }
        return reply.redirect(VISIT_END_PATH, 303);

        async function finish(from: Return, expectedState: string): Promise<string> {
          const { provider } = from.visit;
          try {
            const query = request.url.slice(request.url.indexOf('?') + 1);
            const visitor = await identifyVisitor(context, from.visit, expectedState, query);
            return await withinCallLimit(request, () =>
              endVisitAs(from, context, provider, visitor, request, reply),
            );
          } catch (error) {
            const fault: Record<string, unknown> = { provider, ...providerFault(error) };
            // What the provider answers, such as that the person said no, is no fault of ours.
            context.log[fault.answer ? 'warn' : 'error'](fault, 'A visit failed');
            return problemOf(provider, error);
          }
        }
      },
    );
  },
};
