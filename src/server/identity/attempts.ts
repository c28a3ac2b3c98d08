import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { isStorageFault, isUnavailable } from '../platform/db/unavailable.ts';
import { CallError, fail } from '../platform/http/fail.ts';
import { countAttempt, forgetAttempt } from './queries/attempts.ts';

/**
 * At most ten failed tries in any minute, for an account and for an address (DECISIONS 6). A try is
 * counted before it is made, so that tries at once cannot slip through, and taken back when it succeeds.
 */
const LIMIT = { max: 10, windowMs: 60_000 };
/** At most five codes or links an hour for an email address (DECISIONS 5). */
const MAIL_LIMIT = { max: 5, windowMs: 3_600_000 };

export const ATTEMPTS_KEPT_MS = Math.max(LIMIT.windowMs, MAIL_LIMIT.windowMs);

/**
 * Makes a try under the limits.
 *
 * @param limited what the try counts against, in this order: a try that the first refuses does not count
 *   against the second, so that nobody can lock an account from an address that is already refused
 * @param attempt answers undefined where it failed
 * @throws tooManyAttempts, without making the try
 */
export async function limitAttempts<Result>(
  { db, secrets, clock }: Context,
  limited: readonly string[],
  attempt: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const now = clock();
  const counted: string[] = [];
  const forget = async () => {
    for (const key of counted) await forgetAttempt(db, key, now);
  };
  for (const text of limited) {
    const key = secrets.keyedHash(text);
    if (!(await countAttempt(db, key, LIMIT, now))) {
      await forget();
      throw fail('tooManyAttempts');
    }
    counted.push(key);
  }
  try {
    const result = await attempt();
    if (result !== undefined) await forget();
    return result;
  } catch (error) {
    // It told nobody anything. Where it cannot be forgotten it counts for a minute.
    if (couldNotBeMade(error)) await forget().catch(() => {});
    throw error;
  }
}

function couldNotBeMade(error: unknown): boolean {
  if (error instanceof CallError) return error.code === 'unavailable';
  return isUnavailable(error) || isStorageFault(error);
}

/**
 * Counts a mail to an address, whether or not it has an account, and who asks for it.
 *
 * @throws tooManyAttempts
 */
export async function limitMail(
  { db, secrets, clock }: Context,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  const now = clock();
  for (const [text, limit] of [
    [`mail for ${addressOf(request)}`, LIMIT],
    [mailTo(email), MAIL_LIMIT],
  ] as const) {
    const key = secrets.keyedHash(text);
    if (!(await countAttempt(db, key, limit, now))) throw fail('tooManyAttempts');
  }
}

/**
 * Counts a report for an account, whether or not it can be made.
 *
 * @throws tooManyAttempts
 */
export async function limitReports(context: Context, email: string): Promise<void> {
  await limitWork(context, reportsOf(email));
}

/**
 * Counts an import for an account, or a look at what a file would add.
 *
 * @throws tooManyAttempts
 */
export async function limitImports(context: Context, email: string): Promise<void> {
  await limitWork(context, importsOf(email));
}

/**
 * Counts a large file that an account is about to send, whatever it turns out to be.
 *
 * @throws tooManyAttempts
 */
export async function limitFiles(context: Context, email: string): Promise<void> {
  await limitWork(context, filesOf(email));
}

async function limitWork({ db, secrets, clock }: Context, work: string): Promise<void> {
  const key = secrets.keyedHash(work);
  if (!(await countAttempt(db, key, LIMIT, clock()))) throw fail('tooManyAttempts');
}

/** What is counted for an account, by its address. */
export function attemptKeysOf({ secrets }: Pick<Context, 'secrets'>, email: string): string[] {
  const limited = [accountOf, mailTo, reportsOf, importsOf, filesOf];
  return limited.map((of) => secrets.keyedHash(of(email)));
}

/** What tries at an account count against. */
export function accountOf(email: string): string {
  return `account ${email}`;
}

function reportsOf(email: string): string {
  return `reports of ${email}`;
}

function importsOf(email: string): string {
  return `imports of ${email}`;
}

function filesOf(email: string): string {
  return `files of ${email}`;
}

function mailTo(email: string): string {
  return `mail to ${email}`;
}

/**
 * What tries from a place count against: the address a request comes from, as the proxies of TRUST_PROXY
 * tell it. Of IPv6 the first 64 bits: a household has the rest for itself, to use as it likes.
 */
export function addressOf(request: FastifyRequest): string {
  const ip = withoutPort(request.ip);
  if (isIP(ip) !== 6) return `address ${ip}`;
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1];
  return `address ${mapped ?? networkOf(ip)}`;
}

/** Some proxies add the port, which is another one for each connection. */
function withoutPort(ip: string): string {
  const [, six, four] = /^(?:\[(.+)\]|([\d.]+)):\d+$/.exec(ip) ?? [];
  return six ?? four ?? ip;
}

function networkOf(ip: string): string {
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => '0');
  const whole = tail === undefined ? groups : [...groups, ...zeros, ...after];
  return whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
