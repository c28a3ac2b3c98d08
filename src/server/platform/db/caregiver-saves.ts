import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the columns that count what each caregiver saves in a day. */
export const caregiverSaves: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['saved_day', 'saved_today']) {
      await db.schema
        .alterTable('caregivers')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    }
  },
};
