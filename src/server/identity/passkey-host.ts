import { isIP } from 'node:net';
import type { NO_PASSKEYS } from '../../contract/passkeys.ts';

/** Why an address has no passkeys. */
type Refused = (typeof NO_PASSKEYS)[number];

/**
 * Whether browsers allow passkeys at an address: not at an IP address, and without https only at localhost (FACTS 7 and
 * 16).
 *
 * @param publicUrl an http or https origin
 * @returns the host, which is the RP ID, or why there are none
 */
export function passkeyHost(
  publicUrl: string,
):
  | { readonly host: string; readonly refused?: never }
  | { readonly host?: never; readonly refused: Refused } {
  const { hostname, protocol } = new URL(publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return { refused: 'address' };
  if (protocol !== 'https:' && hostname !== 'localhost') return { refused: 'http' };
  return { host: hostname };
}
