import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the table in which servers note the time, to notice a wrong clock. */
export const notedTimes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('noted_times')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('noted_at', 'bigint', (column) => column.notNull())
      .addColumn('has_jumped', 'integer', (column) => column.notNull())
      .addColumn('steady_ms', 'bigint', (column) => column.notNull())
      .execute();
  },
};
