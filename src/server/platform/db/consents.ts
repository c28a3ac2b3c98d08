import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the privacy notices that people agreed to when they created their accounts. */
export const consents: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('consents')
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('accounts.user_id').onDelete('cascade'),
      )
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('consents_key', ['user_id', 'at'])
      .execute();
  },
};
