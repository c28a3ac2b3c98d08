import { SIGN_IN_LINK_PATH } from '../../contract/providers.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { limitMail } from './attempts.ts';
import { mailCode, newLinkCode } from './codes.ts';
import { takesNewAccounts } from './queries/new-accounts.ts';

export const sendSignInLink = route('sendSignInLink', async ({ context, input, request }) => {
  const { config, db } = context;
  const { email } = input;
  if (!config.smtpUrl) throw fail('noSuchCall');
  await limitMail(context, request, email);
  const { challenge, code, stored } = newLinkCode(context, { purpose: 'signInLink', email });
  // The secret is in the URL's fragment, which browsers send to no server, so it is in no log, and a mail scanner that
  // follows the link does not use it up.
  const secret = new URLSearchParams({ email, challenge, code });
  const link = `${config.publicUrl}${SIGN_IN_LINK_PATH}#${secret}`;
  const letter = { kind: 'signInLink', link } as const;
  const toAccountsOnly = !(await takesNewAccounts(db, config.signUp));
  await mailCode(context, stored, email, letter, { toAccountsOnly });
  return {};
});
