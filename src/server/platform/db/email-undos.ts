import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the former addresses of accounts, each of which can get its account back for some days. */
export const emailUndos: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('email_undos')
      .addColumn('secret_hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('accounts.user_id').onDelete('cascade'),
      )
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    for (const [name, column] of [
      ['email_undos_user', 'user_id'],
      ['email_undos_email', 'email'],
      ['email_undos_expiry', 'expires_at'],
    ] as const) {
      await db.schema.createIndex(name).on('email_undos').column(column).execute();
    }
  },
};
