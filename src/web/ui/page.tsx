import { type ReactNode, useEffect, useRef } from 'react';
import { DISCLAIMER } from '../../domain/disclaimer.ts';
import { DisplayButton } from './display-button.tsx';
import { useIsTakenOver } from './page-start.ts';

/** The layout of every page: header, content and footer. */
export function Page({
  title,
  header,
  children,
}: {
  readonly title: string;
  readonly header?: ReactNode;
  readonly children: ReactNode;
}) {
  const main = useRef<HTMLElement>(null);
  const isTakenOver = useIsTakenOver();
  useEffect(() => {
    // If the focus was in the previous screen, it is on the body now, because that screen was unmounted. A page that
    // has just been opened had none.
    if (isTakenOver || document.activeElement !== document.body) return;
    main.current?.focus({ preventScroll: true });
  }, [isTakenOver]);
  return (
    <div className="page">
      <title>{`${title} – Symptom Tracker`}</title>
      {header ?? (
        <div className="page-top">
          <DisplayButton />
        </div>
      )}
      <main ref={main} tabIndex={-1}>
        {children}
      </main>
      <footer className="footer">
        <div className="footer-content stack-close">
          <p>{DISCLAIMER}</p>
          <p>Made by the Symptom Tracker team for people with Parkinson's.</p>
        </div>
      </footer>
    </div>
  );
}
