import type { Instant } from '../../../../domain/zone.ts';
import type { Database } from '../../db/database.ts';

/** What the servers of this database have noted about their clocks. */
export interface NotedTime {
  /** The latest time that a server took for right. */
  readonly at: Instant;
  /** Whether the clock has jumped ahead of `at`, so that it may be wrong. */
  readonly hasJumped: boolean;
  /** How long (ms) the clock has run steadily since the jump. */
  readonly steadyMs: number;
}

/** The only row of the table. */
const ROW = 1;

/** @returns undefined before the first start of a server */
export async function findNotedTime(db: Database): Promise<NotedTime | undefined> {
  const row = await db
    .selectFrom('noted_times')
    .select(['noted_at', 'has_jumped', 'steady_ms'])
    .where('id', '=', ROW)
    .executeTakeFirst();
  return row && { at: row.noted_at, hasJumped: row.has_jumped === 1, steadyMs: row.steady_ms };
}

export async function noteTime(
  db: Database,
  { at, hasJumped, steadyMs }: NotedTime,
): Promise<void> {
  const row = { noted_at: at, has_jumped: hasJumped ? 1 : 0, steady_ms: steadyMs };
  await db
    .insertInto('noted_times')
    .values({ id: ROW, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
