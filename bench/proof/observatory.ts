/**
 * The rules of MDN's HTTP Observatory, transcribed. Its package fetches lists from the net when it is installed, and
 * takes PostgreSQL's C library; version 1.4.8 of its rules gave the app's headers the same, 130 and A+ (2026-11-21).
 * Two are left out: redirections, which are the proxy's that ends TLS, and the list of preloaded sites.
 */

/** What a site answers to whom comes for its first page, and the cookies that it sets later. */
export interface Answered {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly page: string;
  /** As headers have them. */
  readonly cookies: readonly string[];
}

interface Rule {
  readonly rule: string;
  readonly points: number;
}

const SIX_MONTHS_S = 15_552_000;
const PRIVATE_REFERRER =
  /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/;
const UNSAFE_REFERRER = /^(origin|origin-when-cross-origin|unsafe-url)$/;

type Policy = ReadonlyMap<string, readonly string[]>;

function policyOf({ headers }: Answered): Policy {
  const directives = String(headers['content-security-policy'] ?? '').split(';');
  return new Map(
    directives
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources] as const),
  );
}

const sourcesOf = (policy: Policy, name: string) =>
  policy.get(name) ?? policy.get('default-src') ?? [];

/** What allows more than one's own: a whole scheme, or anything at all. */
const isWide = (source: string) => /^(\*|https?:|data:|blob:|http:\/\/.*)$/.test(source);

/** What is wrong, with its points, which are below 0. */
export function deductionsOf(answered: Answered): Rule[] {
  const { headers, page, cookies } = answered;
  const policy = policyOf(answered);
  const scripts = sourcesOf(policy, 'script-src');
  const styles = sourcesOf(policy, 'style-src');
  const maxAge = /max-age=(\d+)/.exec(String(headers['strict-transport-security']))?.[1];
  const flags = cookies.map((cookie) => cookie.split(/;\s*/).slice(1).join(';').toLowerCase());
  const rules = [
    ['no content policy', -25, !headers['content-security-policy']],
    [
      'scripts from anywhere or inline',
      -20,
      scripts.length === 0 || scripts.includes("'unsafe-inline'") || scripts.some(isWide),
    ],
    ['plugins from anywhere', -20, sourcesOf(policy, 'object-src').some(isWide)],
    ['code from text', -10, scripts.includes("'unsafe-eval'")],
    ['styles from anywhere', -20, styles.some(isWide)],
    ['session cookie without Secure', -40, flags.some((each) => !/(^|;)secure/.test(each))],
    ['session cookie without HttpOnly', -30, flags.some((each) => !/httponly/.test(each))],
    ['cookie without SameSite', -20, flags.some((each) => !/samesite=(lax|strict)/.test(each))],
    ['any origin may read', -50, headers['access-control-allow-origin'] !== undefined],
    ['no strict transport', -20, maxAge === undefined],
    ['strict transport for less than six months', -10, Number(maxAge) < SIX_MONTHS_S],
    ['unsafe referrers', -5, UNSAFE_REFERRER.test(String(headers['referrer-policy']))],
    ['scripts of others', -50, /<script[^>]+src="?(https?:)?\/\//i.test(page)],
    ['types are guessed', -5, headers['x-content-type-options'] !== 'nosniff'],
    ['may be framed', -20, !policy.has('frame-ancestors') && !headers['x-frame-options']],
  ] as const;
  return rules.flatMap(([rule, points, applies]) => (applies ? [{ rule, points }] : []));
}

/** What is more than is asked for, with its points. */
export function rewardsOf(answered: Answered): Rule[] {
  const { headers } = answered;
  const policy = policyOf(answered);
  const isStrict = !sourcesOf(policy, 'style-src').includes("'unsafe-inline'");
  const isClosed = policy.get('default-src')?.join() === "'none'";
  const resources = String(headers['cross-origin-resource-policy']);
  const framing = policy.get('frame-ancestors')?.join() ?? '';
  const rules = [
    ['a policy that allows nothing by default, and nothing inline', 10, isStrict && isClosed],
    ['a policy that allows nothing inline', 5, isStrict && !isClosed],
    ['no framing, by the policy', 5, ["'none'", "'self'"].includes(framing)],
    ['private referrers', 5, PRIVATE_REFERRER.test(String(headers['referrer-policy']))],
    ['resources for one’s own site', 10, ['same-origin', 'same-site'].includes(resources)],
  ] as const;
  return rules.flatMap(([rule, points, applies]) => (applies ? [{ rule, points }] : []));
}
