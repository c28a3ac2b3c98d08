import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { OAUTH_END_PATH, PROVIDER_KEYS } from '../../contract/providers.ts';
import type { Context } from '../context.ts';
import { refusalOf } from '../platform/http/errors.ts';
import { completeOAuthFlow } from './complete-oauth-flow.ts';
import { readFlowToken, setOutcome } from './flow-cookies.ts';
import { exchangeCode, type ProviderGrant, type Return, takeReturn } from './oauth-flows.ts';
import { problemOf, providerFault } from './provider-faults.ts';
import { nameOf } from './provider-names.ts';

const params = z.object({ provider: z.enum(PROVIDER_KEYS) });
// A repeated `state` counts as missing. The provider chooses all other parameters, so any are accepted.
const querystring = z.looseObject({ state: z.string().optional().catch(undefined) });

/** The OAuth redirect URI. The next screen fetches the outcome with `takeOAuthOutcome`. */
export const endOAuthFlow = {
  bind(app: FastifyInstance, context: Context): void {
    const { config } = context;
    app.get<{ Params: z.infer<typeof params>; Querystring: z.infer<typeof querystring> }>(
      '/api/auth/:provider/callback',
      { schema: { params, querystring, hide: true } },
      async (request, reply) => {
        const { state } = request.query;
        const browser = readFlowToken(config.publicUrl, request);
        const back =
          state !== undefined && browser !== undefined
            ? await takeReturn(context, state, browser)
            : undefined;
        // If the flow is unknown or has expired, there is no outcome to store; the next screen shows a message of its
        // own.
        if (back && state !== undefined && back.flow.provider === request.params.provider) {
          const { id, provider, purpose, mode } = back.flow;
          const told = await finish(back, state);
          const ending = typeof told === 'string' ? { problem: told } : told;
          setOutcome(config.publicUrl, reply, { id, provider, purpose, mode, ...ending });
        }
        return reply.redirect(OAUTH_END_PATH, 303);

        async function finish(from: Return, expectedState: string) {
          const { provider } = from.flow;
          let grant: ProviderGrant;
          try {
            const query = request.url.slice(request.url.indexOf('?') + 1);
            grant = await exchangeCode(context, from.flow, expectedState, query);
          } catch (error) {
            const fault: Record<string, unknown> = { provider, ...providerFault(error) };
            // An error response of the provider, such as access_denied, is not a fault of this app.
            context.log[fault.answer ? 'warn' : 'error'](fault, 'Provider sign-in failed');
            return problemOf(nameOf(context, provider), from.flow.purpose, error);
          }
          try {
            return await completeOAuthFlow(from, context, provider, grant, request, reply);
          } catch (error) {
            return refusalOf(error, request).answer.error;
          }
        }
      },
    );
  },
};
