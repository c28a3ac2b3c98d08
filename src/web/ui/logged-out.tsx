import type { ReactNode } from 'react';

/** Tells a person whose session has ended how to go on without losing what they entered on this page. */
export function LoggedOut({ children }: { readonly children: ReactNode }) {
  return (
    <>
      You have been logged out.{' '}
      <a className="link" href="/signin" target="_blank" rel="noreferrer">
        Sign in again
      </a>{' '}
      in a new window. Then come back here and {children}
    </>
  );
}
