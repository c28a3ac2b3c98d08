import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Gives sessions what the list of signed-in devices shows, and the known browser that each one belongs to. */
export const devices: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['session_id', 'browser', 'browser_hash'] as const) {
      await db.schema
        .alterTable('sessions')
        .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
        .execute();
    }
    for (const [table, column] of [
      ['sessions', 'last_used_at'],
      ['known_browsers', 'first_used_at'],
    ] as const) {
      await db.schema
        .alterTable(table)
        .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
        .execute();
    }
    await sql`update sessions set last_used_at = created_at, browser = 'A browser'`.execute(db);
    await sql`update known_browsers set first_used_at = last_used_at`.execute(db);
    const { rows } = await sql<{ hash: string }>`select token_hash as hash from sessions`.execute(
      db,
    );
    for (const { hash } of rows) {
      await sql`update sessions set session_id = ${randomUUID()} where token_hash = ${hash}`.execute(
        db,
      );
    }
  },
};
