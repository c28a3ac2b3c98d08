/** The names of the sign-in providers, by key. The operator's own provider may have another one (OIDC_NAME). */
export const PROVIDERS = {
  oidc: 'OpenID',
  google: 'Google',
  facebook: 'Facebook',
  github: 'GitHub',
  twitter: 'X (Twitter)',
} as const;

export type ProviderKey = keyof typeof PROVIDERS;
export type ProviderNames = Readonly<Record<ProviderKey, string>>;

/** The names as people of an installation know them. @param oidc the operator's name for their own provider */
export function providerNames(oidc: string | undefined): ProviderNames {
  return oidc === undefined ? PROVIDERS : { ...PROVIDERS, oidc };
}

export const PROVIDER_KEYS = Object.keys(PROVIDERS) as [ProviderKey, ...ProviderKey[]];

/**
 * The purposes of an OAuth flow: sign in, join the provider to the signed-in account, re-authenticate, or grant access
 * to a spreadsheet (only Google).
 */
export const OAUTH_PURPOSES = ['signIn', 'join', 'confirm', 'sheets'] as const;
export type OAuthPurpose = (typeof OAUTH_PURPOSES)[number];

/** Where the browser opens the provider's page: in a popup, or in the same window if popups are blocked. */
export const OAUTH_MODES = ['popup', 'page'] as const;
export type OAuthMode = (typeof OAUTH_MODES)[number];

/** The screen at the end of an OAuth flow. */
export const OAUTH_END_PATH = '/oauth-end';
/** Where the operator's own provider sends the browser after a log-out. */
export const SIGNED_OUT_PATH = '/signin?out=1';
/** The screen that a mailed sign-in link opens. */
export const SIGN_IN_LINK_PATH = '/sign-in-link';
/** The screen that 'This was not me' in a letter about a new way to sign in opens. */
export const END_WAY_IN_PATH = '/not-me';

/** The screen that 'Change it back' in the letter to a former address opens. */
export const UNDO_EMAIL_PATH = '/email-back';

/** The screen that an invitation of a caregiver opens. */
export const INVITATION_PATH = '/invitation';

/** The path that starts an OAuth flow. The id, purpose and mode are in the query string. */
export function oauthStartPath(provider: ProviderKey): string {
  return `/api/auth/${provider}/start`;
}

/** The path of the redirect URI, to which the provider sends the browser back (DECISIONS 9). */
export function oauthCallbackPath(provider: ProviderKey): string {
  return `/api/auth/${provider}/callback`;
}
