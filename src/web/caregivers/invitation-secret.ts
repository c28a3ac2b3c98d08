import { dropText, keepText, readText } from '../platform/kept-text.ts';

/**
 * The session storage key of an invitation's secret, which stays in this tab until the person accepts or declines the
 * invitation.
 */
const SECRET_KEY = 'invitation';

/** Takes the secret out of the page's address, so that the browser's history does not hold it. */
export function takeSecret(): string {
  const given = location.hash.slice(1);
  if (given) {
    keepText(SECRET_KEY, given, 'tab');
    history.replaceState(history.state, '', location.pathname);
  }
  return readText(SECRET_KEY, 'tab') ?? given;
}

/** Whether this tab was opened with the link of an invitation. */
export function hasInvitation(): boolean {
  return readText(SECRET_KEY, 'tab') !== null;
}

export function forgetInvitation(): void {
  dropText(SECRET_KEY, 'tab');
}
