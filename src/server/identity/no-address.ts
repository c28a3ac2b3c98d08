/**
 * An account whose address now belongs to another account (DECISIONS 44) has none until its owner enters a new one.
 * Until then it has an address in the domain `.invalid`, where no mailbox can exist (RFC 2606), so that every account
 * still has an address of its own. Nobody sees this address, and nothing is sent to it.
 */
const DOMAIN = '@no-address.invalid';

export function placeholderFor(userId: string): string {
  return `${userId}${DOMAIN}`;
}

export function hasAddress(email: string): boolean {
  return !email.endsWith(DOMAIN);
}

/** The address as people see it; '' if the account has none. */
export function shownAddress(email: string): string {
  return hasAddress(email) ? email : '';
}
