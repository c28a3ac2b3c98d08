import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { DAY_MS, type Instant } from '../../../domain/zone.ts';
import type { Config } from '../../config.ts';
import { findAccount } from '../../identity/queries/accounts.ts';
import type { Database } from '../db/database.ts';
import { inBackground, pauseAfter } from '../jobs/background.ts';
import { findNextDue, keepTaken, postpone, takeOut } from '../jobs/queries/due-queue.ts';
import { type StoredMail, takeDueMail } from '../jobs/queries/mails.ts';
import type { Secrets } from '../secrets.ts';
import { type Letter, type ReportLetter, write } from './letters.ts';
import { type Attachment, makeTransport } from './transport.ts';

/**
 * Mail on its way out. A letter is enclosed, added to the database in the transaction that is its
 * reason, and sent later; it outlives a restart, and no answer waits for it.
 */
export interface Outbox {
  /** Makes of a letter what `addMail` keeps until it is sent. */
  readonly enclose: (mail: Enclosed) => StoredMail;
  /** Something may be due: sends it, in the background, if the outbox was started. */
  readonly wake: () => void;
  /** Tries to send everything that is due by now. */
  readonly sendDue: () => Promise<void>;
  /** Begins to send by itself. */
  readonly start: () => void;
  readonly stop: () => Promise<void>;
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

type TakenMail = StoredMail & { readonly tries: number };

const NOTICE_USEFUL_MS = 3 * DAY_MS;
/** A try that has not ended by then was cut short with its process. */
const TRY_LIMIT_MS = 300_000;
/**
 * Within this, and nobody can tell when, mail is sent after an answer: neither its time nor that of the
 * request after it, which may be slowed a little, is to tell whether there was a mail to send.
 */
const HEAD_START_MS = 1000;
/** What is of use for a short time only, such as a code, is tried to its end, but not more often than this. */
const SHORTEST_PAUSE_MS = 5000;

const UNREADABLE = 'The outbox could not be read';

export function makeOutbox({
  config,
  db,
  secrets,
  log,
  clock,
  attach,
}: {
  config: Config;
  db: Database;
  secrets: Secrets;
  log: Logger;
  clock: () => Instant;
  /** Makes what goes along with a letter to an address; undefined where it must not go there any more. */
  attach: (letter: ReportLetter, to: string) => Promise<Attachment | undefined>;
}): Outbox {
  const transport = makeTransport(config, log);
  const background = inBackground({
    headStartMs: HEAD_START_MS,
    doDue: beginDue,
    nextDue: () => findNextDue(db, 'mails'),
    failure: UNREADABLE,
    log,
    clock,
  });

  /** What is added to letters that are on their way: a report takes seconds, and a code must not wait for it. */
  const attaching = new Set<Promise<void>>();

  async function sendDue(): Promise<void> {
    await beginDue();
    await Promise.all(attaching);
  }

  /** Sends what is due, and begins to make what goes along with it. */
  async function beginDue(): Promise<void> {
    // What comes in the meantime waits for the next round, so that it has its head start too.
    const begun = clock();
    while (!background.isStopped()) {
      const lostAt = clock() + TRY_LIMIT_MS;
      const mail = await takeDueMail(db, begun, lostAt);
      if (!mail) return;
      if (mail.expiresAt <= clock()) await takeOut(db, 'mails', mail.id);
      else await send(mail, lostAt);
    }
  }

  async function send(mail: TakenMail, lostAt: Instant): Promise<void> {
    await orPostpone(mail, async () => {
      const { to, letter, toAccountsOnly } = JSON.parse(secrets.open(mail.sealed)) as Enclosed;
      if (letter.kind === 'report') {
        const sending = orPostpone(mail, () => sendWithReport(mail, lostAt, { to, letter }))
          .catch((err: unknown) => log.error({ err }, UNREADABLE))
          .finally(() => attaching.delete(sending));
        attaching.add(sending);
        return;
      }
      if (!toAccountsOnly || (await findAccount(db, to))) {
        await transport.send({ id: mail.id, to, attachment: undefined, ...write(letter) });
      }
      await takeOut(db, 'mails', mail.id);
    });
  }

  async function sendWithReport(
    { id }: TakenMail,
    lostAt: Instant,
    { to, letter }: { readonly to: string; readonly letter: ReportLetter },
  ): Promise<void> {
    const attachment = await attach(letter, to);
    // It may have waited for its turn for so long that the try counted as lost.
    const now = clock() + TRY_LIMIT_MS;
    if (!(await keepTaken(db, 'mails', id, { before: lostAt, now }))) return;
    if (attachment) await transport.send({ id, to, attachment, ...write(letter) });
    await takeOut(db, 'mails', id);
  }

  async function orPostpone(mail: TakenMail, sending: () => Promise<void>): Promise<void> {
    try {
      await sending();
    } catch (error) {
      // Neither the error's text nor the address: a server's refusal quotes whom it refuses.
      const reason = error instanceof Error && 'code' in error ? error.code : undefined;
      log.warn({ mail: mail.id, tries: mail.tries + 1, reason }, 'A mail could not be sent yet');
      const left = Math.max(Math.floor((mail.expiresAt - clock()) / 3), SHORTEST_PAUSE_MS);
      await postpone(db, 'mails', mail.id, clock() + Math.min(pauseAfter(mail.tries + 1), left));
    }
  }

  return {
    enclose({ to, letter, usefulMs = NOTICE_USEFUL_MS, toAccountsOnly = false, userId = null }) {
      return {
        id: randomUUID(),
        emailHash: secrets.keyedHash(to),
        userId,
        sealed: secrets.seal(JSON.stringify({ to, letter, toAccountsOnly })),
        dueAt: clock(),
        expiresAt: clock() + usefulMs,
      };
    },
    wake: background.wake,
    sendDue,
    start: background.start,
    async stop() {
      await background.stop(() => transport.close());
      await Promise.all(attaching);
    },
  };
}
