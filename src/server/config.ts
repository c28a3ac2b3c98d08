import { resolve } from 'node:path';
import { z } from 'zod';

/** Every setting, read here and nowhere else. `.env.example` explains each; DECISIONS fixes their names. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** How browsers reach the app: an origin, without a slash at its end. */
  readonly publicUrl: string;
  /** An absolute path. */
  readonly dataDir: string;
  /** A PostgreSQL address; without it the database is a SQLite file in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** An IANA time zone name. */
  readonly timeZone: string;
  readonly supportEmail: string;
}

/** Settings that cannot be used; the message lists every fault, a line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const portRule = 'must be a port number from 1 to 65535';

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
    .optional(),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone such as America/New_York')
    .default('America/New_York'),
  SUPPORT_EMAIL: z.email('must be an email address').default('support@example.org'),
});

/**
 * @param environment names and values, as in `process.env`; an empty value counts as none
 * @throws ConfigError
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const { data, error } = settings.safeParse(given);
  if (error) {
    const faults = error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError(`These settings need a change:\n${faults.join('\n')}`);
  }
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl: data.PUBLIC_URL?.origin ?? `http://localhost:${data.PORT}`,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    timeZone: data.TIME_ZONE,
    supportEmail: data.SUPPORT_EMAIL,
  };
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
