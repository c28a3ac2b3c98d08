import type { Answer } from '../../contract/endpoints.ts';
import { PROVIDER_KEYS } from '../../contract/providers.ts';
import type { Context } from '../context.ts';
import { route } from '../platform/http/route.ts';
import { passkeyHost } from './passkey-host.ts';
import { takesNewAccounts } from './queries/new-accounts.ts';
import { findOtherHost } from './queries/passkeys.ts';

export const getConfig = route('getConfig', ({ context }) => configAnswer(context));

/** The settings of this installation that the screens need. */
export async function configAnswer({ config, db }: Context): Promise<Answer<'getConfig'>> {
  const { host, refused } = passkeyHost(config.publicUrl);
  const formerHost = await findOtherHost(db, host ?? '');
  return {
    supportEmail: config.supportEmail,
    providers: PROVIDER_KEYS.filter((key) => config.providers[key]),
    ...(config.oidcName !== undefined && { oidcName: config.oidcName }),
    ...(config.oidcOnly && { oidcOnly: true as const }),
    passkeys: refused ?? 'yes',
    ...(formerHost !== undefined && { formerHost }),
    signInLink: config.smtpUrl !== undefined,
    // With OIDC_ONLY, only the provider makes accounts.
    signUp: !config.oidcOnly && (await takesNewAccounts(db, config.signUp)),
    ...(config.privacyUrl && { privacyUrl: config.privacyUrl }),
  };
}
