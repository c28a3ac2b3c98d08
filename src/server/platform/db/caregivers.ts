import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { byPerson } from './medication.ts';

/** Adds the tables of caregivers and invitations, and columns that name the caregiver who entered an entry. */
export const caregivers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('caregivers')
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('profiles.user_id').onDelete('cascade'),
      )
      .addColumn('caregiver_id', 'text', (column) => column.notNull())
      .addColumn('helper_id', 'text', (column) =>
        column.notNull().references('accounts.user_id').onDelete('cascade'),
      )
      .addColumn('may', 'text', (column) => column.notNull())
      .addColumn('reads_notes', 'integer', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addColumn('last_seen_at', 'bigint')
      .addPrimaryKeyConstraint('caregivers_key', ['user_id', 'caregiver_id'])
      .addUniqueConstraint('caregivers_helper', ['user_id', 'helper_id'])
      .$call((table) => byPerson(db, table))
      .execute();
    await db.schema.createIndex('caregivers_helped').on('caregivers').column('helper_id').execute();
    await db.schema
      .createTable('invitations')
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('profiles.user_id').onDelete('cascade'),
      )
      .addColumn('invitation_id', 'text', (column) => column.notNull())
      .addColumn('link_hash', 'text', (column) => column.notNull().unique())
      .addColumn('letter_hash', 'text', (column) => column.notNull().unique())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('may', 'text', (column) => column.notNull())
      .addColumn('reads_notes', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('invitations_key', ['user_id', 'invitation_id'])
      .$call((table) => byPerson(db, table))
      .execute();
    await db.schema
      .createIndex('invitations_expiry')
      .on('invitations')
      .column('expires_at')
      .execute();
    for (const table of ['forms', 'doses', 'check_ins', 'diary_entries']) {
      await db.schema
        .alterTable(table)
        .addColumn('author_id', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    }
  },
};
