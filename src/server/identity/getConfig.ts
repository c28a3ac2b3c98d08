import { PROVIDER_KEYS } from '../../contract/providers.ts';
import { route } from '../platform/http/route.ts';
import { takesNewAccounts } from './queries/new-accounts.ts';

export const getConfig = route('getConfig', async ({ context: { config, db } }) => ({
  supportEmail: config.supportEmail,
  providers: PROVIDER_KEYS.filter((key) => config.providers[key]),
  signInLink: config.smtpUrl !== undefined,
  signUp: await takesNewAccounts(db, config.signUp),
}));
