import { byPart, type ShareLife, type ShareState, shareState } from '../../../domain/share.ts';
import type { VisitScope } from '../../../domain/visit.ts';
import type { CalendarDate, Instant } from '../../../domain/zone.ts';
import type { Database } from '../../platform/db/database.ts';
import { PART_COLUMNS, type PartColumn, partColumn } from '../../platform/db/link-parts.ts';

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
  'links.user_id as userId',
  'links.link_id as linkId',
  'links.secret_hash as secretHash',
  'links.passcode_hash as passcodeHash',
  'links.from_date as from',
  'links.expires_at as expiresAt',
  'links.ended_at as endedAt',
  'links.wrong_passcodes as wrongPasscodes',
  ...PART_COLUMNS,
] as const;

/** The stored link that a reader tries to open. */
export interface OpenableShare extends ShareLife {
  readonly userId: string;
  readonly linkId: string;
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
    .selectFrom('links')
    .select(COLUMNS)
    .where('link_id', '=', shareId)
    .where('kind', '=', 'share')
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
    .selectFrom('link_openings')
    .innerJoin('links', (join) =>
      join
        .onRef('links.user_id', '=', 'link_openings.user_id')
        .onRef('links.link_id', '=', 'link_openings.link_id'),
    )
    .select(COLUMNS)
    .where('links.kind', '=', 'share')
    .where('link_openings.token_hash', '=', tokenHash)
    .where('link_openings.link_id', '=', shareId)
    .where('link_openings.opened_at', '>', openedAfter)
    .executeTakeFirst();
  if (!row) return undefined;
  const { userId, from, expiresAt } = row;
  const reader = { userId, shareId, scope: scopeOf(row), from, expiresAt };
  return { reader, state: shareState(row, now) };
}

/** The parts of a link from its row. */
export function scopeOf(row: Readonly<Record<PartColumn, number>>): VisitScope {
  return byPart((part) => row[partColumn(part)] === 1);
}

export async function findShareIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('links')
    .select('link_id as shareId')
    .where('user_id', '=', userId)
    .where('kind', '=', 'share')
    .execute();
  return rows.map(({ shareId }) => shareId);
}
