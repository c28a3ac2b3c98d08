import { randomInt } from 'node:crypto';
import { SIGN_IN_LINK_PATH } from '../../contract/providers.ts';
import type { Instant } from '../../domain/zone.ts';
import type { Context } from '../context.ts';
import type { Letter } from '../platform/mail/letters.ts';
import { hashOfToken, randomToken } from '../platform/secrets.ts';
import { addCode, type CodePurpose, type GivenCode, type StoredCode } from './queries/codes.ts';

/** How long a mailed code or link works (DECISIONS 5). */
export const CODE_LIFETIME_MS = 900_000;
export const MAX_CODE_TRIES = 5;
const CODE_DIGITS = 6;

interface Asked {
  readonly purpose: CodePurpose;
  readonly email: string;
  /** The account to change, if a signed-in user requested the code. */
  readonly userId?: string;
}

/** What the making of a code needs; the command `let-in` has no more. */
export type CodeContext = Pick<Context, 'config' | 'secrets' | 'clock'>;

/** Creates a code to mail, a challenge for the browser that asked, and the row to store. */
export function newCode(
  context: CodeContext,
  asked: Asked,
): { readonly challenge: string; readonly code: string; readonly stored: StoredCode } {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  return withChallenge(context, asked, code, context.clock());
}

/**
 * Creates a link that signs in. Nobody types its code, so the code is as long as a token.
 *
 * @param options.sendAt when its 15 minutes begin
 */
export function newSignInLink(
  context: CodeContext,
  asked: Asked,
  { sendAt = context.clock() } = {},
): { readonly link: string; readonly stored: StoredCode } {
  const { challenge, code, stored } = withChallenge(context, asked, randomToken(), sendAt);
  // The secret is in the URL's fragment, which browsers send to no server, so it is in no log, and a mail scanner that
  // follows the link does not use it up.
  const secret = new URLSearchParams({ email: asked.email, challenge, code });
  return { link: `${context.config.publicUrl}${SIGN_IN_LINK_PATH}#${secret}`, stored };
}

function withChallenge(context: CodeContext, asked: Asked, code: string, sendAt: Instant) {
  const challenge = randomToken();
  const stored = {
    ...givenCode(context, asked, { challenge, code }),
    expiresAt: sendAt + CODE_LIFETIME_MS,
  };
  return { challenge, code, stored };
}

/**
 * Stores a code and queues the email that carries it. The email expires together with the code.
 *
 * @param options.toAccountsOnly send the email only if the address has an account
 * @returns false if the account to change has been deleted
 */
export async function mailCode(
  { db, outbox, jobs }: Context,
  stored: StoredCode,
  to: string,
  letter: Letter,
  { toAccountsOnly = false } = {},
): Promise<boolean> {
  const sendAt = stored.expiresAt - CODE_LIFETIME_MS;
  const mail = outbox.enclose({ to, letter, sendAt, usefulMs: CODE_LIFETIME_MS, toAccountsOnly });
  const isKept = await addCode(db, stored, mail);
  if (isKept) jobs.wake('mail');
  return isKept;
}

/** Hashes a submitted code and its challenge in the same way as the stored ones, to compare them. */
export function givenCode(
  { secrets }: Pick<Context, 'secrets'>,
  { purpose, email, userId }: Asked,
  { challenge, code }: { readonly challenge: string; readonly code: string },
): GivenCode {
  return {
    challengeHash: hashOfToken(challenge),
    purpose,
    emailHash: secrets.keyedHash(email),
    userId: userId ?? null,
    // The challenge acts as a salt: equal codes have different hashes.
    codeHash: secrets.keyedHash(`${challenge} ${code}`),
  };
}
