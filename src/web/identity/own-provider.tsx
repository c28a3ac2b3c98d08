import { useEffect, useState } from 'react';
import { useProviderNames } from '../platform/config.ts';
import { Link, useAddress } from '../platform/navigation.tsx';
import { hasLoggedOut } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { HelpLink } from './auth-page.tsx';
import { JoinAccount } from './join-account.tsx';
import { signInInTab, useReturn } from './oauth-popup.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { ProviderNotice } from './provider-notice.tsx';
import { SignInPage } from './sign-in-page.tsx';

/**
 * The sign-in screen of an installation whose people sign in only with the operator's own provider (OIDC_ONLY). The
 * sign-in starts at once, but not after a log-out or a failed sign-in.
 */
export function OwnProviderOnly() {
  const { parameters } = useAddress();
  const name = useProviderNames().oidc;
  const back = useReturn();
  const [startsAtOnce] = useState(
    () => !(hasLoggedOut() || back !== undefined || parameters.has('out')),
  );
  useEffect(() => {
    if (startsAtOnce) signInInTab('oidc');
  }, [startsAtOnce]);
  return (
    <SignInPage>
      <div className="auth-form">
        {back?.accountEmail ? (
          <JoinAccount email={back.accountEmail} />
        ) : (
          <>
            <div className="stack-close">
              <Button kind="main" wide onPress={() => signInInTab('oidc')}>
                Sign in with {name}
              </Button>
              <ProviderNotice provider={name} isOpen={false} problem={back?.problem ?? ''} />
            </div>
            <PasskeySignIn />
          </>
        )}
        {back && (
          <Link className="link" to="/signin?password=1">
            Sign in another way
          </Link>
        )}
        <HelpLink />
      </div>
    </SignInPage>
  );
}
