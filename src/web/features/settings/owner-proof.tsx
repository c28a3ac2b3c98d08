import type { Answer } from '../../../contract/endpoints.ts';
import { PROVIDERS, type ProviderKey } from '../../../contract/providers.ts';
import { useReloadAccount } from '../../api/account.ts';
import { useOAuthFlow } from '../../api/oauth-popup.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import { Message } from '../../ui/message.tsx';
import { ProviderNotice } from '../../ui/provider-notice.tsx';

export type Account = Answer<'getAccount'>;

/** Whether the person can prove that they own the account: with a password, or by a recent sign-in at a provider. */
export function canProve(account: Account): boolean {
  return account.hasPassword || account.confirmed;
}

/**
 * Proves that the person is the account's owner and not, for example, someone who found the phone. The proof is the
 * password or, for an account without one, a new sign-in at a provider.
 */
export function OwnerProof({
  account,
  password,
  refusal,
  onPassword,
}: {
  readonly account: Account;
  readonly password: string;
  /** Why the server rejected the password; '' if it did not. */
  readonly refusal: string;
  readonly onPassword: (password: string) => void;
}) {
  if (account.hasPassword) {
    return (
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        value={password}
        refusal={refusal}
        onChange={onPassword}
      />
    );
  }
  if (account.confirmed)
    return <Message kind="success">You have confirmed that it is you.</Message>;
  if (account.providers.length === 0) {
    return (
      <Message kind="info">
        To confirm it’s you, log out, sign in again, and come back here within 5 minutes.
      </Message>
    );
  }
  return (
    <>
      <p>First, please confirm that it’s you.</p>
      {account.providers.map((provider) => (
        <ConfirmButton key={provider} provider={provider} />
      ))}
    </>
  );
}

function ConfirmButton({ provider }: { readonly provider: ProviderKey }) {
  const flow = useOAuthFlow(provider, 'confirm', useReloadAccount(useUser().id));
  const name = PROVIDERS[provider];
  return (
    <div className="stack-close">
      <Button wide onPress={flow.start}>
        Confirm with {name}
      </Button>
      <ProviderNotice provider={name} isOpen={flow.waiting} problem={flow.problem} />
    </div>
  );
}
