import { INVITATION_PATH } from '../../contract/providers.ts';
import type { Context } from '../context.ts';

/** How long an invitation is valid (ms). */
export const INVITATION_MS = 7 * 86_400_000;

/** The link of an invitation. Browsers do not send the fragment, so no log of a server contains the secret. */
export function invitationUrl({ config }: Pick<Context, 'config'>, secret: string): string {
  return `${config.publicUrl}${INVITATION_PATH}#${secret}`;
}
