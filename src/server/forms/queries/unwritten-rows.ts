import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { StoredForm } from './forms.ts';

/** The queue of forms that the spreadsheet mirror has not written yet. */

/** The most Form #s in one statement. */
const NUMBERS_AT_ONCE = 500;

/** A form as it was written to the spreadsheet. */
export type WrittenForm = Pick<StoredForm, 'formNumber' | 'version' | 'deletedAt'>;

/**
 * Queues the current versions of a person's forms, if the spreadsheet mirror is on. The caller's transaction
 * must have locked the profile. Turning the mirror on locks it too, so that a concurrently saved or edited
 * form is queued by one of the two transactions.
 *
 * @param formNumbers the forms to queue; all forms by default
 */
export async function queueForms(
  trx: Database,
  userId: string,
  formNumbers?: readonly number[],
): Promise<void> {
  if (!formNumbers) {
    await queueing(trx, userId).execute();
    return;
  }
  for (let begin = 0; begin < formNumbers.length; begin += NUMBERS_AT_ONCE) {
    await queueing(trx, userId, formNumbers.slice(begin, begin + NUMBERS_AT_ONCE)).execute();
  }
}

/** `queueForms` for one form that was saved, edited, deleted or restored. Returns no row if the mirror is off. */
export const queueForm = prepared(
  (trx, { userId, formNumber }: { userId: string; formNumber: number }) =>
    queueing(trx, userId, [formNumber]).returning('form_number'),
);

function queueing(trx: Database, userId: string, formNumbers?: readonly number[]) {
  return trx
    .insertInto('spreadsheet_rows')
    .columns(['user_id', 'form_number', 'version'])
    .expression((eb) =>
      eb
        .selectFrom('spreadsheets')
        .innerJoin('forms', 'forms.user_id', 'spreadsheets.user_id')
        .select(['forms.user_id', 'forms.form_number', queuedVersion.as('version')])
        .where('spreadsheets.user_id', '=', userId)
        .where('spreadsheets.is_on', '=', 1)
        .$if(formNumbers !== undefined, (query) =>
          query.where('forms.form_number', 'in', formNumbers ?? []),
        )
        // All transactions lock the rows in this order, which prevents deadlocks.
        .orderBy('forms.form_number'),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'form_number'])
        .doUpdateSet((eb) => ({ version: eb.ref('excluded.version') })),
    );
}

/** In the queue, the version of a deleted form is negative, so that it differs from that of a restored one. */
const queuedVersion = sql<number>`case when forms.deleted_at is null then forms.version
  else -forms.version end`;

/**
 * Removes written forms from the queue. A form that was edited, deleted or restored since has another version
 * there, and stays.
 */
export async function dropWritten(
  trx: Database,
  userId: string,
  written: readonly WrittenForm[],
): Promise<void> {
  const versionOf = ({ version, deletedAt }: WrittenForm) =>
    deletedAt === null ? version : -version;
  for (const [version, forms] of Map.groupBy(written, versionOf)) {
    await trx
      .deleteFrom('spreadsheet_rows')
      .where('user_id', '=', userId)
      .where(
        'form_number',
        'in',
        forms.map(({ formNumber }) => formNumber),
      )
      .where('version', '=', version)
      .execute();
  }
}

export async function dropRows(trx: Database, userId: string): Promise<void> {
  await trx.deleteFrom('spreadsheet_rows').where('user_id', '=', userId).execute();
}
