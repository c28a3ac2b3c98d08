import { vi } from 'vitest';

interface StandIn {
  readonly permission?: NotificationPermission;
  /** What the person answers when the browser asks. */
  readonly answer?: NotificationPermission;
  readonly isSubscribed?: boolean;
}

/**
 * Replaces the browser's push service with a fake one that answers at once, because Debian's Chromium has none.
 *
 * @returns a function that tells whether the browser has a subscription
 */
export function standInForPush({
  permission: initial = 'default',
  answer = 'granted',
  isSubscribed = false,
}: StandIn = {}): () => boolean {
  let permission = initial;
  vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => permission);
  vi.spyOn(Notification, 'requestPermission').mockImplementation(async () => {
    permission = answer;
    return permission;
  });
  const bytes = (length: number) => new Uint8Array(length).fill(7).buffer;
  const made = {
    endpoint: 'https://push.example/1',
    getKey: (name: string) => bytes(name === 'auth' ? 16 : 65),
    unsubscribe: async () => {
      subscription = null;
      return true;
    },
  } as unknown as PushSubscription;
  let subscription = isSubscribed ? made : null;
  const registration = {
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async () => {
        subscription = made;
        return made;
      },
    },
  } as unknown as ServiceWorkerRegistration;
  const { serviceWorker } = navigator;
  vi.spyOn(serviceWorker, 'ready', 'get').mockReturnValue(Promise.resolve(registration));
  vi.spyOn(serviceWorker, 'getRegistration').mockResolvedValue(registration);
  return () => subscription !== null;
}
