import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { acceptedAddress } from './accepted-address.ts';
import { activityCounts } from './activity-counts.ts';
import { addressSplits } from './address-splits.ts';
import { caregiverSaves } from './caregiver-saves.ts';
import { caregivers } from './caregivers.ts';
import { checkInNumbers } from './check-in-numbers.ts';
import { checkIns } from './check-ins.ts';
import { consents } from './consents.ts';
import { devices } from './devices.ts';
import { diary } from './diary.ts';
import { emailUndos } from './email-undos.ts';
import { healthLinks } from './health-links.ts';
import { knownBrowsers } from './known-browsers.ts';
import { medication } from './medication.ts';
import { notedTimes } from './noted-times.ts';
import { ownZone } from './own-zone.ts';
import { reminders } from './reminders.ts';
import { rowsByPerson } from './rows-by-person.ts';
import { sharing } from './sharing.ts';
import { spreadsheetQueue } from './spreadsheet-queue.ts';
import { visits } from './visits.ts';
import { waysIn } from './ways-in.ts';

/**
 * The migrations of the schema, in order. A released migration is never edited: each change is a new one. Keys are
 * text; times and flags are integers. The SQL is portable, except for the layout of SQLite's file.
 */
const migrations: Record<string, Migration> = {
  '0001-accounts': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('accounts')
        .addColumn('user_id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('email', 'text', (column) => column.notNull().unique())
        .addColumn('password_hash', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('sessions')
        .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
        .addColumn('user_id', 'text', (column) =>
          column.notNull().references('accounts.user_id').onDelete('cascade'),
        )
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('is_new_user', 'integer', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
      await db.schema
        .createTable('attempts')
        .addColumn('limit_key', 'text', (column) => column.primaryKey().notNull())
        .addColumn('tries', 'text', (column) => column.notNull())
        .addColumn('last_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '0002-profiles': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('profiles')
        .addColumn('user_id', 'text', (column) =>
          column.primaryKey().notNull().references('accounts.user_id').onDelete('cascade'),
        )
        .addColumn('first_name', 'text', (column) => column.notNull())
        .addColumn('last_name', 'text', (column) => column.notNull())
        .addColumn('birthday', 'text', (column) => column.notNull())
        .addColumn('biological_sex', 'text', (column) => column.notNull())
        .addColumn('years_with_parkinsons', 'integer')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('last_form_number', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema
        .createTable('slots')
        .addColumn('user_id', 'text', (column) =>
          column.notNull().references('profiles.user_id').onDelete('cascade'),
        )
        .addColumn('slot', 'integer', (column) => column.notNull().check(sql`slot between 1 and 5`))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('slots_key', ['user_id', 'slot'])
        .execute();
      await db.schema
        .createTable('past_symptoms')
        .addColumn('user_id', 'text', (column) =>
          column.notNull().references('profiles.user_id').onDelete('cascade'),
        )
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('past_symptoms_key', ['user_id', 'name'])
        .execute();
    },
  },
  '0003-forms': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('forms')
        .addColumn('user_id', 'text', (column) =>
          column.notNull().references('profiles.user_id').onDelete('cascade'),
        )
        .addColumn('form_number', 'integer', (column) => column.notNull())
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('submission_id', 'text')
        .addColumn('logged_at', 'bigint', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('forms_key', ['user_id', 'form_number'])
        .addUniqueConstraint('forms_submission', ['user_id', 'submission_id'])
        .execute();
      await db.schema
        .createIndex('forms_time')
        .on('forms')
        .columns(['user_id', 'logged_at'])
        .execute();
      const createRatings = (table: string) =>
        db.schema
          .createTable(table)
          .addColumn('user_id', 'text', (column) => column.notNull())
          .addColumn('form_number', 'integer', (column) => column.notNull())
          .addColumn('slot', 'integer', (column) => column.notNull())
          .addColumn('name', 'text', (column) => column.notNull())
          .addColumn('severity', 'integer', (column) =>
            column.notNull().check(sql`severity between 1 and 5`),
          )
          .addColumn('notes', 'text', (column) => column.notNull())
          .addForeignKeyConstraint(
            `${table}_form`,
            ['user_id', 'form_number'],
            'forms',
            ['user_id', 'form_number'],
            (constraint) => constraint.onDelete('cascade'),
          );
      await createRatings('ratings')
        .addPrimaryKeyConstraint('ratings_key', ['user_id', 'form_number', 'slot'])
        .execute();
      await createRatings('former_ratings')
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('replaced_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('former_ratings_key', [
          'user_id',
          'form_number',
          'version',
          'slot',
        ])
        .execute();
    },
  },
  '0004-identity': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('accounts')
        .addColumn('email_proven', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema
        .alterTable('sessions')
        .addColumn('authenticated_at', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema
        .createTable('codes')
        .addColumn('challenge_hash', 'text', (column) => column.primaryKey().notNull())
        .addColumn('purpose', 'text', (column) => column.notNull())
        .addColumn('email_hash', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text', (column) =>
          column.references('accounts.user_id').onDelete('cascade'),
        )
        .addColumn('code_hash', 'text', (column) => column.notNull())
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('codes_email').on('codes').column('email_hash').execute();
      await db.schema.createIndex('codes_user').on('codes').column('user_id').execute();
      await db.schema
        .createTable('mails')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('email_hash', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text', (column) =>
          column.references('accounts.user_id').onDelete('cascade'),
        )
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addColumn('due_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('mails_due').on('mails').column('due_at').execute();
      await db.schema.createIndex('mails_email').on('mails').column('email_hash').execute();
      await db.schema.createIndex('mails_user').on('mails').column('user_id').execute();
      await db.schema
        .createTable('identities')
        .addColumn('issuer', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text', (column) =>
          column.notNull().references('accounts.user_id').onDelete('cascade'),
        )
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('identities_key', ['issuer', 'subject'])
        .execute();
      await db.schema.createIndex('identities_user').on('identities').column('user_id').execute();
      await db.schema
        .createTable('provider_tokens')
        .addColumn('user_id', 'text', (column) =>
          column.notNull().references('accounts.user_id').onDelete('cascade'),
        )
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('provider_tokens_key', ['user_id', 'provider'])
        .execute();
      await db.schema
        .createTable('provider_visits')
        .addColumn('state_hash', 'text', (column) => column.primaryKey().notNull())
        .addColumn('browser_hash', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text', (column) =>
          column.references('accounts.user_id').onDelete('cascade'),
        )
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('provider_visits_browser')
        .on('provider_visits')
        .column('browser_hash')
        .execute();
      await db.schema
        .createIndex('provider_visits_user')
        .on('provider_visits')
        .column('user_id')
        .execute();
    },
  },
  '0005-entered-at': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('forms')
        .addColumn('entered_at', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await sql`update forms set entered_at = logged_at`.execute(db);
    },
  },
  '0006-spreadsheets': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('provider_tokens')
        .addColumn('person_hash', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      await db.schema
        .createIndex('provider_tokens_person')
        .on('provider_tokens')
        .column('person_hash')
        .execute();
      await db.schema
        .createTable('revocations')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('person_hash', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addColumn('due_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('revocations_due').on('revocations').column('due_at').execute();
      await db.schema
        .createIndex('revocations_person')
        .on('revocations')
        .column('person_hash')
        .execute();
      await db.schema
        .createTable('spreadsheets')
        .addColumn('user_id', 'text', (column) =>
          column.primaryKey().notNull().references('accounts.user_id').onDelete('cascade'),
        )
        .addColumn('is_on', 'integer', (column) => column.notNull())
        .addColumn('spreadsheet_id', 'text')
        .addColumn('is_ready', 'integer', (column) => column.notNull())
        .addColumn('problem', 'text', (column) => column.notNull())
        .addColumn('legacy', 'text', (column) => column.notNull())
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addColumn('due_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('spreadsheets_due')
        .on('spreadsheets')
        .columns(['is_on', 'due_at'])
        .execute();
      await db.schema
        .createTable('spreadsheet_rows')
        .addColumn('user_id', 'text', (column) => column.notNull())
        .addColumn('form_number', 'integer', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('spreadsheet_rows_key', ['user_id', 'form_number'])
        .addForeignKeyConstraint(
          'spreadsheet_rows_form',
          ['user_id', 'form_number'],
          'forms',
          ['user_id', 'form_number'],
          (constraint) => constraint.onDelete('cascade'),
        )
        .execute();
    },
  },
  '0007-activity': {
    async up(db: Kysely<unknown>) {
      // No foreign key to the account, because it could cause a deadlock: an edit locks the profile and then adds a row
      // here. With a foreign key, the edit would wait for a deletion of the account, while that deletion waits for the
      // profile. So the deletion itself deletes these rows, as its last step.
      await db.schema
        .createTable('activity')
        .addColumn('user_id', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('detail', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('activity_key', ['user_id', 'at', 'id'])
        .execute();
    },
  },
  '0008-unready-spreadsheets': {
    async up(db: Kysely<unknown>) {
      await db.schema.dropIndex('spreadsheets_due').execute();
      await db.schema
        .createIndex('spreadsheets_unready')
        .on('spreadsheets')
        .column('due_at')
        .where(sql.ref('is_ready'), '=', sql.lit(0))
        .execute();
    },
  },
  '0009-rows-by-person': rowsByPerson,
  '0010-jobs': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('jobs')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text', (column) =>
          column.references('accounts.user_id').onDelete('cascade'),
        )
        .addColumn('target_hash', 'text', (column) => column.notNull())
        .addColumn('detail', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addColumn('due_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      // Every email gets the kind 'mail', although email with a report has a kind of its own by now: SQL cannot tell
      // which emails have a report, because their content is encrypted. A job of the kind 'mail' can send a report too.
      await sql`insert into jobs
        (id, kind, user_id, target_hash, detail, sealed, tries, due_at, expires_at)
        select id, 'mail', user_id, email_hash, '', sealed, tries, due_at, expires_at
        from mails`.execute(db);
      await sql`insert into jobs
        (id, kind, user_id, target_hash, detail, sealed, tries, due_at, expires_at)
        select id, 'revoke', null, person_hash, provider, sealed, tries, due_at, expires_at
        from revocations`.execute(db);
      await db.schema.dropTable('mails').execute();
      await db.schema.dropTable('revocations').execute();
      await db.schema.createIndex('jobs_due').on('jobs').columns(['kind', 'due_at']).execute();
      await db.schema.createIndex('jobs_target').on('jobs').column('target_hash').execute();
      await db.schema.createIndex('jobs_user').on('jobs').column('user_id').execute();
    },
  },
  '0011-oauth-flows': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('provider_visits').renameTo('oauth_flows').execute();
      // Renaming a table does not rename its indexes.
      await db.schema.dropIndex('provider_visits_browser').execute();
      await db.schema.dropIndex('provider_visits_user').execute();
      await db.schema
        .createIndex('oauth_flows_browser')
        .on('oauth_flows')
        .column('browser_hash')
        .execute();
      await db.schema.createIndex('oauth_flows_user').on('oauth_flows').column('user_id').execute();
    },
  },
  '0012-undo': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('last_symptom_changes')
        .addColumn('user_id', 'text', (column) =>
          column.primaryKey().notNull().references('profiles.user_id').onDelete('cascade'),
        )
        .addColumn('revision', 'integer', (column) => column.notNull())
        .addColumn('former', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0013-deleted-forms': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('forms').addColumn('deleted_at', 'bigint').execute();
      await db.schema.alterTable('former_ratings').addColumn('logged_at', 'bigint').execute();
      await db.schema
        .createIndex('forms_deleted')
        .on('forms')
        .column('deleted_at')
        .where(sql.ref('deleted_at'), 'is not', null)
        .execute();
    },
  },
  '0014-fair-use': {
    async up(db: Kysely<unknown>) {
      // Indexes, because the server deletes expired rows every hour and must not scan whole tables for that.
      for (const [table, column] of [
        ['sessions', 'expires_at'],
        ['codes', 'expires_at'],
        ['oauth_flows', 'expires_at'],
        ['attempts', 'last_at'],
      ] as const) {
        await db.schema.createIndex(`${table}_expiry`).on(table).column(column).execute();
      }
      // A request for a further page of the activity contains the id of the last row of the page before, and a query
      // looks up the time of that row. The index contains the time, so that SQLite prefers it to the primary key.
      await db.schema
        .createIndex('activity_id')
        .on('activity')
        .columns(['user_id', 'id', 'at'])
        .execute();
      for (const [name, type] of [
        ['entries', 'integer'],
        ['text_bytes', 'bigint'],
        ['saved_day', 'integer'],
        ['saved_today', 'integer'],
      ] as const) {
        await db.schema
          .alterTable('profiles')
          .addColumn(name, type, (column) => column.notNull().defaultTo(0))
          .execute();
      }
      const bytesIn = (table: string) => sql`coalesce((
        select sum(octet_length(name) + octet_length(notes)) from ${sql.table(table)} as held
        where held.user_id = profiles.user_id), 0)`;
      await sql`update profiles set
        entries = (select count(*) from forms where forms.user_id = profiles.user_id),
        text_bytes = ${bytesIn('ratings')} + ${bytesIn('former_ratings')}`.execute(db);
    },
  },
  '0016-display': {
    up: async (db) => {
      await db.schema.alterTable('profiles').addColumn('display', 'text').execute();
    },
  },
  '0017-medication': medication,
  '0018-check-ins': checkIns,
  '0019-spreadsheet-queue': spreadsheetQueue,
  '0020-reminders': reminders,
  '0021-check-in-numbers': checkInNumbers,
  '0022-diary': diary,
  '0023-visits': visits,
  '0024-sharing': sharing,
  '0025-caregivers': caregivers,
  '0026-health-links': healthLinks,
  '0027-caregiver-saves': caregiverSaves,
  '0028-noted-times': notedTimes,
  '0029-known-browsers': knownBrowsers,
  '0030-activity-counts': activityCounts,
  '0031-ways-in': waysIn,
  '0032-accepted-address': acceptedAddress,
  '0033-devices': devices,
  '0034-email-undos': emailUndos,
  '0035-activity-actors': {
    up: async (db) => {
      await db.schema
        .alterTable('activity')
        .addColumn('actor', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    },
  },
  '0036-what-stays': {
    up: async (db) => {
      await db.schema.alterTable('accounts').addColumn('stays_asked_at', 'bigint').execute();
      await db.schema
        .alterTable('caregivers')
        .addColumn('invited_at', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
  '0037-address-splits': addressSplits,
  '0039-consents': consents,
};

const OWN_ZONE = '0015-own-zone';

/** @param timeZone the installation's zone, for rows without a zone */
export function migrationsIn(timeZone: string): Record<string, Migration> {
  return { ...migrations, [OWN_ZONE]: { up: (db) => ownZone(db, timeZone) } };
}

/** The names of all migrations, in order. */
export const migrationNames: readonly string[] = Object.keys(migrationsIn('UTC')).sort();
