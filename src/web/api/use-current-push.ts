import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Renews the browser’s subscription for reminders when the page opens. */
export function useCurrentPush(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    // Offline, the next page load renews it.
    void import('./current-push.ts')
      .then(({ renewPush }) => renewPush(client, userId))
      .catch(() => {});
  }, [client, userId]);
}
