import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the address of each provider's identity, so that the settings can list it. */
export const waysIn: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('identities')
      .addColumn('email', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
