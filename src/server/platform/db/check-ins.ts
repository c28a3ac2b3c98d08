import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addDeletedIndex, byPerson, entryOfPerson } from './medication.ts';

/** Adds the table `check_ins`, and a deletion time to `former_entries`. */
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
    await addDeletedIndex(db, 'check_ins');
    await addDeletedIndex(db, 'former_entries');
  },
};
