import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { byPerson, entryOfPerson } from './medication.ts';

/** Adds check-ins, and when former values were deleted. */
export const checkIns: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('check_ins')
      .$call(entryOfPerson)
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('medication', 'text')
      .addColumn('exercise_minutes', 'integer')
      .addColumn('sleep_hours', 'double precision')
      .addColumn('mood', 'integer')
      .addColumn('notes', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('check_ins_key', ['user_id', 'day'])
      .$call((table) => byPerson(db, table))
      .execute();
    await db.schema.alterTable('former_entries').addColumn('deleted_at', 'bigint').execute();
    for (const table of ['check_ins', 'former_entries']) {
      await db.schema
        .createIndex(`${table}_deleted`)
        .on(table)
        .column('deleted_at')
        .where(sql.ref('deleted_at'), 'is not', null)
        .execute();
    }
  },
};
