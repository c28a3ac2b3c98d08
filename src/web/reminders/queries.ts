import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Input } from '../../contract/endpoints.ts';
import type { PushDevice, ReminderAnswer } from '../../contract/entities.ts';
import { browserName } from '../../domain/browser.ts';
import { changedReminders } from '../../domain/reminder-changes.ts';
import { call } from '../platform/client.ts';
import { keys } from '../platform/keys.ts';
import { forgetEndedPush, unsubscribe } from '../platform/push-end.ts';
import { readPushState, type Subscription, subscribe } from './push.ts';

export function remindersQuery(userId: string) {
  return queryOptions({
    queryKey: keys.reminders(userId),
    queryFn: ({ signal }) => call('getReminders', { userId }, signal) as Promise<ReminderAnswer>,
  });
}

/** The reminders, and the browsers that get them. */
export function useReminders(userId: string) {
  return useQuery(remindersQuery(userId));
}

export function useSaveReminders(userId: string) {
  const client = useQueryClient();
  const mutationKey = keys.reminders(userId);
  return useMutation({
    mutationKey,
    // Changes are sent one after the other, in the order of the presses.
    scope: { id: `reminders of ${userId}` },
    meta: { showsOwnError: true },
    mutationFn: (change: Omit<Input<'saveReminders'>, 'userId'>) =>
      call('saveReminders', { userId, ...change }),
    // A switch shows its new position before the server answers.
    onMutate: (change) => {
      const key = keys.reminders(userId);
      // A fetch that is under way may return the settings from before this change.
      void client.cancelQueries({ queryKey: key });
      const former = client.getQueryData<ReminderAnswer>(key);
      if (former) client.setQueryData(key, changedReminders(former, change));
      return former;
    },
    onError: (_error, _change, former) =>
      client.setQueryData<ReminderAnswer>(keys.reminders(userId), former),
    onSuccess: (saved) => {
      // The answer to an earlier press does not contain the changes of later presses.
      const isLast = client.isMutating({ mutationKey }) === 1;
      if (isLast) client.setQueryData(keys.reminders(userId), saved as ReminderAnswer);
    },
  });
}

/** Whether this browser can get reminders, and whether it does. */
export function usePushState() {
  return useQuery({ queryKey: keys.push, queryFn: readPushState });
}

function useAfterPushChange(userId: string) {
  const client = useQueryClient();
  return () => pushChanged(client, userId);
}

export async function pushChanged(client: QueryClient, userId: string): Promise<void> {
  await client.invalidateQueries({ queryKey: keys.push });
  await client.invalidateQueries({ queryKey: keys.reminders(userId) });
}

/** Turns reminders on in this browser, after a press. Resolves to false if the person did not allow them. */
export function useTurnOnPush(userId: string) {
  const settled = useAfterPushChange(userId);
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: async (key: string): Promise<boolean> => {
      const subscription = await subscribe(key);
      if (!subscription) return false;
      forgetEndedPush();
      await addDevice(userId, subscription);
      return true;
    },
    onSettled: settled,
  });
}

/** Turns reminders off in this browser, or in another browser of the list. */
export function useRemoveDevice(userId: string) {
  const settled = useAfterPushChange(userId);
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: async ({ deviceId, isThis }: PushDevice) => {
      await removeDevice(userId, deviceId);
      if (isThis) await unsubscribe();
    },
    onSettled: settled,
  });
}

export async function removeDevice(userId: string, deviceId: string): Promise<void> {
  await call('removePushDevice', { userId, deviceId });
}

export function useSendTest(userId: string) {
  const settled = useAfterPushChange(userId);
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => call('sendTestPush', { userId }),
    onSettled: settled,
  });
}

export function useSendNtfyTest(userId: string) {
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => call('sendTestNtfy', { userId }),
  });
}

export async function addDevice(
  userId: string,
  { endpoint, p256dh, auth }: Subscription,
): Promise<void> {
  const name = browserName(navigator.userAgent);
  await call('addPushDevice', { userId, endpoint, p256dh, auth, name });
}
