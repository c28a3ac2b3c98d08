import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { errors } from '../../contract/errors.ts';
import {
  OAUTH_END_PATH,
  OAUTH_MODES,
  OAUTH_PURPOSES,
  PROVIDER_KEYS,
} from '../../contract/providers.ts';
import type { Context } from '../context.ts';
import { refusalOf } from '../platform/http/errors.ts';
import { fail } from '../platform/http/fail.ts';
import { byNetwork, limitFailedTry } from './attempts.ts';
import { dropOutcome, giveFlowToken, setOutcome } from './flow-cookies.ts';
import { beginOAuthFlow, type OAuthFlow } from './oauth-flows.ts';
import { isConfirmed } from './owner.ts';
import { connect } from './provider-connections.ts';
import { providerFault } from './provider-faults.ts';
import { nameOf } from './provider-names.ts';
import { logRefusedTry } from './refused-tries.ts';
import { currentSession } from './sessions.ts';

const params = z.object({ provider: z.enum(PROVIDER_KEYS) });
const querystring = z.object({
  id: z.uuid('must be a UUID'),
  purpose: z.enum(OAUTH_PURPOSES),
  mode: z.enum(OAUTH_MODES),
});

/**
 * Redirects the browser to a provider's sign-in page. This route is not a call of the contract, because the
 * browser navigates to it, in a popup or in place of the app's page.
 */
export const startOAuthFlow = {
  bind(app: FastifyInstance, context: Context): void {
    const { config, log } = context;
    app.get<{ Params: z.infer<typeof params>; Querystring: z.infer<typeof querystring> }>(
      '/api/auth/:provider/start',
      { schema: { params, querystring, hide: true } },
      async (request, reply) => {
        const { provider } = request.params;
        const flow: OAuthFlow = { provider, ...request.query };
        if (!config.providers[provider]) throw fail('noSuchCall');
        // Only Google has spreadsheets.
        if (flow.purpose === 'sheets' && provider !== 'google') throw fail('noSuchCall');
        // Another site must not start a sign-in in the app's name.
        const from = request.headers['sec-fetch-site'];
        if (from === 'cross-site' || from === 'same-site') throw fail('crossSite');
        // Drop the outcome of an earlier flow, so that the screen at the end of this flow cannot show it.
        dropOutcome(config.publicUrl, request, reply);
        // The browser navigates here, so it is redirected to a screen that shows the error.
        const endWith = (problem: string) => {
          setOutcome(config.publicUrl, reply, { ...flow, problem });
          return reply.redirect(OAUTH_END_PATH, 303);
        };
        try {
          await connect(config, provider);
        } catch (error) {
          log.error({ provider, ...providerFault(error) }, 'Provider sign-in could not be started');
          return endWith(unreachable(nameOf(context, provider)));
        }
        try {
          const session =
            flow.purpose === 'signIn' ? undefined : await currentSession(context, request, reply);
          if (flow.purpose !== 'signIn' && !session) return endWith(errors.signedOut.message);
          if (flow.purpose === 'join' && session && !isConfirmed(context, session)) {
            return endWith(errors.confirmationNeeded.message);
          }
          const { oauthFlows } = context.limits;
          const networks = byNetwork(context, request, oauthFlows, 'OAuth flows from ');
          await limitFailedTry(context, networks);
          const browser = giveFlowToken(config.publicUrl, request, reply);
          const url = await beginOAuthFlow(context, flow, browser, session?.userId ?? null);
          return reply.redirect(url.href, 303);
        } catch (error) {
          const { code, answer } = refusalOf(error, request);
          logRefusedTry(context.secrets, request, code);
          return endWith(answer.error);
        }
      },
    );
  },
};

function unreachable(name: string): string {
  return `${name} cannot be reached right now. Please try again.`;
}
