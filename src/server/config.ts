import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { PROVIDER_KEYS, type ProviderKey } from '../contract/providers.ts';
import { isReachable } from './platform/reachable.ts';

/** All settings. Only this file reads the environment. `.env.example` explains each; DECISIONS fixes their names. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** The origin at which browsers reach the app, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether systems on the internet can reach `publicUrl`, as SMART Health Links require. */
  readonly isReachable: boolean;
  /** An absolute path. */
  readonly dataDir: string;
  /** A PostgreSQL URL; without it the database is a SQLite file in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** How long the app waits at its start for a PostgreSQL server that does not answer (ms). */
  readonly databaseWaitMs: number;
  /** The zone of people who have not set theirs (IANA). */
  readonly timeZone: string;
  /** Whether people may create accounts: always, never, or until there is one account. */
  readonly signUp: 'open' | 'closed' | 'first';
  readonly supportEmail: string;
  /** The address of the operator's privacy notice, which new accounts agree to. */
  readonly privacyUrl: string | undefined;
  /** Trusted proxies, whose forwarding headers count: addresses, or ranges such as 10.0.0.0/8. */
  readonly trustProxy: readonly string[];
  /** The URL of the SMTP server; without it, emails are written to files in `dataDir`. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** How many letters a day go to addresses that may have no account. */
  readonly strangerLetters: number;
  /** The secret that backups are encrypted with; without it they are not encrypted. */
  readonly backupKey: string | undefined;
  /** Where and when the app makes copies by itself; undefined if it makes none, and always with PostgreSQL. */
  readonly copies: CopySettings | undefined;
  /** What people call the operator's own OpenID provider, by default its host; undefined without one. */
  readonly oidcName: string | undefined;
  /** Whether people sign in only with that provider. */
  readonly oidcOnly: boolean;
  /** The configured providers. */
  readonly providers: Readonly<Partial<Record<ProviderKey, ProviderSettings>>>;
  /** The origin of the Sheets API. */
  readonly sheetsUrl: string;
  /** The origin of a push service for tests, which the app allows besides those of browsers. */
  readonly pushOrigin: string | undefined;
  /** Hosts of ntfy servers, with a port unless it is the usual one, that need not be public and may have no https. */
  readonly notifyHosts: readonly string[];
}

interface CopySettings {
  /** An absolute path. */
  readonly folder: string;
  readonly everyMs: number;
  /** How many copies stay. */
  readonly keep: number;
}

export interface ProviderSettings {
  readonly clientId: string;
  /** '' for a client without a secret. */
  readonly clientSecret: string;
  /**
   * The URL of a stand-in for the provider: for Google an OpenID issuer, for the others an origin. For the operator's own
   * provider its issuer.
   */
  readonly url: string | undefined;
  /** How the app proves to the operator's own provider who it is; undefined for what its discovery says. */
  readonly clientAuth?: ClientAuthName | undefined;
  /** Whether an address of the operator's own provider counts as proven, and opens an account with that address. */
  readonly trustsEmail?: boolean;
}

/** RFC 7591, `token_endpoint_auth_method`. */
const CLIENT_AUTHS = [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'none',
] as const;
export type ClientAuthName = (typeof CLIENT_AUTHS)[number];

/** Invalid settings; the message lists each fault on a line of its own. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const portRule = 'must be a port number from 1 to 65535';

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const LEAST_BETWEEN_COPIES_MS = 10 * UNITS_MS.m;

const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((value) => value === 'true')
  .default(false);

const settings = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, portRule)
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, portRule)
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://tracker.example.org' })
    .transform((value) => new URL(value))
    .refine(
      (url) => url.pathname === '/' && !url.search && !url.hash && !url.username,
      'must have no path',
    )
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres://' })
    .refine((url) => !/[?&]prepare=(?!false(&|$))/.test(url), 'may set prepare only to false')
    .optional(),
  DATABASE_WAIT: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of seconds from 0 to 9999')
    .transform(Number)
    .default(30),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone such as America/New_York')
    .default('America/New_York'),
  SIGN_UP: z.enum(['open', 'closed', 'first'], 'must be open, closed or first').default('open'),
  SUPPORT_EMAIL: z.email('must be an email address').default('support@example.org'),
  PRIVACY_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://example.org/privacy' })
    .optional(),
  GOOGLE_SHEETS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://sheets.example.org' })
    .transform((value) => new URL(value).origin)
    .default('https://sheets.googleapis.com'),
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((each) => each.trim()))
    .refine(
      (list) => list.every(isAddressOrRange),
      'must be addresses or ranges, such as 127.0.0.1,10.0.0.0/8',
    )
    .default([]),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>"\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an email address, or a name and an address: Symptom Tracker <tracker@example.org>',
    )
    .optional(),
  STRANGER_LETTERS: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of letters from 0 to 9999')
    .transform(Number)
    .default(50),
  PUSH_ORIGIN: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://localhost:4000' })
    .transform((value) => new URL(value).origin)
    .optional(),
  NOTIFY_HOSTS: z
    .string()
    .transform((list) => list.split(',').map((each) => each.trim().toLowerCase()))
    .refine((list) => list.every(isHost), 'must be hosts, such as ntfy.home.arpa,192.168.1.20:8080')
    .default([]),
  OIDC_NAME: z.string().trim().min(1).max(50, 'must have at most 50 characters').optional(),
  OIDC_CLIENT_AUTH: z.enum(CLIENT_AUTHS, `must be one of ${CLIENT_AUTHS.join(', ')}`).optional(),
  OIDC_TRUST_EMAIL: flag,
  OIDC_ONLY: flag,
  BACKUP_KEY: z
    .string()
    .min(16, 'must have at least 16 characters')
    .refine((key) => key !== 'a long passphrase', 'must be your own: npm run backup-key makes one')
    .optional(),
  BACKUP_TO: z.string().optional(),
  BACKUP_EVERY: z
    .string()
    .regex(/^\d{1,4}[mhd]$/, 'must be a time such as 90m, 24h or 7d')
    .transform((time) => Number.parseInt(time, 10) * UNITS_MS[time.at(-1) as 'm' | 'h' | 'd'])
    .refine((ms) => ms >= LEAST_BETWEEN_COPIES_MS, 'must be at least 10m')
    .default(24 * UNITS_MS.h),
  BACKUP_KEEP: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a number of copies from 2 to 999')
    .transform(Number)
    .refine((keep) => keep >= 2, 'must be a number of copies from 2 to 999')
    .default(14),
});

/** The names of a provider's settings. The URL of Google and of the operator's own provider is an OpenID issuer (DECISIONS). */
function providerVariables(key: ProviderKey) {
  const name = key.toUpperCase();
  return {
    id: `${name}_CLIENT_ID`,
    secret: `${name}_CLIENT_SECRET`,
    url: ['google', 'oidc'].includes(key) ? `${name}_ISSUER` : `${name}_URL`,
  };
}

/**
 * @param environment names and values, as in `process.env`; an empty value counts as none
 * @throws ConfigError
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const { data, error } = settings.safeParse(given);
  const faults = [
    ...(error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...PROVIDER_KEYS.flatMap((key) => providerFaults(key, given)),
    ...pushFaults(given),
    ...oidcFaults(given),
    ...copyFaults(given),
  ];
  if (!data || faults.length > 0) {
    const lines = faults.map((fault) => `  ${fault}`);
    throw new ConfigError(`These settings need a change:\n${lines.join('\n')}`);
  }
  const publicUrl = data.PUBLIC_URL?.origin ?? `http://localhost:${data.PORT}`;
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl,
    isReachable: isReachable(publicUrl),
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    databaseWaitMs: data.DATABASE_WAIT * 1000,
    timeZone: data.TIME_ZONE,
    signUp: data.SIGN_UP,
    supportEmail: data.SUPPORT_EMAIL,
    privacyUrl: data.PRIVACY_URL,
    trustProxy: data.TRUST_PROXY,
    smtpUrl: data.SMTP_URL,
    backupKey: data.BACKUP_KEY,
    copies: data.BACKUP_TO
      ? { folder: resolve(data.BACKUP_TO), everyMs: data.BACKUP_EVERY, keep: data.BACKUP_KEEP }
      : undefined,
    mailFrom: data.MAIL_FROM ?? data.SUPPORT_EMAIL,
    strangerLetters: data.STRANGER_LETTERS,
    sheetsUrl: data.GOOGLE_SHEETS_URL,
    pushOrigin: data.PUSH_ORIGIN,
    notifyHosts: data.NOTIFY_HOSTS,
    oidcName: data.OIDC_NAME ?? (given.OIDC_ISSUER && new URL(given.OIDC_ISSUER).hostname),
    oidcOnly: data.OIDC_ONLY,
    providers: Object.fromEntries(
      PROVIDER_KEYS.flatMap((key) => {
        const provider = providerSettings(key, given);
        const own = { clientAuth: data.OIDC_CLIENT_AUTH, trustsEmail: data.OIDC_TRUST_EMAIL };
        return provider ? [[key, key === 'oidc' ? { ...provider, ...own } : provider]] : [];
      }),
    ),
  };
}

type Given = Readonly<Record<string, string | undefined>>;

function providerSettings(key: ProviderKey, given: Given): ProviderSettings | undefined {
  const { id, secret, url } = providerVariables(key);
  const [clientId, clientSecret = ''] = [given[id], given[secret]];
  const isPublic = isPublicClient(key, given);
  return clientId && (clientSecret || isPublic)
    ? { clientId, clientSecret, url: given[url] }
    : undefined;
}

function providerFaults(key: ProviderKey, given: Given): string[] {
  const { id, secret, url } = providerVariables(key);
  const faults: string[] = [];
  if (given[id] && !given[secret] && !isPublicClient(key, given))
    faults.push(`${id} needs ${secret}, which is missing`);
  if (given[secret] && !given[id]) faults.push(`${secret} needs ${id}, which is missing`);
  const address = given[url];
  if (address && !/^https?:$/.test(URL.parse(address)?.protocol ?? '')) {
    faults.push(`${url} must be an address such as https://id.example.org`);
  }
  return faults;
}

/** Whether the app is a client without a secret, which has only PKCE. */
function isPublicClient(key: ProviderKey, { OIDC_CLIENT_AUTH }: Given): boolean {
  return key === 'oidc' && OIDC_CLIENT_AUTH === 'none';
}

/** The operator's own provider has no default issuer, and nothing else is left if it is the only way in. */
function oidcFaults(given: Given): string[] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_ONLY: only } = given;
  if (id && !issuer) return ['OIDC_CLIENT_ID needs OIDC_ISSUER, which is missing'];
  if (issuer && !id) return ['OIDC_ISSUER needs OIDC_CLIENT_ID, which is missing'];
  if (only === 'true' && !id) return ['OIDC_ONLY needs OIDC_ISSUER and OIDC_CLIENT_ID'];
  return [];
}

/** Copies are of the SQLite file, always encrypted, and not beside the data, where they would be lost with it. */
function copyFaults(given: Given): string[] {
  const { BACKUP_TO: folder, DATABASE_URL: url, DATA_DIR: dataDir = './data' } = given;
  const named = ['BACKUP_TO', 'BACKUP_EVERY', 'BACKUP_KEEP'].filter((name) => given[name]);
  if (url) {
    return named.map(
      (name) =>
        `${name} works only with SQLite. With DATABASE_URL, please run each day: (umask 077; pg_dump --format=custom --file=FILE "$DATABASE_URL"), and keep DATA_DIR/secret.key with the files`,
    );
  }
  if (!folder) return named.map((name) => `${name} needs BACKUP_TO, which is missing`);
  const isInside = `${resolve(folder)}/`.startsWith(`${resolve(dataDir)}/`);
  return [
    ...(given.BACKUP_KEY ? [] : ['BACKUP_TO needs BACKUP_KEY, which is missing']),
    ...(isInside ? ['BACKUP_TO must be outside DATA_DIR, best on another disk'] : []),
  ];
}

/** Rejects PUSH_ORIGIN on a server with https, which may send only to the push services of browsers. */
function pushFaults({ PUSH_ORIGIN: origin, PUBLIC_URL: publicUrl = '' }: Given): string[] {
  if (!origin || URL.parse(publicUrl)?.protocol !== 'https:') return [];
  return ['PUSH_ORIGIN is for tests, and cannot be set with an https PUBLIC_URL'];
}

/** Whether a text is a host as addresses have it, with or without a port: 'ntfy.home.arpa', '[fd00::1]:8080'. */
function isHost(text: string): boolean {
  return URL.parse(`ftp://${text}`)?.host === text;
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (!version || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
