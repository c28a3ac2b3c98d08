import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { providerNames } from '../../../contract/providers.ts';
import { DAY_MS, type Instant } from '../../../domain/zone.ts';
import type { Config } from '../../config.ts';
import { hasAddress } from '../../identity/no-address.ts';
import { findAccount } from '../../identity/queries/accounts.ts';
import type { Database } from '../db/database.ts';
import type { NewJob } from '../jobs/queries/jobs.ts';
import type { Handler } from '../jobs/table.ts';
import type { Secrets } from '../secrets.ts';
import { type Letter, type ReportLetter, write } from './letters.ts';
import { type Attachment, makeTransport } from './transport.ts';

/**
 * Turns letters into jobs. The transaction that causes a letter adds its job, and the job sends the email
 * later.
 */
export interface Outbox {
  readonly enclose: (mail: Enclosed) => NewJob;
}

interface Enclosed {
  readonly to: string;
  readonly letter: Letter;
  /**
   * The account that the letter is about. Deleting the account deletes the queued email, even if the account's address
   * has changed and is not `to` any more.
   */
  readonly userId?: string;
  /** When to send it; by default at once. */
  readonly sendAt?: Instant;
  /** How long the letter is useful then (ms). An email that could not be sent in this time is dropped. */
  readonly usefulMs?: number;
  /**
   * Sends the email only if the address has an account. The job looks this up when it sends the email, so
   * that the duration of the request does not reveal whether the account exists.
   */
  readonly toAccountsOnly?: boolean;
  /** The same, for an address that the owner of an account has proven. */
  readonly toProvenOnly?: boolean;
}

/** Connections to the mail server for letters to accounts. Letters to strangers use one more, and those with reports. */
const CONNECTIONS = 2;
const NOTICE_USEFUL_MS = 3 * DAY_MS;
/**
 * The maximum of the random delay between the response to a request and its email (ms). Sending an email may slow the
 * next request a little. Because of the delay, neither the duration of a request nor that of the next one reveals
 * whether there was an email to send.
 */
const HEAD_START_MS = 1000;

export function makeOutbox({
  secrets,
  clock,
}: {
  readonly secrets: Secrets;
  readonly clock: () => Instant;
}): Outbox {
  return {
    enclose({ to, letter, sendAt = clock(), usefulMs = NOTICE_USEFUL_MS, ...mail }) {
      const { toAccountsOnly = false, toProvenOnly = false, userId = null } = mail;
      return {
        id: randomUUID(),
        kind: letter.kind === 'report' ? 'mailWithReport' : 'mail',
        userId,
        targetHash: secrets.keyedHash(to),
        detail: '',
        sealed: secrets.seal(JSON.stringify({ to, letter, toAccountsOnly, toProvenOnly })),
        dueAt: sendAt,
        expiresAt: sendAt + usefulMs,
      };
    },
  };
}

/**
 * Returns the handlers that send email. Email with a report is a separate kind of job, so that a code does not wait for
 * a report. So is email to an address without an account, so that letters to accounts never wait behind many strangers.
 */
export function mailHandlers({
  config,
  db,
  secrets,
  log,
  attach,
  isWanted,
}: {
  readonly config: Config;
  readonly db: Database;
  readonly secrets: Secrets;
  readonly log: Logger;
  /**
   * Makes the report that is attached to a letter. Resolves to undefined if this address must not receive it
   * any more, or if the report is too large; then the email is dropped.
   */
  readonly attach: (letter: ReportLetter, to: string) => Promise<Attachment | undefined>;
  /**
   * Whether the letter is still wanted. The job checks this each time that it runs, because the letter may have waited
   * for the mail server for a long time.
   */
  readonly isWanted: (letter: Letter) => Promise<boolean>;
}): Handler[] {
  const transport = makeTransport(config, log);
  const names = providerNames(config.oidcName);

  const handle: Handler['handle'] = async ({ id, sealed }, renewLease) => {
    const mail = JSON.parse(secrets.open(sealed)) as Enclosed;
    const { to, letter } = mail;
    if (!hasAddress(to)) return;
    if (mail.toAccountsOnly && !(await findAccount(db, to))) return;
    if (mail.toProvenOnly && !(await findAccount(db, to))?.emailProven) return;
    if (!(await isWanted(letter))) return;
    let attachment: Attachment | undefined;
    if (letter.kind === 'report') {
      // Check the mail server first, because making a report takes seconds, which are wasted if the server is
      // unavailable.
      await transport.probe();
      await renewLease();
      attachment = await attach(letter, to);
      if (!attachment) return;
      // Renew the lease again, because the report may have waited for a worker process longer than a lease lasts.
      await renewLease();
    }
    await transport.send({ id, to, attachment, ...write(letter, names) });
  };

  const common = {
    concurrency: 1,
    headStartMs: HEAD_START_MS,
    handle,
    failed: 'A mail could not be sent yet',
    // The log gets neither the address nor the error's message, because a mail server that rejects a
    // recipient quotes the address.
    faultOf: (error, { id }) => ({
      mail: id,
      reason: error instanceof Error && 'code' in error ? error.code : undefined,
    }),
    unreadable: 'The outbox could not be read',
    cutOff: transport.close,
  } satisfies Omit<Handler, 'kind'>;
  return [
    {
      ...common,
      kind: 'mail',
      concurrency: CONNECTIONS,
      // Looked up here and not by the request, whose duration must not reveal whether the address has an account.
      otherQueue: async ({ sealed }) => {
        const { to, toAccountsOnly, toProvenOnly } = JSON.parse(secrets.open(sealed)) as Enclosed;
        if (toAccountsOnly || toProvenOnly || (await findAccount(db, to))) return undefined;
        return 'mailToStrangers';
      },
    },
    { ...common, kind: 'mailToStrangers' },
    { ...common, kind: 'mailWithReport' },
  ];
}
