import { ECDH } from 'node:crypto';
import type { ReceiverKeys } from './encrypt.ts';

/** What a browser returns for a device that accepts push messages (W3C Push API). */
export interface PushSubscription {
  /** The URL for messages to the device. Anyone who knows it can send messages to the device, so it is a secret. */
  readonly endpoint: string;
  /** Both in base64url without padding. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** A subscription that has passed the checks. */
interface Receiver {
  readonly endpoint: URL;
  readonly keys: ReceiverKeys;
}

/** Why a subscription may not be used: its endpoint is not one of a known push service, or its keys are invalid. */
type SubscriptionFault = 'endpoint' | 'keys';

/**
 * The push services of browsers. A client sends the endpoint, so without this list anyone could make this server send
 * requests to any address.
 */
const HOSTS = [
  // Chrome and the browsers that are built on it, such as Samsung Internet, Brave and Opera.
  'fcm.googleapis.com',
];
/** The domains of push services that use several hosts. */
const DOMAINS = [
  // Safari, and every browser on iOS and iPadOS.
  '.push.apple.com',
  // Firefox.
  '.push.services.mozilla.com',
  // Edge on Windows.
  '.notify.windows.com',
];

const MAX_ENDPOINT_LENGTH = 2000;
const AUTH_BYTES = 16;
const POINT_BYTES = 65;
/** The first byte of an uncompressed point (SEC 1, 2.3.3). */
const UNCOMPRESSED = 4;

/**
 * Checks a subscription that a browser sent.
 *
 * @param pushOrigin the origin of one more push service (PUSH_ORIGIN), which may be on plain http
 */
export function parseSubscription(
  { endpoint, keys }: PushSubscription,
  pushOrigin?: string,
): Receiver | { readonly fault: SubscriptionFault } {
  const url = endpoint.length <= MAX_ENDPOINT_LENGTH ? URL.parse(endpoint) : null;
  if (!url || url.username || url.password) return { fault: 'endpoint' };
  if (!isOfKnownService(url) && url.origin !== pushOrigin) return { fault: 'endpoint' };
  const [p256dh, auth] = [decoded(keys.p256dh), decoded(keys.auth)];
  if (!p256dh || !isPoint(p256dh) || auth?.length !== AUTH_BYTES) return { fault: 'keys' };
  return { endpoint: url, keys: { p256dh, auth } };
}

function isOfKnownService({ protocol, port, hostname }: URL): boolean {
  // `port` is empty for 443, the default of https.
  if (protocol !== 'https:' || port !== '') return false;
  return HOSTS.includes(hostname) || DOMAINS.some((domain) => hostname.endsWith(domain));
}

/**
 * Node's decoder skips characters that are not base64url. So the text is valid only if the bytes encode to the same
 * text.
 */
function decoded(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}

function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== POINT_BYTES || bytes[0] !== UNCOMPRESSED) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
