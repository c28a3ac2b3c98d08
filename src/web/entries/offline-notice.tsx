import './offline-notice.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { countOf, unsentWords } from '../../domain/unsent.ts';
import { useDataTime, useIsOffline, useRecovery } from '../platform/offline.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { asOfText } from '../ui/form-time.ts';
import { KeptHeight } from '../ui/kept-height.tsx';
import { useToSend } from './use-waiting.ts';

/** Says that there is no connection, how old the shown data is, and what waits on this device to be sent. */
export function OfflineNotice() {
  useRecovery();
  const user = useUser();
  const isOffline = useIsOffline();
  const at = useDataTime(user.id);
  const { unsent, problem, sendNow } = useToSend();
  const [isSending, setIsSending] = useState(false);
  /** Whether 'Send now' has not reached the server. */
  const [isStill, setIsStill] = useState(false);
  if (isStill && !isOffline) setIsStill(false);
  const count = countOf(unsent);
  // While the server answers, entries are sent so fast that only those that stay are mentioned.
  const isShown = isOffline || unsent.forms > 0 || problem !== '';
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  const [wasOffline, setWasOffline] = useState(isOffline);
  if (isShown && wasOffline !== isOffline) setWasOffline(isOffline);
  const isKept = isShown && count > 0;
  useEffect(() => {
    // Otherwise a browser that needs room may delete what exists only here. Over plain http there is no such request.
    const storage: StorageManager | undefined = navigator.storage;
    if (isKept) storage?.persist().catch(() => {});
  }, [isKept]);
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(wasShown);
  useLayoutEffect(() => {
    // A line that appears while the page is used must not move the buttons below it under a finger. A page that is
    // scrolled already is kept in place by the browser.
    const root = document.scrollingElement;
    if (wasShown && !before.current && root?.scrollTop === 0) {
      root.scrollTop = place.current?.offsetHeight ?? 0;
    }
    before.current = wasShown;
  }, [wasShown]);

  async function send() {
    setIsSending(true);
    await sendNow();
    setIsSending(false);
    setIsStill(true);
  }

  const waits = count > 0 && `${unsentWords(unsent)} ${count === 1 ? 'waits' : 'wait'}.`;
  const parts = isOffline
    ? [
        isStill ? 'Still no connection.' : 'No connection.',
        at !== undefined && `Entries from ${asOfText(at, user)}.`,
        waits || 'You can go on.',
      ]
    : [waits, problem];
  const over = wasOffline ? 'You’re online again.' : 'Everything is saved.';
  const text = isShown ? parts.filter(Boolean).join(' ') : over;
  return (
    <div ref={place} className={isShown ? 'offline-notice' : 'offline-notice offline-over'}>
      <KeptHeight>
        <div className="offline-line">
          <p role="status">{wasShown && text}</p>
          {isShown && count > 0 && (
            <Button kind="quiet" icon="send" busy={isSending} onPress={send}>
              {isSending ? 'Sending...' : 'Send now'}
            </Button>
          )}
        </div>
      </KeptHeight>
    </div>
  );
}
