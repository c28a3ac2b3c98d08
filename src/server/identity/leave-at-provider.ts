import { setTimeout } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { buildEndSessionUrl } from 'openid-client';
import { SIGNED_OUT_PATH } from '../../contract/providers.ts';
import type { Context } from '../context.ts';
import { connect } from './provider-connections.ts';
import { providerFault } from './provider-faults.ts';
import { sealedIdTokenOf } from './sessions.ts';

/** How long a log-out waits for the provider's discovery (ms). */
const PATIENCE_MS = 2000;

/**
 * Where the browser logs out at the operator's own provider too (OpenID Connect RP-Initiated Logout 1.0), so that the
 * next person at this device is not signed in by it. Call it before the session ends.
 *
 * @returns an empty answer if the session did not begin there, or the provider has no log-out or does not answer; the
 *   person is logged out here all the same
 */
export async function leaveAtProvider(
  context: Context,
  request: FastifyRequest,
): Promise<{ readonly leaveAt?: string }> {
  const { config, secrets, log } = context;
  const sealed = await sealedIdTokenOf(context, request);
  if (sealed === '') return {};
  try {
    const connection = await Promise.race([
      connect(config, 'oidc'),
      setTimeout(PATIENCE_MS, undefined, { ref: false }),
    ]);
    if (!connection?.server.serverMetadata().end_session_endpoint) return {};
    const { href } = buildEndSessionUrl(connection.server, {
      id_token_hint: secrets.open(sealed),
      post_logout_redirect_uri: `${config.publicUrl}${SIGNED_OUT_PATH}`,
    });
    return { leaveAt: href };
  } catch (error) {
    log.warn(
      { provider: 'oidc', ...providerFault(error) },
      'Provider log-out could not be started',
    );
    return {};
  }
}
