import { useEffect, useState } from 'react';
import { Link, useAddress } from '../platform/navigation.tsx';
import { hasLoggedOut } from '../platform/session.ts';
import { signInInTab, useHasReturned } from './oauth-popup.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { ProviderButton } from './provider-buttons.tsx';
import { SignInPage } from './sign-in-page.tsx';

/**
 * The sign-in screen of an installation whose people sign in only with the operator's own provider (OIDC_ONLY). The
 * sign-in starts at once, but not after a log-out or a failed sign-in.
 */
export function OwnProviderOnly() {
  const { parameters } = useAddress();
  const hasReturned = useHasReturned();
  const [startsAtOnce] = useState(() => !(hasLoggedOut() || hasReturned || parameters.has('out')));
  useEffect(() => {
    if (startsAtOnce) signInInTab('oidc');
  }, [startsAtOnce]);
  return (
    <SignInPage>
      <div className="auth-form">
        <ProviderButton provider="oidc" action="Sign in" kind="main" />
        <PasskeySignIn />
        {hasReturned && (
          <Link className="link" to="/signin?password=1">
            Sign in another way
          </Link>
        )}
      </div>
    </SignInPage>
  );
}
