import type { QueryClient } from '@tanstack/react-query';
import { endPush, forgetEndedPush, hasEndedPush, unsubscribe } from '../platform/push-end.ts';
import { currentSubscription, hashOf, subscribe } from './push.ts';
import { addDevice, pushChanged, remindersQuery, removeDevice } from './queries.ts';

/**
 * Keeps the server's copy of the browser’s subscription up to date. Browsers replace subscriptions silently, and push
 * services end them; an ended one is replaced here. If the server has none for this session, the browser’s subscription
 * belongs to another person or to an ended session, and is removed. If a log-out that the server did not hear of has ended
 * the subscription, the server's copy is removed.
 */
export async function renewPush(client: QueryClient, userId: string): Promise<void> {
  const { devices, pushKey } = await client.fetchQuery(remindersQuery(userId));
  const [own, subscription] = [devices.find(({ isThis }) => isThis), await currentSubscription()];
  if (!own || hasEndedPush()) {
    if (subscription) await endPush();
    if (own) {
      await removeDevice(userId, own.deviceId);
      await pushChanged(client, userId);
    }
    forgetEndedPush();
    return;
  }
  const hasEnded = own.endpointHash === null;
  if (hasEnded) await unsubscribe();
  const kept = hasEnded ? undefined : subscription;
  const present = kept ?? (pushKey === null ? undefined : await subscribe(pushKey));
  if (!present || (await hashOf(present)) === own.endpointHash) return;
  await addDevice(userId, present);
  await pushChanged(client, userId);
}
