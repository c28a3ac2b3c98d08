import type { Context } from '../context.ts';
import type { Limits, RateLimit } from '../limits.ts';
import { type CallError, fail } from '../platform/http/fail.ts';
import { countAttempt, type LimitedKey } from './queries/attempts.ts';

/** A rate limit for something. */
export interface Limited {
  /** What the limit is for; stored as a keyed hash. */
  readonly of: string;
  readonly limit: RateLimit;
  /** The error if the limit is reached; by default tooManyAttempts. */
  readonly refusal?: CallError;
  /** Whether attempts count that the server was too busy to make. */
  readonly countsBusy?: boolean;
}

type Counted = Readonly<Record<string, readonly [words: string, limit: keyof Limits]>>;

/**
 * What is counted for an email address, whether or not it has an account: the words before the address in the text whose
 * keyed hash is stored, and the limit.
 */
export const OF_ADDRESS = {
  tries: ['account', 'attempts'],
  wrongGuesses: ['wrong guesses of', 'budget'],
  warnings: ['warnings of', 'warnings'],
  codes: ['codes to', 'mails'],
  links: ['links to', 'mails'],
  refusedProviders: ['refused providers of', 'refusedProviderLetters'],
  browserLetters: ['letters about browser to', 'securityLetters'],
  shareLetters: ['letters about share to', 'securityLetters'],
  exportLetters: ['letters about export to', 'securityLetters'],
  reportMails: ['report mail to', 'mails'],
  reports: ['reports of', 'work'],
  pushTests: ['push tests of', 'work'],
  imports: ['imports of', 'work'],
  files: ['files of', 'work'],
  invitations: ['invitations of', 'invitations'],
  invitationsTo: ['invitation to', 'mails'],
  strangers: ['letters to strangers of', 'strangersOfAccount'],
} as const satisfies Counted;

/** What is counted for a link, by its id. */
const OF_LINK = {
  linkTries: ['tries to open', 'attempts'],
  linkReports: ['reports of', 'work'],
} as const satisfies Counted;

const COUNTED = { ...OF_ADDRESS, ...OF_LINK };
type What = keyof typeof COUNTED;

/** The limit of something that is counted. @param whom the email address, or the id of the link */
export function limited({ limits }: Pick<Context, 'limits'>, what: What, whom: string): Limited {
  const [words, limit] = COUNTED[what];
  return { of: `${words} ${whom}`, limit: limits[limit] };
}

/** The key and the limit of something that is counted. */
export function limitedKey(
  context: Pick<Context, 'limits' | 'secrets'>,
  what: What,
  whom: string,
): LimitedKey {
  const { of, limit } = limited(context, what, whom);
  return { key: context.secrets.keyedHash(of), limit };
}

/**
 * Counts something against its limit.
 *
 * @throws tooManyAttempts if the limit is reached
 */
export async function limit(context: Context, what: What, whom: string): Promise<void> {
  const { db, clock } = context;
  const { key, limit: most } = limitedKey(context, what, whom);
  if (!(await countAttempt(db, key, most, clock()))) throw fail('tooManyAttempts');
}

/** The keys of everything that is counted for an account and its links. */
export function countedKeysOf(
  { secrets }: Pick<Context, 'secrets'>,
  { email, shareIds }: { readonly email: string; readonly shareIds: readonly string[] },
): string[] {
  const texts = [
    ...Object.values(OF_ADDRESS).map(([words]) => `${words} ${email}`),
    ...shareIds.flatMap((id) => Object.values(OF_LINK).map(([words]) => `${words} ${id}`)),
  ];
  return texts.map(secrets.keyedHash);
}
