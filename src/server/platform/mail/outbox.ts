import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { DAY_MS, type Instant } from '../../../domain/zone.ts';
import type { Config } from '../../config.ts';
import { findAccount } from '../../identity/queries/accounts.ts';
import type { Database } from '../db/database.ts';
import type { NewJob } from '../jobs/queries/jobs.ts';
import type { Handler } from '../jobs/table.ts';
import type { Secrets } from '../secrets.ts';
import { type Letter, type ReportLetter, write } from './letters.ts';
import { type Attachment, makeTransport } from './transport.ts';

/** Turns letters into jobs. The transaction that is the reason for a letter adds its job, and the mail is sent later. */
export interface Outbox {
  readonly enclose: (mail: Enclosed) => NewJob;
}

interface Enclosed {
  readonly to: string;
  readonly letter: Letter;
  /** Whose account it tells of, where `to` is not the account's any more: it goes with the account. */
  readonly userId?: string;
  /** How long the letter is of use, in milliseconds. */
  readonly usefulMs?: number;
  /**
   * Sent only where the address has an account, which is found out when it is sent: whoever asks for
   * such a mail cannot tell from the time of the answer.
   */
  readonly toAccountsOnly?: boolean;
}

const NOTICE_USEFUL_MS = 3 * DAY_MS;
/**
 * Within this, and nobody can tell when, mail is sent after an answer: neither its time nor that of the
 * request after it, which may be slowed a little, is to tell whether there was a mail to send.
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
    enclose({ to, letter, usefulMs = NOTICE_USEFUL_MS, toAccountsOnly = false, userId = null }) {
      return {
        id: randomUUID(),
        kind: letter.kind === 'report' ? 'mailWithReport' : 'mail',
        userId,
        targetHash: secrets.keyedHash(to),
        detail: '',
        sealed: secrets.seal(JSON.stringify({ to, letter, toAccountsOnly })),
        dueAt: clock(),
        expiresAt: clock() + usefulMs,
      };
    },
  };
}

/** Sends mail. Mail with a report is a kind of its own, so that a code does not wait for a report. */
export function mailHandlers({
  config,
  db,
  secrets,
  log,
  attach,
}: {
  readonly config: Config;
  readonly db: Database;
  readonly secrets: Secrets;
  readonly log: Logger;
  /** Makes what goes along with a letter to an address; undefined where it must not go there any more. */
  readonly attach: (letter: ReportLetter, to: string) => Promise<Attachment | undefined>;
}): Handler[] {
  const transport = makeTransport(config, log);

  const handle: Handler['handle'] = async ({ id, sealed }, renewLease) => {
    const { to, letter, toAccountsOnly } = JSON.parse(secrets.open(sealed)) as Enclosed;
    if (toAccountsOnly && !(await findAccount(db, to))) return;
    let attachment: Attachment | undefined;
    if (letter.kind === 'report') {
      // A report takes seconds to make, which would be in vain while the mail server is away.
      await transport.probe();
      await renewLease();
      attachment = await attach(letter, to);
      if (!attachment) return;
      // It may have waited longer than its lease for a report thread.
      await renewLease();
    }
    await transport.send({ id, to, attachment, ...write(letter) });
  };

  const common = {
    concurrency: 1,
    headStartMs: HEAD_START_MS,
    handle,
    failed: 'A mail could not be sent yet',
    // Neither the error's text nor the address: a server's refusal quotes whom it refuses.
    faultOf: (error, { id }) => ({
      mail: id,
      reason: error instanceof Error && 'code' in error ? error.code : undefined,
    }),
    unreadable: 'The outbox could not be read',
    cutOff: transport.close,
  } satisfies Omit<Handler, 'kind'>;
  return [
    { ...common, kind: 'mail' },
    { ...common, kind: 'mailWithReport' },
  ];
}
