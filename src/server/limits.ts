import { DAY_MS } from '../domain/zone.ts';

/** How often something may happen: at most `max` times in any period of `windowMs` milliseconds. */
export interface RateLimit {
  readonly max: number;
  readonly windowMs: number;
}

/** The limits of fair use (DECISIONS 5, 6 and 33). */
export interface Limits {
  /** Failed attempts to sign in or up, or to guess a secret: for an account, for a link, and from an IP address. */
  readonly attempts: RateLimit;
  /** Requests for emailed codes and links from an IP address. */
  readonly mailRequests: RateLimit;
  /** Emails to one address: codes and links; reports; invitations. Each of the three is counted separately. */
  readonly mails: RateLimit;
  /**
   * Work for an account: reports; imports and previews; uploads of large files; test push messages. Also the PDFs for
   * the readers of one link. Each of these is counted separately.
   */
  readonly work: RateLimit;
  /** Invitations that an account sends. */
  readonly invitations: RateLimit;
  /** Accounts that are created from an IP address. */
  readonly newAccounts: RateLimit;
  /** OAuth flows that are started from an IP address. Each is stored until it expires. */
  readonly oauthFlows: RateLimit;
  /** Letters to an account about sign-ins by a provider that were refused because the account is not joined to it. */
  readonly refusedProviderLetters: RateLimit;
  /** Errors that browsers report from an IP address. */
  readonly errorReports: RateLimit;
  /** How many reported errors one process logs. Of further errors, it logs only the number. */
  readonly loggedErrors: RateLimit;
  /**
   * Bytes of the files that are uploaded from an IP address to be imported or previewed. If an import stores more bytes
   * than its file has, the stored bytes count instead.
   */
  readonly importedBytes: RateLimit;
  /** How often a shared link may be opened in 24 hours. Each opening is stored. */
  readonly shareOpenings: number;
  /** How often the file of one health link may be collected in all. Each collection is stored. */
  readonly healthLinkReadings: number;
  /** Entries saved in a day (UTC), by the person and by each caregiver separately. Changes by caregivers count too. */
  readonly savedToday: number;
  /** Entries of an account, saved and imported. */
  readonly entries: number;
  /** Bytes of text in the entries of an account. */
  readonly textBytes: number;
  /** How slowly a request may arrive. */
  readonly arrival: {
    /** The time that every request gets, however small. */
    readonly graceMs: number;
    /** Each time this many bytes have arrived, the request gets one second more. */
    readonly bytesPerSecond: number;
    /** How often the server looks for slow requests. */
    readonly checkEveryMs: number;
  };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * DAY_MS;
const MIB = 1_048_576;

/** The limits of a server. Routes read them from their context, because tests set their own. */
export const LIMITS: Limits = {
  attempts: { max: 10, windowMs: MINUTE_MS },
  mailRequests: { max: 10, windowMs: MINUTE_MS },
  mails: { max: 5, windowMs: HOUR_MS },
  work: { max: 10, windowMs: MINUTE_MS },
  invitations: { max: 20, windowMs: HOUR_MS },
  newAccounts: { max: 20, windowMs: HOUR_MS },
  oauthFlows: { max: 30, windowMs: MINUTE_MS },
  refusedProviderLetters: { max: 1, windowMs: WEEK_MS },
  errorReports: { max: 30, windowMs: HOUR_MS },
  loggedErrors: { max: 20, windowMs: MINUTE_MS },
  importedBytes: { max: 128 * MIB, windowMs: HOUR_MS },
  shareOpenings: 60,
  healthLinkReadings: 20,
  savedToday: 500,
  entries: 200_000,
  textBytes: 256 * MIB,
  // 1 Mbit/s: the largest file takes nine minutes.
  arrival: { graceMs: MINUTE_MS, bytesPerSecond: 125_000, checkEveryMs: 5000 },
};

/** The longest window of a rate limit (ms). Attempts must be stored for this time. */
export function longestWindow(limits: Limits): number {
  const isOfTime = (limit: object | number): limit is RateLimit =>
    typeof limit === 'object' && 'windowMs' in limit;
  const windows = Object.values<object | number>({ ...limits }).filter(isOfTime);
  return Math.max(...windows.map(({ windowMs }) => windowMs));
}
