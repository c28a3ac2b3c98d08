import { PROVIDER_KEYS } from '../../../contract/providers.ts';
import { shareState } from '../../../domain/share.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Stays } from '../../platform/mail/letters.ts';
import { findNames } from './access.ts';

/**
 * What still opens an account, or lets other people see it, after its password was reset: somebody who knew the old
 * password may have added it.
 */
export async function findStays(db: Database, userId: string, now: number): Promise<Stays> {
  const identities = await db
    .selectFrom('identities')
    .select('provider')
    .where('user_id', '=', userId)
    .execute();
  const helpers = await db
    .selectFrom('caregivers')
    .select('helper_id as helperId')
    .where('user_id', '=', userId)
    .orderBy('since')
    .execute();
  const names = await findNames(
    db,
    helpers.map(({ helperId }) => helperId),
  );
  const { invitations } = await db
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('invitations'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  const links = await db
    .selectFrom('shares')
    .select(['expires_at as expiresAt', 'ended_at as endedAt', 'wrong_passcodes as wrongPasscodes'])
    .where('user_id', '=', userId)
    .execute();
  return {
    providers: PROVIDER_KEYS.filter((key) => identities.some(({ provider }) => provider === key)),
    helpers: [...names.values()].map(({ email }) => email),
    invitations: Number(invitations),
    links: links.filter((each) => shareState(each, now) === 'live').length,
  };
}
