import { randomInt } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Letter } from '../platform/mail/letters.ts';
import { hashOfToken, randomToken } from '../platform/secrets.ts';
import { addCode, type CodePurpose, type GivenCode, type StoredCode } from './queries/codes.ts';

/** How long a mailed code or link works (DECISIONS 5). */
const CODE_LIFETIME_MS = 900_000;
/** How many tries a code allows. */
export const MAX_CODE_TRIES = 5;
const CODE_DIGITS = 6;

interface Asked {
  readonly purpose: CodePurpose;
  readonly email: string;
  /** Whose account it is to change, where someone signed in asks. */
  readonly userId?: string;
}

/** A code to mail, the challenge to answer its asker with, and what of both is kept. */
export function newCode(
  context: Context,
  asked: Asked,
): { readonly challenge: string; readonly code: string; readonly stored: StoredCode } {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  return withChallenge(context, asked, code);
}

/** The same for a link, which carries both; nobody types it, so its code is as long as a token. */
export function newLinkCode(context: Context, asked: Asked) {
  return withChallenge(context, asked, randomToken());
}

function withChallenge(context: Context, asked: Asked, code: string) {
  const challenge = randomToken();
  const stored = {
    ...givenCode(context, asked, { challenge, code }),
    expiresAt: context.clock() + CODE_LIFETIME_MS,
  };
  return { challenge, code, stored };
}

/**
 * Keeps a code, and queues the letter that carries it, which is of use for as long as the code.
 *
 * @param options.toAccountsOnly whether it is sent only where the address has an account
 * @returns false where the account it is to change is gone
 */
export async function mailCode(
  { db, outbox, jobs }: Context,
  stored: StoredCode,
  to: string,
  letter: Letter,
  { toAccountsOnly = false } = {},
): Promise<boolean> {
  const mail = outbox.enclose({ to, letter, usefulMs: CODE_LIFETIME_MS, toAccountsOnly });
  const isKept = await addCode(db, stored, mail);
  if (isKept) jobs.wake('mail');
  return isKept;
}

/** What someone gives back, as it is compared with what is kept. */
export function givenCode(
  { secrets }: Context,
  { purpose, email, userId }: Asked,
  { challenge, code }: { readonly challenge: string; readonly code: string },
): GivenCode {
  return {
    challengeHash: hashOfToken(challenge),
    purpose,
    emailHash: secrets.keyedHash(email),
    userId: userId ?? null,
    // With the challenge in it, equal codes have different hashes.
    codeHash: secrets.keyedHash(`${challenge} ${code}`),
  };
}
