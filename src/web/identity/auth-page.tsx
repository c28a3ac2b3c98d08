import type { ReactNode } from 'react';
import { Link } from '../platform/navigation.tsx';
import { BrandMark } from '../ui/brand.tsx';
import { DisplayButton } from '../ui/display-button.tsx';
import { Page } from '../ui/page.tsx';
import { usePasskeyOffer } from './use-passkey-offer.ts';

/** The layout of the screens for signed-out people. */
export function AuthPage({
  title,
  subtitle,
  children,
}: {
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly children: ReactNode;
}) {
  usePasskeyOffer();
  return (
    <Page
      title={title}
      header={
        <header className="page-top">
          <p className="brand">
            <BrandMark />
            Symptom Tracker
          </p>
          <DisplayButton />
        </header>
      }
    >
      <div className="narrow">
        <div className="card">
          <div className="stack-close">
            <h1>{title}</h1>
            {subtitle && <p className="soft small">{subtitle}</p>}
          </div>
          {children}
        </div>
      </div>
    </Page>
  );
}

/** For people who do not know yet what this is. */
export function HelpLink() {
  return (
    <Link className="link" to="/help">
      Help
    </Link>
  );
}

export function BackToSignIn() {
  return (
    <Link className="link" to="/signin">
      Back to Sign In
    </Link>
  );
}
