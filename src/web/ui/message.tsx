import './message.css';
import { type ReactNode, useEffect, useState } from 'react';

type Kind = 'danger' | 'success' | 'warning' | 'info';

const SIGNS: Record<Kind, string> = {
  danger: 'M14 8v7M14 19.5v.5',
  warning: 'M14 8v7M14 19.5v.5',
  success: 'M8.5 14.5l4 4 7.5-8.5',
  info: 'M14 13v7M14 8v.5',
};

/**
 * A message with an icon and words, never by colour alone. Screen readers speak errors at once and other
 * messages at the next pause.
 */
export function Message({ kind, children }: { readonly kind: Kind; readonly children: ReactNode }) {
  const isAlert = kind === 'danger';
  const isHeard = useHeard();
  return (
    <div className={`message message-${kind}`} role={isAlert ? 'alert' : 'status'}>
      {(isAlert || isHeard) && <MessageContent kind={kind}>{children}</MessageContent>}
    </div>
  );
}

/** The icon and the words of a message. */
export function MessageContent({
  kind,
  children,
}: {
  readonly kind: Kind;
  readonly children: ReactNode;
}) {
  return (
    <>
      <Sign kind={kind} />
      <div className="message-text">{children}</div>
    </>
  );
}

/** The icon of a message. */
export function Sign({ kind }: { readonly kind: Kind }) {
  return (
    <svg className="sign" viewBox="0 0 28 28" aria-hidden="true">
      <circle cx="14" cy="14" r="12.5" fill="none" stroke="currentColor" strokeWidth="2.5" />
      <path
        d={SIGNS[kind]}
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** How long a screen reader takes to notice a new live region (ms). */
const NOTICE_MS = 100;

/**
 * Whether the live region is old enough for its content: screen readers often do not speak text that is added
 * together with its region.
 */
function useHeard(): boolean {
  const [isHeard, setIsHeard] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsHeard(true), NOTICE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isHeard;
}
