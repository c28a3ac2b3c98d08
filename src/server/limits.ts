import { DAY_MS } from '../domain/zone.ts';

/** How often something may happen: at most `max` times in any period of `windowMs` milliseconds. */
export interface RateLimit {
  readonly max: number;
  readonly windowMs: number;
}

/** The limits of fair use (DECISIONS 5, 6, 33 and 43). */
export interface Limits {
  /**
   * By how much the limits of an IP address are multiplied: for an IPv4 address or an IPv6 /64, for a /24 or /56, and for
   * a /16 or /48. Somebody with a whole range gains a factor of 4 or 16 instead of 256 or 65,536.
   */
  readonly widerNetworks: readonly [1, number, number];
  /** Failed attempts to sign in or up, or to guess a secret: for an account, for a link, and from an IP address. */
  readonly attempts: RateLimit;
  /** Passwords and codes of an address that were checked and wrong. */
  readonly budget: RateLimit;
  /** The same for a browser in which the owner has signed in before. */
  readonly knownBrowser: RateLimit;
  /** How many wrong passwords and codes of an address cause a letter. */
  readonly warnAfter: number;
  /** The letters about wrong passwords and codes. */
  readonly warnings: RateLimit;
  /** Requests for emailed codes and links from an IP address. */
  readonly mailRequests: RateLimit;
  /** Emails to one address: codes; links; reports; invitations. Each of the four is counted separately. */
  readonly mails: RateLimit;
  /** After this time without a code or link to an address, the next one is sent although `mails` is reached (ms). */
  readonly mailAnywayMs: number;
  /**
   * Work for an account: reports; imports and previews; uploads of large files; test push messages. Also the PDFs for
   * the readers of one link. Each of these is counted separately.
   */
  readonly work: RateLimit;
  /**
   * Processor milliseconds of an account's reports, imports and searches. Beyond them its work waits behind that of
   * other accounts.
   */
  readonly processorMs: RateLimit;
  /** Letters with invitations that an account sends. */
  readonly invitations: RateLimit;
  /** Letters to addresses that may have no account, for one account. STRANGER_LETTERS has the limit of the server. */
  readonly strangersOfAccount: RateLimit;
  /** Accounts that are created from an IP address. */
  readonly newAccounts: RateLimit;
  /** OAuth flows that are started from an IP address. Each is stored until it expires. */
  readonly oauthFlows: RateLimit;
  /** Letters to an account about sign-ins by a provider that were refused because the account is not joined to it. */
  readonly refusedProviderLetters: RateLimit;
  /** Letters to an account about new browsers, new links and exports. Each of the three is counted separately. */
  readonly securityLetters: RateLimit;
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
    /** Bytes of bodies that are arriving at once, of all clients. Imports above 1 MiB have a limit of their own. */
    readonly mostBytes: number;
  };
  /** How slowly an answer may be read: while data waits for a connection, it must take `bytes` within `withinMs`. */
  readonly departure: {
    readonly bytes: number;
    readonly withinMs: number;
    /** How often the server looks for slow readers. */
    readonly checkEveryMs: number;
  };
  /** Answers at once for an account. Further ones wait for a place. */
  readonly answers: {
    /** Answers over 256 KiB. */
    readonly large: number;
    /** Searches, exports and other answers that read much. */
    readonly heavy: number;
    /** How long an answer waits for a place. */
    readonly waitMs: number;
    /** How many answers may wait, for large and for heavy ones separately. */
    readonly waiting: number;
  };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * DAY_MS;
const MIB = 1_048_576;

/** The limits of a server. Routes read them from their context, because tests set their own. */
export const LIMITS: Limits = {
  widerNetworks: [1, 4, 16],
  attempts: { max: 10, windowMs: MINUTE_MS },
  budget: { max: 100, windowMs: 30 * DAY_MS },
  knownBrowser: { max: 20, windowMs: 30 * DAY_MS },
  warnAfter: 20,
  warnings: { max: 1, windowMs: 7 * DAY_MS },
  mailRequests: { max: 10, windowMs: MINUTE_MS },
  mails: { max: 5, windowMs: HOUR_MS },
  mailAnywayMs: 10 * MINUTE_MS,
  work: { max: 10, windowMs: MINUTE_MS },
  processorMs: { max: 2 * MINUTE_MS, windowMs: HOUR_MS },
  invitations: { max: 20, windowMs: DAY_MS },
  strangersOfAccount: { max: 5, windowMs: DAY_MS },
  newAccounts: { max: 20, windowMs: HOUR_MS },
  oauthFlows: { max: 30, windowMs: MINUTE_MS },
  refusedProviderLetters: { max: 1, windowMs: WEEK_MS },
  securityLetters: { max: 3, windowMs: HOUR_MS },
  errorReports: { max: 30, windowMs: HOUR_MS },
  loggedErrors: { max: 20, windowMs: MINUTE_MS },
  importedBytes: { max: 128 * MIB, windowMs: HOUR_MS },
  shareOpenings: 60,
  healthLinkReadings: 20,
  savedToday: 500,
  entries: 200_000,
  textBytes: 256 * MIB,
  // 1 Mbit/s: the largest file takes two and a quarter minutes.
  arrival: { graceMs: MINUTE_MS, bytesPerSecond: 125_000, checkEveryMs: 5000, mostBytes: 64 * MIB },
  departure: { bytes: 65_536, withinMs: 30_000, checkEveryMs: 5000 },
  answers: { large: 4, heavy: 2, waitMs: 30_000, waiting: 50 },
};
