import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the account that accepted an invitation under another address than the invited one. */
export const acceptedAddress: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('invitations')
      .addColumn('helper_id', 'text', (column) =>
        column.references('accounts.user_id').onDelete('cascade'),
      )
      .execute();
    await db.schema
      .createIndex('invitations_helper')
      .on('invitations')
      .column('helper_id')
      .execute();
  },
};
