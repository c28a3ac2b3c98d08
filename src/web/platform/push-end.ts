import { dropText, keepText, readText } from './kept-text.ts';

/** Separate from `push.ts`, so that the sign-in screen loads only the code that a log-out needs. */

/**
 * Ends the browser's subscription, and removes the reminders that the browser still shows. They may name medications,
 * which the next person could read.
 */
export async function endPush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  } catch {
    // This browser shows no notifications.
  }
  await unsubscribe();
}

/**
 * The key in local storage that stays after a log-out without a connection ended the subscription of this browser, until
 * the server knows it.
 */
const ENDED_KEY = 'pushEnded';

/**
 * Ends the browser's subscription at a log-out that the server may not hear of. Otherwise the browser would show the
 * reminders of somebody who has left.
 */
export async function endPushFirst(): Promise<void> {
  if (!(await browsersSubscription().catch(() => undefined))) return;
  keepText(ENDED_KEY, 'yes');
  await endPush();
}

/** Whether a log-out ended the subscription of this browser, and the server does not know it yet. */
export function hasEndedPush(): boolean {
  return readText(ENDED_KEY) !== null;
}

/** The server knows that the subscription has ended, or the person has turned on reminders again. */
export function forgetEndedPush(): void {
  dropText(ENDED_KEY);
}

/** Ends the browser's subscription. @returns whether one was ended; false also after a failure */
export async function unsubscribe(): Promise<boolean> {
  const subscription = await browsersSubscription().catch(() => undefined);
  return (await subscription?.unsubscribe().catch(() => false)) ?? false;
}

/** The browser's subscription, if the person has allowed one. */
export async function browsersSubscription(): Promise<PushSubscription | undefined> {
  if (!('PushManager' in window)) return undefined;
  // Does not use `ready`, which never resolves if no service worker could be installed.
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}
