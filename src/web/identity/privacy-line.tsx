import './auth.css';
import { useConfig } from '../platform/config.ts';
import { useIsFromHtml } from '../ui/from-html.ts';

/** What people agree to who create an account, if the operator has a privacy notice. */
export function PrivacyLine({
  by = 'form',
}: {
  /** How the page makes accounts. Invitations do so even if the server takes no new accounts. */
  readonly by?: 'form' | 'buttons' | 'invitation';
}) {
  const { privacyUrl, signUp, signInLink, providers = [] } = useConfig().data ?? {};
  // The prerendered HTML is the same for all installations.
  const isFromHtml = useIsFromHtml();
  const hasButtons = signInLink || providers.length > 0;
  const makesAccounts = by === 'invitation' || (signUp && (by === 'form' || hasButtons));
  if (!privacyUrl || !makesAccounts || isFromHtml) return null;
  return (
    <p className="auth-privacy">
      By creating an account you agree to how this server uses your health data:{' '}
      <a className="link" href={privacyUrl} target="_blank" rel="noopener noreferrer">
        Privacy notice
      </a>
    </p>
  );
}
