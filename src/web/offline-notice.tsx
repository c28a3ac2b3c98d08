import './offline-notice.css';
import { useState } from 'react';
import { useOpenedOffline } from './api/offline.ts';
import { useUser } from './api/user.ts';
import { deviceTime } from './features/overview/form-time.ts';
import { MessageContent } from './ui/message.tsx';

/** Says that the page shows stored data, and how old the data is. */
export function OfflineNotice() {
  const user = useUser();
  const opened = useOpenedOffline();
  // `wasOffline` and `reason` keep their first values, because a change of the height would make the page jump.
  const [wasOffline] = useState(opened?.isOffline);
  const [reason] = useState(
    navigator.onLine ? 'We can’t reach the server right now.' : 'You’re offline.',
  );
  if (!opened || !(wasOffline || opened.isOffline)) return null;
  const { at, isOffline } = opened;
  const kind = isOffline ? 'warning' : 'success';
  return (
    // Not a `Message`, because its words appear a moment after its box, which would make the opening page jump.
    <div className={`message message-${kind} offline-notice`} role="status">
      <MessageContent kind={kind}>
        <p className={isOffline ? undefined : 'unseen'}>
          {reason} Your data is from {deviceTime(at, user)}. You can still add entries.
        </p>
        <p className={isOffline ? 'unseen' : undefined}>You’re online again.</p>
      </MessageContent>
    </div>
  );
}
