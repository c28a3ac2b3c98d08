import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { byPerson } from './medication.ts';

/** Adds the links with which a clinic's system collects a report, and the records of who collected a report. */
export const healthLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('health_links')
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('profiles.user_id').onDelete('cascade'),
      )
      .addColumn('health_link_id', 'text', (column) => column.notNull())
      .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      // The last column, because it is large: SQLite can read the other columns without it.
      .addColumn('file', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('health_links_key', ['user_id', 'health_link_id'])
      .$call((table) => byPerson(db, table))
      .execute();
    // An index, because the server erases expired files every hour and must not scan the whole table for that.
    await db.schema
      .createIndex('health_links_expiry')
      .on('health_links')
      .column('expires_at')
      .execute();
    await db.schema
      .createTable('health_link_readings')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('health_link_id', 'text', (column) => column.notNull())
      .addColumn('reading_id', 'text', (column) => column.notNull())
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('read_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('health_link_readings_key', [
        'user_id',
        'health_link_id',
        'reading_id',
      ])
      .addForeignKeyConstraint(
        'health_link_readings_link',
        ['user_id', 'health_link_id'],
        'health_links',
        ['user_id', 'health_link_id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .$call((table) => byPerson(db, table))
      .execute();
  },
};
