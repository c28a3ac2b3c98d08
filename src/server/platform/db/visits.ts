import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addDeletedIndex, byPerson, entryOfPerson } from './medication.ts';

/** Adds visits with the doctor. */
export const visits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('visits')
      .$call(entryOfPerson)
      .addColumn('visit_id', 'text', (column) => column.notNull())
      .addColumn('day', 'text')
      .addColumn('topics', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('visits_key', ['user_id', 'visit_id'])
      .$call((table) => byPerson(db, table))
      .execute();
    await addDeletedIndex(db, 'visits');
  },
};
