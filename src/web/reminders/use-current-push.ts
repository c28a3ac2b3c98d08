import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useIsLost } from '../platform/connection.ts';

/** Renews the browser’s subscription for reminders when the page opens, and after a lost connection. */
export function useCurrentPush(userId: string): void {
  const client = useQueryClient();
  const isLost = useIsLost();
  useEffect(() => {
    if (isLost || !('Notification' in window) || Notification.permission !== 'granted') return;
    // If this fails because there is no network, the next page load tries again.
    void import('./current-push.ts')
      .then(({ renewPush }) => renewPush(client, userId))
      .catch(() => {});
  }, [client, userId, isLost]);
}
