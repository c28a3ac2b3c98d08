import { type ReactNode, useEffect, useRef } from 'react';
import { DISCLAIMER } from '../../domain/disclaimer.ts';
import { DisplaySwitches } from './display-switches.tsx';

/** Every page: what it shows, and the footer. */
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
  useEffect(() => {
    // What had the focus went with the screen before this one.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="page">
      <title>{`${title} – Symptom Tracker`}</title>
      {header}
      <main ref={main} tabIndex={-1}>
        {children}
      </main>
      <footer className="footer">
        <div className="footer-content stack-close">
          <DisplaySwitches />
          <p>{DISCLAIMER}</p>
          <p>Made by the Symptom Tracker team for people with Parkinson's.</p>
        </div>
      </footer>
    </div>
  );
}
