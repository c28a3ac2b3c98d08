import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the accounts whose address was first proven by somebody who had neither their session nor their password. */
export const addressSplits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('address_splits')
      .addColumn('user_id', 'text', (column) =>
        column.primaryKey().notNull().references('accounts.user_id').onDelete('cascade'),
      )
      .addColumn('owner_id', 'text', (column) =>
        column.notNull().unique().references('accounts.user_id').onDelete('cascade'),
      )
      .addColumn('split_at', 'bigint', (column) => column.notNull())
      .addColumn('joins_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('address_splits_due')
      .on('address_splits')
      .column('joins_at')
      .execute();
  },
};
