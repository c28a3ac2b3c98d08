import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the browsers that an account knows, and gives each row of attempts a time of its own at which it is deleted. */
export const knownBrowsers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('known_browsers')
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('accounts.user_id').onDelete('cascade'),
      )
      .addColumn('browser_hash', 'text', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('known_browsers_key', ['user_id', 'browser_hash'])
      .execute();
    await db.schema
      .createIndex('known_browsers_expiry')
      .on('known_browsers')
      .column('last_used_at')
      .execute();
    await db.schema.dropIndex('attempts_expiry').execute();
    await db.schema
      .alterTable('attempts')
      .addColumn('expires_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    // Until now, no attempt counted for longer than an hour.
    await sql`update attempts set expires_at = last_at + 3600000`.execute(db);
    await db.schema.alterTable('attempts').dropColumn('last_at').execute();
    await db.schema.createIndex('attempts_expiry').on('attempts').column('expires_at').execute();
  },
};
