import type { ReactNode } from 'react';

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
  return (
    <div className="page">
      <title>{`${title} – Symptom Tracker`}</title>
      {header}
      <main>{children}</main>
      <footer className="footer">
        <div className="footer-content stack-close">
          <p>
            For education only. This is not medical advice. Please talk to a medical professional.
            You enter personal data at your own risk.
          </p>
          <p>Made with and for people living with Parkinson's disease.</p>
        </div>
      </footer>
    </div>
  );
}
