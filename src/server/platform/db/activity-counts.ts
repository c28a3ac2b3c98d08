import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Counts repeats in one row of the account activity, and keeps rows about security apart from the others. */
export const activityCounts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('activity')
      .addColumn('count', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema
      .alterTable('activity')
      .addColumn('is_security', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('activity_ordinary')
      .on('activity')
      .columns(['user_id', 'at', 'id'])
      .where(sql.ref('is_security'), '=', sql.lit(0))
      .execute();
    await db.schema
      .createIndex('activity_expiry')
      .on('activity')
      .column('at')
      .where(sql.ref('is_security'), '=', sql.lit(1))
      .execute();
  },
};
