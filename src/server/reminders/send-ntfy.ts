import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { NtfyTarget } from '../../domain/ntfy.ts';
import type { DueReminder, ReminderKind } from '../../domain/reminders.ts';
import type { Instant } from '../../domain/zone.ts';
import type { Config } from '../config.ts';
import type { Database } from '../platform/db/database.ts';
import type { NewJob } from '../platform/jobs/queries/jobs.ts';
import { type Handler, RetryLater } from '../platform/jobs/table.ts';
import type { Ntfy } from '../platform/ntfy/ntfy.ts';
import type { Secrets } from '../platform/secrets.ts';
import { dateStyleOf } from '../profile/queries/profiles.ts';
import { neutralTitle, OWN_DASHBOARD, PATHS } from './notification.ts';
import {
  countFailure,
  endNtfy,
  findNtfy,
  isEnded,
  type StoredNtfy,
  setAccepted,
} from './queries/ntfy.ts';
import { stillNeeded, type WaitingReminder, waitingOf } from './still-needed.ts';

/** A message that waits to be sent. It goes to the target that the person has when it is sent. */
interface WaitingMessage {
  readonly userId: string;
  readonly reminder: WaitingReminder;
}

/** The job that sends a reminder by ntfy. It expires when the reminder is no longer useful. */
export function ntfyJob(
  secrets: Secrets,
  userId: string,
  { reminder, now }: { readonly reminder: DueReminder; readonly now: Instant },
): NewJob {
  const waiting: WaitingMessage = { userId, reminder: waitingOf(reminder) };
  return {
    id: randomUUID(),
    kind: 'sendNtfy',
    userId,
    targetHash: secrets.keyedHash(`ntfy of ${userId}`),
    detail: '',
    sealed: secrets.seal(JSON.stringify(waiting)),
    dueAt: now,
    expiresAt: reminder.until,
  };
}

/** How many messages are sent at once. One at a time, messages to a slow server would delay all others. */
const AT_ONCE = 8;
/** The maximum random delay between a wake-up of this queue and its first message (ms), as for push messages. */
const HEAD_START_MS = 500;

/** Returns the handler that sends reminders by ntfy. Their words are neutral, because the server can read them. */
export function sendNtfyHandler({
  config,
  db,
  secrets,
  ntfy,
  log,
}: {
  readonly config: Config;
  readonly db: Database;
  readonly secrets: Secrets;
  readonly ntfy: Ntfy;
  readonly log: Logger;
}): Handler {
  const cutOff = new AbortController();
  return {
    kind: 'sendNtfy',
    concurrency: AT_ONCE,
    headStartMs: HEAD_START_MS,
    async handle({ sealed, tries }) {
      const { userId, reminder: waiting } = JSON.parse(secrets.open(sealed)) as WaitingMessage;
      const stored = await findNtfy(db, userId);
      if (!stored || isEnded(stored)) return;
      const needed = await stillNeeded(db, userId, waiting, 'ntfy');
      if (!needed) return;
      const { person, reminder } = needed;
      const result = await ntfy.send(
        targetOf(secrets, stored),
        {
          text: neutralTitle(reminder, dateStyleOf(person)),
          click: `${config.publicUrl}${pathOf(reminder.kind)}`,
        },
        { cutOff: cutOff.signal },
      );
      if (result.outcome === 'accepted') return await setAccepted(db, userId, stored);
      if (result.outcome === 'ended') return await endNtfy(db, userId, stored);
      // A reminder counts once, however often it is tried.
      if (tries === 0) await countFailure(db, userId, stored);
      if (result.outcome === 'later') throw new RetryLater(result.fault, result.waitMs);
      log.warn({ fault: result.fault }, 'An ntfy server did not accept a message');
    },
    failed: 'A message to an ntfy server could not be sent yet',
    faultOf: (error) => ({
      fault: error instanceof RetryLater ? error.message : undefined,
      type: error instanceof Error ? error.name : undefined,
    }),
    unreadable: 'The messages to ntfy servers that wait could not be read',
    cutOff: () => cutOff.abort(),
  };
}

/** The kinds whose page, unlike their words, would say that they are about medication. */
const OF_MEDICATION: readonly ReminderKind[] = ['dose', 'refill'];

function pathOf(kind: ReminderKind): string {
  return OF_MEDICATION.includes(kind) ? OWN_DASHBOARD : PATHS[kind];
}

export function targetOf(secrets: Secrets, { sealed }: StoredNtfy): NtfyTarget {
  return JSON.parse(secrets.open(sealed)) as NtfyTarget;
}
