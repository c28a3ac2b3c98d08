import { useEffect, useEffectEvent } from 'react';

/** The part of the browser's CloseWatcher that we use. TypeScript's library lacks CloseWatcher. */
interface Watcher {
  onclose: (() => void) | null;
  destroy: () => void;
}

/**
 * Calls `onClose` for Android's Back, as a button or a swipe, which would otherwise leave the app. In browsers without
 * CloseWatcher, Back leaves the page as before.
 */
export function useCloseRequests(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { CloseWatcher } = window as { readonly CloseWatcher?: new () => Watcher };
    if (!CloseWatcher) return;
    let watcher: Watcher;
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.onclose = () => {
        // A watcher reports once, and the dialog may stay open.
        watch();
        close();
      };
    };
    watch();
    return () => watcher.destroy();
  }, []);
}
