import type { Config } from '../config.ts';

/** The path at which a clinic's system collects the file of a health link. In a link, the secret follows the path. */
export const HEALTH_LINK_PATH = '/api/healthLink';
/** The maximum length of a URL in a SMART Health Link, in characters. */
const MAX_ADDRESS_LENGTH = 128;
/** 256 bits in base64url. */
const SECRET_LENGTH = 43;

/** The address in a health link. */
export function healthAddress({ publicUrl }: Config, secret: string): string {
  return `${publicUrl}${HEALTH_LINK_PATH}/${secret}`;
}

/** Whether the systems of clinics can collect files from this server. */
export function hasHealthLinks(config: Config): boolean {
  const { length } = healthAddress(config, 'x'.repeat(SECRET_LENGTH));
  return config.isReachable && length <= MAX_ADDRESS_LENGTH;
}
