import { DAY_MS } from '../../../../domain/zone.ts';
import type { Database } from '../../db/database.ts';
import { takeNext } from './due-queue.ts';

/** Tokens that a provider is to be told of that they will not be used again. */
export interface StoredRevocation {
  readonly id: string;
  readonly provider: string;
  /** Keyed hash of who it is at the provider. */
  readonly personHash: string;
  /** The tokens, encrypted. */
  readonly sealed: string;
}

/** A provider that cannot be reached for so long is not told. */
const GIVE_UP_AFTER_MS = 7 * DAY_MS;

export async function addRevocation(
  trx: Database,
  { id, provider, personHash, sealed }: StoredRevocation,
  now: number,
): Promise<void> {
  await trx
    .insertInto('revocations')
    .values({
      id,
      provider,
      person_hash: personHash,
      sealed,
      tries: 0,
      due_at: now,
      expires_at: now + GIVE_UP_AFTER_MS,
    })
    .execute();
}

/** A person who allows it anew is not to lose that to what they took back before. */
export async function dropRevocationsOf(trx: Database, personHash: string): Promise<void> {
  await trx.deleteFrom('revocations').where('person_hash', '=', personHash).execute();
}

/**
 * Takes the revocation that has waited longest, for this process alone.
 *
 * @param lostAt when the try counts as lost, so that another may be made
 * @returns it, and how many tries were made before this one; undefined where none is due
 */
export async function takeDueRevocation(
  db: Database,
  now: number,
  lostAt: number,
): Promise<
  (StoredRevocation & { readonly tries: number; readonly expiresAt: number }) | undefined
> {
  return await takeNext(db, 'revocations', lostAt, () =>
    db
      .selectFrom('revocations')
      .select([
        'id',
        'provider',
        'person_hash as personHash',
        'sealed',
        'tries',
        'due_at as dueAt',
        'expires_at as expiresAt',
      ])
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('id')
      .executeTakeFirst(),
  );
}
