import { buildEndSessionUrl } from 'openid-client';
import { SIGNED_OUT_PATH } from '../../contract/providers.ts';
import type { Context } from '../context.ts';
import { route } from '../platform/http/route.ts';
import { connect } from './provider-connections.ts';
import { providerFault } from './provider-faults.ts';
import { leaveSession } from './sessions.ts';

export const signOut = route('signOut', async ({ context, request, reply }) => {
  const sealedIdToken = await leaveSession(context, request, reply);
  const leaveAt = sealedIdToken && (await endSessionUrl(context, sealedIdToken));
  return leaveAt ? { leaveAt } : {};
});

/**
 * Where the browser logs out at the operator's own provider too (OpenID Connect RP-Initiated Logout 1.0), so that the
 * next person at this device is not signed in by it.
 *
 * @returns undefined if the provider has no log-out or cannot be reached; the person is logged out here all the same
 */
async function endSessionUrl(
  { config, secrets, log }: Context,
  sealedIdToken: string,
): Promise<string | undefined> {
  try {
    const { server } = await connect(config, 'oidc');
    if (!server.serverMetadata().end_session_endpoint) return undefined;
    return buildEndSessionUrl(server, {
      id_token_hint: secrets.open(sealedIdToken),
      post_logout_redirect_uri: `${config.publicUrl}${SIGNED_OUT_PATH}`,
    }).href;
  } catch (error) {
    log.warn(
      { provider: 'oidc', ...providerFault(error) },
      'Provider log-out could not be started',
    );
    return undefined;
  }
}
