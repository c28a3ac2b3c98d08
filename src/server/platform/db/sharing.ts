import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { byPerson } from './medication.ts';

/** Adds the links with which others read what a person shares, and a record of each time that a link is opened. */
export const sharing: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('shares')
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('profiles.user_id').onDelete('cascade'),
      )
      .addColumn('share_id', 'text', (column) => column.notNull().unique())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('secret_hash', 'text', (column) => column.notNull())
      .addColumn('passcode_hash', 'text', (column) => column.notNull())
      .addColumn('from_date', 'text')
      .addColumn('medication', 'integer', (column) => column.notNull())
      .addColumn('diary', 'integer', (column) => column.notNull())
      .addColumn('check_ins', 'integer', (column) => column.notNull())
      .addColumn('notes', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('wrong_passcodes', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('shares_key', ['user_id', 'share_id'])
      .$call((table) => byPerson(db, table))
      .execute();
    // Indexes, because every hour the server erases the links that can no longer be restored, and must not scan the
    // whole table for that.
    await db.schema.createIndex('shares_expiry').on('shares').column('expires_at').execute();
    await db.schema.createIndex('shares_ended').on('shares').column('ended_at').execute();
    await db.schema
      .createTable('share_openings')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('share_id', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('opened_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('share_openings_key', ['user_id', 'share_id', 'token_hash'])
      .addForeignKeyConstraint(
        'share_openings_share',
        ['user_id', 'share_id'],
        'shares',
        ['user_id', 'share_id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .$call((table) => byPerson(db, table))
      .execute();
  },
};
