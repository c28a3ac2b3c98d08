import { useEffect } from 'react';
import { useAddress } from '../platform/navigation.tsx';
import { useLoggedOut } from '../platform/session.ts';
import { AuthPage } from './auth-page.tsx';
import { signInInTab, useReturnProblem } from './oauth-popup.ts';
import { ProviderButton } from './provider-buttons.tsx';

/**
 * The sign-in screen of an installation whose people sign in only with the operator's own provider (OIDC_ONLY). The
 * sign-in starts at once, but not after a log-out or a failed sign-in.
 */
export function OwnProviderOnly() {
  const { parameters } = useAddress();
  const hasLoggedOut = useLoggedOut();
  const problem = useReturnProblem('oidc');
  const startsAtOnce = !hasLoggedOut && !problem && !parameters.has('out');
  useEffect(() => {
    if (startsAtOnce) signInInTab('oidc');
  }, [startsAtOnce]);
  return (
    <AuthPage
      title="Sign in to your account"
      subtitle="Welcome to your Parkinson's Disease Management App"
    >
      <ProviderButton provider="oidc" action="Sign in" kind="main" />
    </AuthPage>
  );
}
