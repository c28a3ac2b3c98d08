import { browserOf } from '../../domain/browser.ts';
import { browsersSubscription, unsubscribe } from '../platform/push-end.ts';

/**
 * The browser's own push subscription. The server keeps it with the session, and sends reminders to it (DECISIONS 38).
 */

/** Whether this browser can show reminders, and whether it does. */
export type PushState =
  /** The page has no https address, without which browsers offer no push. */
  | 'insecure'
  /** An iPhone or iPad: only an app on the Home Screen gets reminders. */
  | 'homeScreen'
  | 'unsupported'
  | 'blocked'
  /** Blocked for an app on the Home Screen. It has no address bar, so only the phone's settings can allow it. */
  | 'blockedApp'
  | 'off'
  | 'on';

export interface Subscription {
  readonly endpoint: string;
  /** Base64url without padding. */
  readonly p256dh: string;
  readonly auth: string;
}

/** @returns 'on' if the browser has a subscription, even if the server does not have it */
export async function readPushState(): Promise<PushState> {
  if (!window.isSecureContext) return 'insecure';
  if (!('PushManager' in window) || !('Notification' in window)) {
    return isOnHomeScreen() === false ? 'homeScreen' : 'unsupported';
  }
  if (Notification.permission === 'denied') return isOnHomeScreen() ? 'blockedApp' : 'blocked';
  return (await currentSubscription()) ? 'on' : 'off';
}

/** On iPhones and iPads: whether the page is an app on the Home Screen. Undefined on other devices. */
function isOnHomeScreen(): boolean | undefined {
  return (navigator as { standalone?: boolean }).standalone;
}

/**
 * Asks for the permission, and subscribes this browser. Must be called in the handler of a press, unless the permission
 * is granted already.
 *
 * @param key the server's public key, base64url
 * @returns undefined if the person did not allow it
 */
export async function subscribe(key: string): Promise<Subscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return valuesOf(await pushManager.subscribe(options));
  } catch (error) {
    // The browser may still have a subscription for the server's previous key. That subscription must be ended first.
    if (!(await unsubscribe())) throw error;
    return valuesOf(await pushManager.subscribe(options));
  }
}

/** The subscription of this browser. It exists only if the person has allowed it. */
export async function currentSubscription(): Promise<Subscription | undefined> {
  const subscription = await browsersSubscription();
  return subscription && valuesOf(subscription);
}

function valuesOf(subscription: PushSubscription): Subscription {
  const key = (name: PushEncryptionKeyName) => base64url(subscription.getKey(name));
  return { endpoint: subscription.endpoint, p256dh: key('p256dh'), auth: key('auth') };
}

function base64url(bytes: ArrayBuffer | null): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** SHA-256 of a subscription's address in hexadecimal digits, as the server lists it. */
export async function hashOf({ endpoint }: Subscription): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether this browser is on a phone. An iPad does not count, because its browser says that it is a Mac. */
export function isPhone(): boolean {
  const { system } = browserOf(navigator.userAgent);
  return system === 'Android' || system === 'iOS';
}
