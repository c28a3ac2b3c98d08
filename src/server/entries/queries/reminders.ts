import { sql } from 'kysely';
import type { Instant } from '../../../domain/zone.ts';
import type { Database } from '../../platform/db/database.ts';

/**
 * Lets a job compute a person's next reminder again, within half a minute. Call it in the transaction of each change
 * that may make a reminder due earlier: a change of the regimen, of a visit or of the person's time zone. Reminders
 * that are due from now on follow the change. Reminders that were due before the change and are not sent yet are still
 * sent.
 */
export async function recheckReminders(trx: Database, userId: string, now: Instant): Promise<void> {
  await trx
    .updateTable('reminders')
    .set({
      next_at: sql<number>`case when next_at <= ${now} then next_at else ${now} end`,
      handled_until: sql<number>`case when next_at <= ${now} or handled_until > ${now} then handled_until else ${now} end`,
    })
    .where('user_id', '=', userId)
    .where('next_at', 'is not', null)
    .execute();
}
