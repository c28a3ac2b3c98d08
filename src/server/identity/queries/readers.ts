import { type ShareLife, type ShareState, shareState } from '../../../domain/share.ts';
import type { VisitScope } from '../../../domain/visit.ts';
import type { CalendarDate, Instant } from '../../../domain/zone.ts';
import type { Database } from '../../platform/db/database.ts';

/** What someone who has opened a link may read. */
export interface Reader {
  readonly userId: string;
  readonly shareId: string;
  readonly scope: VisitScope;
  /** The first day; null for the days since the last visit. */
  readonly from: CalendarDate | null;
  readonly expiresAt: Instant;
}

const COLUMNS = [
  'shares.user_id as userId',
  'shares.share_id as shareId',
  'shares.secret_hash as secretHash',
  'shares.passcode_hash as passcodeHash',
  'shares.from_date as from',
  'shares.medication',
  'shares.diary',
  'shares.check_ins as checkIns',
  'shares.notes',
  'shares.expires_at as expiresAt',
  'shares.ended_at as endedAt',
  'shares.wrong_passcodes as wrongPasscodes',
] as const;

/** The stored link that a reader tries to open. */
export interface OpenableShare extends ShareLife {
  readonly userId: string;
  readonly shareId: string;
  readonly secretHash: string;
  /** '' without a passcode. */
  readonly passcodeHash: string;
}

/** Finds a link by its id alone, because a reader's request has no user id. */
export async function findOpenable(
  db: Database,
  shareId: string,
): Promise<OpenableShare | undefined> {
  return await db
    .selectFrom('shares')
    .select(COLUMNS)
    .where('share_id', '=', shareId)
    .executeTakeFirst();
}

/**
 * Finds the reader whose session has this token.
 *
 * @param openedAfter the sessions of readers who opened the link before this time have ended
 * @returns undefined if there is no such session, or if it has ended
 */
export async function findReader(
  db: Database,
  { tokenHash, shareId }: { readonly tokenHash: string; readonly shareId: string },
  openedAfter: Instant,
  now: Instant,
): Promise<{ readonly reader: Reader; readonly state: ShareState } | undefined> {
  const row = await db
    .selectFrom('share_openings')
    .innerJoin('shares', (join) =>
      join
        .onRef('shares.user_id', '=', 'share_openings.user_id')
        .onRef('shares.share_id', '=', 'share_openings.share_id'),
    )
    .select(COLUMNS)
    .where('share_openings.token_hash', '=', tokenHash)
    .where('share_openings.share_id', '=', shareId)
    .where('share_openings.opened_at', '>', openedAfter)
    .executeTakeFirst();
  if (!row) return undefined;
  const { userId, from, expiresAt, medication, diary, checkIns, notes } = row;
  const scope = {
    medication: medication === 1,
    diary: diary === 1,
    checkIns: checkIns === 1,
    notes: notes === 1,
  };
  return { reader: { userId, shareId, scope, from, expiresAt }, state: shareState(row, now) };
}

export async function findShareIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('shares')
    .select('share_id as shareId')
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ shareId }) => shareId);
}
