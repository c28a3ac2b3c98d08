import type { PushMessage } from '../../../contract/push-message.ts';
import type { Instant } from '../../../domain/zone.ts';
import type { Config } from '../../config.ts';
import { type Delivery, limited, retryAfterMs, troubleOf } from '../outgoing.ts';
import type { Secrets } from '../secrets.ts';
import { encrypt } from './encrypt.ts';
import { type PushSubscription, parseSubscription } from './subscription.ts';
import { authorization, pushKey } from './vapid.ts';

/** Sends push messages to devices, through the push services of their browsers (RFC 8030). */
export interface Push {
  /** The `applicationServerKey` with which browsers must subscribe, in base64url. */
  readonly publicKey: string;
  /**
   * Sends a message to one device. If sending fails, this does not reject but resolves to a result that says so. A fault
   * may name the push service's host, never the device or the message. After 'ended', delete the subscription.
   *
   * @throws RangeError if an option is outside its range, or the message as JSON is longer than `MAX_PAYLOAD_BYTES`
   */
  readonly send: (
    subscription: PushSubscription,
    message: PushMessage,
    options: PushOptions,
  ) => Promise<Delivery>;
}

interface PushOptions {
  /**
   * How long the push service keeps the message for a device that it cannot reach, in seconds. At least 1, because the
   * push service of Windows rejects 0.
   */
  readonly ttlSeconds: number;
  /** A phone that saves its battery may get the message late, unless its urgency is high (RFC 8030, 5.3). */
  readonly urgency: Urgency;
  /**
   * A message replaces an undelivered one with the same topic. At most 32 characters of base64url. The push
   * service can read it, so it must say nothing about the person.
   */
  readonly topic?: string;
  /** Aborts the request, for example when the server stops. */
  readonly cutOff?: AbortSignal;
}

type Urgency = 'very-low' | 'low' | 'normal' | 'high';

const REQUEST_LIMIT_MS = 10_000;
const TOPIC = /^[\w-]{1,32}$/;
/**
 * The statuses for a subscription that does not exist any more: it has expired (404; RFC 8030, 7.3), or it was ended
 * (410).
 */
const ENDED = [404, 410];
/**
 * The standard status for too many messages is 429 (RFC 8030, 8.4). The push service of Windows answers 406 instead.
 */
const TOO_MANY = [406, 429];

/** @param deps.requestLimitMs the time-out of a request, in milliseconds */
export function makePush({
  config: { publicUrl, pushOrigin },
  secrets,
  clock,
  requestLimitMs = REQUEST_LIMIT_MS,
}: {
  readonly config: Pick<Config, 'publicUrl' | 'pushOrigin'>;
  readonly secrets: Secrets;
  readonly clock: () => Instant;
  readonly requestLimitMs?: number;
}): Push {
  const key = pushKey(secrets);
  return {
    publicKey: key.publicKey,
    async send(subscription, message, { ttlSeconds, urgency, topic, cutOff }) {
      if (!Number.isInteger(ttlSeconds) || ttlSeconds < 1) {
        throw new RangeError('The TTL of a push message is a number of seconds from 1.');
      }
      if (topic !== undefined && !TOPIC.test(topic)) {
        throw new RangeError('The topic of a push message has 1 to 32 characters of base64url.');
      }
      const receiver = parseSubscription(subscription, pushOrigin);
      if ('fault' in receiver) {
        return {
          outcome: 'refused',
          fault: `The subscription’s ${receiver.fault} may not be used`,
        };
      }
      const { endpoint, keys } = receiver;
      const claims = { audience: endpoint.origin, subject: publicUrl, now: clock() };
      const request = {
        method: 'POST',
        headers: {
          authorization: authorization(key, claims),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(ttlSeconds),
          urgency,
          ...(topic !== undefined && { topic }),
        },
        body: encrypt(Buffer.from(JSON.stringify(message)), keys),
        redirect: 'manual',
      } as const;
      try {
        const signal = limited(requestLimitMs, cutOff);
        const response = await fetch(endpoint, { ...request, signal });
        // The body is not read, because the status says everything, and the body may be long.
        response.body?.cancel().catch(() => {});
        return resultOf(response, endpoint.host, clock());
      } catch (error) {
        const fault = `${endpoint.host} ${troubleOf(error)}`;
        return { outcome: 'later', fault, waitMs: undefined };
      }
    },
  };
}

function resultOf({ ok, status, headers }: Response, host: string, now: Instant): Delivery {
  const fault = `${host} answered with ${status}`;
  if (ok) return { outcome: 'accepted' };
  if (ENDED.includes(status)) return { outcome: 'ended', fault };
  if (TOO_MANY.includes(status) || status >= 500) {
    return { outcome: 'later', fault, waitMs: retryAfterMs(headers.get('retry-after'), now) };
  }
  return { outcome: 'refused', fault };
}
