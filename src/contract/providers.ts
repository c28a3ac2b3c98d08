/** The providers one can sign in with, beside email and password: by their key, what they are called. */
export const PROVIDERS = {
  google: 'Google',
  facebook: 'Facebook',
  github: 'GitHub',
  twitter: 'X (Twitter)',
} as const;

export type ProviderKey = keyof typeof PROVIDERS;

export const PROVIDER_KEYS = Object.keys(PROVIDERS) as [ProviderKey, ...ProviderKey[]];

/**
 * What someone goes to a provider for: to get in; to show once more who they are; to let the app keep a
 * spreadsheet of theirs, which only Google offers.
 */
export const VISIT_PURPOSES = ['signIn', 'confirm', 'sheets'] as const;
export type VisitPurpose = (typeof VISIT_PURPOSES)[number];

/** Where the provider's page is shown: in a window of its own, or where popups are blocked, in this one. */
export const VISIT_MODES = ['popup', 'page'] as const;
export type VisitMode = (typeof VISIT_MODES)[number];

/** The screen that a visit ends on. */
export const VISIT_END_PATH = '/provider-visit';
/** The screen that a mailed link leads to. */
export const SIGN_IN_LINK_PATH = '/sign-in-link';

/** Where a visit begins; its id, purpose and mode go into the query. */
export function visitStartPath(provider: ProviderKey): string {
  return `/api/auth/${provider}/start`;
}

/** Where the provider sends the browser back to (DECISIONS 9). */
export function visitCallbackPath(provider: ProviderKey): string {
  return `/api/auth/${provider}/callback`;
}
