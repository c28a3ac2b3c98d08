import { PROVIDER_KEYS } from '../../contract/providers.ts';
import type { Context } from '../context.ts';
import { route } from '../platform/http/route.ts';
import { takesNewAccounts } from './queries/new-accounts.ts';

export const getConfig = route('getConfig', ({ context }) => configAnswer(context));

/** The settings of this installation that the screens need. */
export async function configAnswer({ config, db }: Context) {
  return {
    supportEmail: config.supportEmail,
    providers: PROVIDER_KEYS.filter((key) => config.providers[key]),
    signInLink: config.smtpUrl !== undefined,
    signUp: await takesNewAccounts(db, config.signUp),
    ...(config.privacyUrl && { privacyUrl: config.privacyUrl }),
  };
}
