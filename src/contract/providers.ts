/** The names of the sign-in providers, by key. */
export const PROVIDERS = {
  google: 'Google',
  facebook: 'Facebook',
  github: 'GitHub',
  twitter: 'X (Twitter)',
} as const;

export type ProviderKey = keyof typeof PROVIDERS;

export const PROVIDER_KEYS = Object.keys(PROVIDERS) as [ProviderKey, ...ProviderKey[]];

/**
 * Why we send a user to a provider: sign in, re-authenticate, or grant access to a spreadsheet (only Google).
 * This code base calls such an OAuth flow a visit.
 */
export const VISIT_PURPOSES = ['signIn', 'confirm', 'sheets'] as const;
export type VisitPurpose = (typeof VISIT_PURPOSES)[number];

/** Where the browser opens the provider's page: in a popup, or in the same window if popups are blocked. */
export const VISIT_MODES = ['popup', 'page'] as const;
export type VisitMode = (typeof VISIT_MODES)[number];

/** The screen at the end of a visit. */
export const VISIT_END_PATH = '/provider-visit';
/** The screen that a mailed sign-in link opens. */
export const SIGN_IN_LINK_PATH = '/sign-in-link';

/** The path that starts a visit. The id, purpose and mode are in the query string. */
export function visitStartPath(provider: ProviderKey): string {
  return `/api/auth/${provider}/start`;
}

/** The path of the redirect URI, to which the provider sends the browser back (DECISIONS 9). */
export function visitCallbackPath(provider: ProviderKey): string {
  return `/api/auth/${provider}/callback`;
}
