import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { DueReminder } from '../../domain/reminders.ts';
import type { Instant } from '../../domain/zone.ts';
import type { Config } from '../config.ts';
import type { Database } from '../platform/db/database.ts';
import type { NewJob } from '../platform/jobs/queries/jobs.ts';
import { type Handler, RetryLater } from '../platform/jobs/table.ts';
import { pushMessage } from '../platform/push/message.ts';
import type { Push } from '../platform/push/push.ts';
import type { PushSubscription } from '../platform/push/subscription.ts';
import type { Secrets } from '../platform/secrets.ts';
import { dateStyleOf } from '../profile/queries/profiles.ts';
import { neutralTitle, PATHS, titleWithNames } from './notification.ts';
import {
  endSubscription,
  findReachableDevices,
  type StoredDevice,
  setSent,
} from './queries/push-devices.ts';
import { stillNeeded, type WaitingReminder, waitingOf } from './still-needed.ts';

/** A push message that waits to be sent. */
interface WaitingPush {
  readonly userId: string;
  readonly deviceId: string;
  readonly reminder: WaitingReminder;
  readonly isRepeat: boolean;
}

/** The job that sends a reminder to one device. It expires when the reminder is no longer useful. */
export function pushJob(
  secrets: Secrets,
  userId: string,
  { deviceId }: StoredDevice,
  { reminder, now }: { readonly reminder: DueReminder; readonly now: Instant },
): NewJob {
  const { isRepeat, until } = reminder;
  const waiting: WaitingPush = { userId, deviceId, reminder: waitingOf(reminder), isRepeat };
  return {
    id: randomUUID(),
    kind: 'sendPush',
    userId,
    targetHash: secrets.keyedHash(`push to ${deviceId}`),
    detail: '',
    sealed: secrets.seal(JSON.stringify(waiting)),
    dueAt: now,
    expiresAt: until,
  };
}

/** How many messages are sent at once. One at a time, messages to a slow push service would delay all others. */
const AT_ONCE = 8;
/**
 * The maximum random delay between a wake-up of this queue and its first message (ms). Many reminders are due at the full
 * hour, and several servers should not all begin to send at the same moment.
 */
const HEAD_START_MS = 500;

/** Returns the handler that sends reminders to devices. */
export function sendPushHandler({
  config,
  db,
  secrets,
  push,
  log,
  clock,
}: {
  readonly config: Config;
  readonly db: Database;
  readonly secrets: Secrets;
  readonly push: Push;
  readonly log: Logger;
  readonly clock: () => Instant;
}): Handler {
  const cutOff = new AbortController();
  return {
    kind: 'sendPush',
    concurrency: AT_ONCE,
    headStartMs: HEAD_START_MS,
    async handle({ sealed, expiresAt }) {
      const {
        userId,
        deviceId,
        isRepeat,
        reminder: waiting,
      } = JSON.parse(secrets.open(sealed)) as WaitingPush;
      const now = clock();
      const devices = await findReachableDevices(db, userId, now);
      const device = devices.find((each) => each.deviceId === deviceId);
      if (!device) return;
      const needed = await stillNeeded(db, userId, waiting, 'push');
      if (!needed) return;
      const { person, settings, reminder } = needed;
      const titleOf = settings.showsNames ? titleWithNames : neutralTitle;
      const title = titleOf(reminder, dateStyleOf(person));
      const { kind, day, time } = reminder;
      const name = `${kind} ${day} ${time}`;
      const shown = { title, path: PATHS[kind], tag: name, ...(isRepeat && { renotify: true }) };
      const result = await push.send(
        subscriptionOf(secrets, device),
        pushMessage(shown, config.publicUrl),
        {
          ttlSeconds: Math.max(Math.floor((expiresAt - now) / 1000), 1),
          urgency: kind === 'dose' ? 'high' : 'normal',
          // A push service reads the topic, so it is a keyed hash.
          topic: secrets.keyedHash(`topic ${userId} ${name}`).slice(0, 32),
          cutOff: cutOff.signal,
        },
      );
      if (result.outcome === 'accepted') return await setSent(db, userId, deviceId, now);
      if (result.outcome === 'later') throw new RetryLater(result.fault, result.waitMs);
      if (result.outcome === 'ended') return await endSubscription(db, userId, device);
      log.warn({ fault: result.fault }, 'A push service rejected a message permanently');
    },
    failed: 'A push message could not be sent yet',
    // Omits the messages of other errors, which might quote an endpoint.
    faultOf: (error) => ({
      fault: error instanceof RetryLater ? error.message : undefined,
      type: error instanceof Error ? error.name : undefined,
    }),
    unreadable: 'The push messages that wait could not be read',
    cutOff: () => cutOff.abort(),
  };
}

/** The subscription of a device. */
export function subscriptionOf(secrets: Secrets, { sealed }: StoredDevice): PushSubscription {
  return JSON.parse(secrets.open(sealed)) as PushSubscription;
}
