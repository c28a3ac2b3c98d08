import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { byPerson } from './medication.ts';

/** Adds the settings of reminders, and the devices that get push messages. */
export const reminders: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('reminders')
      .addColumn('user_id', 'text', (column) =>
        column.primaryKey().notNull().references('profiles.user_id').onDelete('cascade'),
      )
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('next_at', 'bigint')
      .addColumn('handled_until', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('reminders_next')
      .on('reminders')
      .column('next_at')
      .where(sql.ref('next_at'), 'is not', null)
      .execute();
    await db.schema
      .createTable('push_devices')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) => column.notNull())
      // Deleting a session also deletes its device. When `renewSession` changes the session's token, this hash changes
      // too.
      .addColumn('token_hash', 'text', (column) =>
        column
          .notNull()
          .unique()
          .references('sessions.token_hash')
          .onDelete('cascade')
          .onUpdate('cascade'),
      )
      .addColumn('endpoint_hash', 'text', (column) => column.notNull().unique())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('added_at', 'bigint', (column) => column.notNull())
      .addColumn('last_sent_at', 'bigint')
      .addPrimaryKeyConstraint('push_devices_key', ['user_id', 'device_id'])
      .$call((table) => byPerson(db, table))
      .execute();
  },
};
