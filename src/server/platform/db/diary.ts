import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addDeletedIndex, byPerson, entryOfPerson } from './medication.ts';

/** Adds the motor diary. */
export const diary: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('diary_entries')
      .$call(entryOfPerson)
      .addColumn('slot', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('diary_entries_key', ['user_id', 'slot'])
      .$call((table) => byPerson(db, table))
      .execute();
    await addDeletedIndex(db, 'diary_entries');
  },
};
