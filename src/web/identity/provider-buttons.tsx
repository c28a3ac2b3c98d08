import { useState } from 'react';
import type { ProviderKey } from '../../contract/providers.ts';
import { useConfig, useProviderNames } from '../platform/config.ts';
import { useRefreshSession } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { signInInTab, useOAuthFlow, useReturnProblem } from './oauth-popup.ts';
import { ProviderNotice } from './provider-notice.tsx';

interface Props {
  readonly action: 'Sign in' | 'Sign up';
}

/**
 * Buttons for the OAuth providers. Google's button is always shown: if Google is not configured, the button says so.
 * The other providers are shown only if they are configured.
 */
export function ProviderButtons({ action }: Props) {
  const config = useConfig();
  const others =
    config.data?.providers.filter((key) => key !== 'google' && !isAbove(key, action)) ?? [];
  const hasGoogle = config.data === undefined || config.data.providers.includes('google');
  return (
    <>
      {hasGoogle ? (
        <ProviderButton provider="google" action={action} isBusy={config.isPending} />
      ) : (
        <NoGoogle action={action} />
      )}
      {others.map((provider) => (
        <ProviderButton key={provider} provider={provider} action={action} />
      ))}
    </>
  );
}

/** On the sign-in screen, the button of the operator's own provider stands above the password. */
function isAbove(provider: ProviderKey, action: Props['action']): boolean {
  return provider === 'oidc' && action === 'Sign in';
}

export function ProviderButton({
  provider,
  action,
  isBusy = false,
}: Props & {
  readonly provider: ProviderKey;
  readonly isBusy?: boolean;
}) {
  const name = useProviderNames()[provider];
  const isOwnOnly = useConfig().data?.oidcOnly === true && provider === 'oidc';
  const flow = useOAuthFlow(provider, 'signIn', useRefreshSession());
  const returned = useReturnProblem(provider);
  const problem = flow.problem || returned;
  return (
    <div className="stack-close">
      <Button
        wide
        busy={isBusy}
        // The page that it comes back to may ask for a proof.
        onPress={isOwnOnly ? () => signInInTab(provider) : flow.start}
      >
        {action} with {name}
      </Button>
      <ProviderNotice provider={name} isOpen={flow.waiting} problem={problem} />
    </div>
  );
}

function NoGoogle({ action }: Props) {
  const [pressed, setPressed] = useState(false);
  return (
    <div className="stack-close">
      <Button wide onPress={() => setPressed(true)}>
        {action} with Google
      </Button>
      {pressed && (
        <Message kind="info">
          Google sign-in is not set up here. Please use your email and a password.
        </Message>
      )}
    </div>
  );
}
