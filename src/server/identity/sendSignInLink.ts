import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { noteAskedForLink } from './asked-links.ts';
import { countStranger } from './attempts.ts';
import { mailCode, newSignInLink } from './codes.ts';
import { knownBrowserOfProven } from './known-browsers.ts';
import { limitLinkMail } from './mail-limits.ts';
import { takesNewAccounts } from './queries/new-accounts.ts';

const MINUTE_MS = 60_000;

export const sendSignInLink = route(
  'sendSignInLink',
  async ({ context, input, request, reply }) => {
    const { config, db, clock } = context;
    const { email } = input;
    if (!config.smtpUrl) throw fail('noSuchCall');
    const browser = await knownBrowserOfProven(context, request, email);
    const { at, isPlanned } = await limitLinkMail(context, request, { email, browser });
    let isSpent = false;
    if (isPlanned) {
      const asked = { purpose: 'signInLink', email } as const;
      const { link, stored } = newSignInLink(context, asked, { sendAt: at });
      const letter = { kind: 'signInLink', link } as const;
      const takesNew = await takesNewAccounts(db, config.signUp);
      // The owner of an account uses up nothing in a browser of their own.
      isSpent = takesNew && !browser && !(await countStranger(context, request));
      await mailCode(context, stored, email, letter, { toAccountsOnly: isSpent || !takesNew });
    }
    noteAskedForLink(context, reply, { email, at });
    const minutes = Math.ceil((at - clock()) / MINUTE_MS);
    return { ...(minutes > 0 && { minutes }), ...(isSpent && { accountsOnly: true as const }) };
  },
);
