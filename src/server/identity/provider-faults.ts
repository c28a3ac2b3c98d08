import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import type { OAuthPurpose } from '../../contract/providers.ts';
import { stackFrames } from '../platform/stack-frames.ts';

/** Describes provider errors, for the log and for the user. */

/** openid-client's code for a provider that does not accept the app's own id and secret. */
const CLIENT_REFUSED = 'OAUTH_WWW_AUTHENTICATE_CHALLENGE';
const CLIENT_REFUSED_HINT =
  'The provider did not accept the client. Check its secret. Some providers need OIDC_CLIENT_AUTH=client_secret_post';

/** For the log: the error's types, codes and first stack frame. The message is left out: it may quote the response. */
export function providerFault(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const cause = error.cause instanceof Error ? error.cause.name : undefined;
  const [at] = stackFrames(error).trim().split('\n');
  return {
    ...{ type: error.name, code, cause, at },
    ...(isProviders(error) && { answer: error.error }),
    ...(code === CLIENT_REFUSED && { hint: CLIENT_REFUSED_HINT }),
  };
}

/**
 * The message for the user, which says only whether they cancelled at the provider. The provider's own message is not
 * shown, because it is for developers, and because a forged redirect URL can contain any text.
 */
export function problemOf(name: string, purpose: OAuthPurpose, error: unknown): string {
  if (!isProviders(error) || error.error !== 'access_denied') {
    return `${name} sign-in did not work. Please try again.`;
  }
  return purpose === 'signIn'
    ? `You did not finish signing in with ${name}. Please try again, or sign in another way.`
    : `You did not finish signing in with ${name}. Please try again.`;
}

function isProviders(error: unknown): error is AuthorizationResponseError | ResponseBodyError {
  return error instanceof AuthorizationResponseError || error instanceof ResponseBodyError;
}
