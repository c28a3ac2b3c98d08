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

/** Ends the browser's subscription. @returns whether there was one */
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
