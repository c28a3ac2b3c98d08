import type { Config } from '../config.ts';
import type { Secrets } from '../platform/secrets.ts';

/** The path of the link that ends the weekly report. In a link, the secret follows the path. */
export const END_PATH = '/api/endWeeklyReport';

/**
 * The URL in the weekly report's email with which a person stops these emails (DECISIONS 8). Its secret is encrypted,
 * so nobody can make one without the server's key. The secret permits nothing else. Null without an https `PUBLIC_URL`,
 * which RFC 8058 demands.
 */
export function endUrlOf(
  { config, secrets }: { readonly config: Config; readonly secrets: Secrets },
  userId: string,
): string | null {
  if (!config.publicUrl.startsWith('https:')) return null;
  const secret = secrets.seal(JSON.stringify({ ends: 'weeklyReport', userId }));
  return `${config.publicUrl}${END_PATH}/${secret}`;
}

/** The id of the user whose weekly report a link ends; undefined if the secret is not valid. */
export function ownerOfLink(secrets: Secrets, secret: string): string | undefined {
  try {
    const { ends, userId } = JSON.parse(secrets.open(secret));
    return ends === 'weeklyReport' && typeof userId === 'string' ? userId : undefined;
  } catch {
    return undefined;
  }
}
