import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';

/** The queue of forms that are still to be written to their row of a spreadsheet. */

/** So many forms are named in one statement. */
const NUMBERS_AT_ONCE = 500;

/** A form as it was written. */
export interface WrittenForm {
  readonly formNumber: number;
  readonly version: number;
}

/**
 * Queues forms of someone who has the mirror on, as they are now, in a transaction that holds the owner's
 * profile. Turning it on holds that too: so a form that is saved or edited meanwhile is queued by the one or
 * by the other.
 *
 * @param formNumbers those forms; without it, all of them
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

/** The same for one form that is saved or edited. */
export const queueForm = prepared(
  (trx, { userId, formNumber }: { userId: string; formNumber: number }) =>
    queueing(trx, userId, [formNumber]),
);

function queueing(trx: Database, userId: string, formNumbers?: readonly number[]) {
  return trx
    .insertInto('spreadsheet_rows')
    .columns(['user_id', 'form_number', 'version'])
    .expression((eb) =>
      eb
        .selectFrom('spreadsheets')
        .innerJoin('forms', 'forms.user_id', 'spreadsheets.user_id')
        .select(['forms.user_id', 'forms.form_number', 'forms.version'])
        .where('spreadsheets.user_id', '=', userId)
        .where('spreadsheets.is_on', '=', 1)
        .$if(formNumbers !== undefined, (query) =>
          query.where('forms.form_number', 'in', formNumbers ?? []),
        )
        // In the order in which everyone takes them, so that no two wait for each other.
        .orderBy('forms.form_number'),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'form_number'])
        .doUpdateSet((eb) => ({ version: eb.ref('excluded.version') })),
    );
}

/** Takes forms from the queue that were written as they are; one that was edited since stays there. */
export async function dropWritten(
  trx: Database,
  userId: string,
  written: readonly WrittenForm[],
): Promise<void> {
  for (const [version, forms] of Map.groupBy(written, (form) => form.version)) {
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
