import { randomUUID } from 'node:crypto';
import { fall } from '../src/contract/kinds/fall.ts';
import { addDays, instantAt } from '../src/domain/zone.ts';
import { saveEntries } from '../src/server/entries/queries/save.ts';
import { SELF } from '../src/server/identity/authors.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import type { DemoPeriod } from './demo-medication.ts';

/** The falls of the made-up patient: how many days ago, when, and what was said of them. */
const FALLS = [
  { ago: 2, time: '10:40', reached: 'nearly', hurt: null, notes: 'In the doorway.' },
  { ago: 6, time: '07:35', reached: 'floor', hurt: true, notes: 'Getting up, before the tablets.' },
  { ago: 11, time: '18:10', reached: 'nearly', hurt: null, notes: '' },
  { ago: 17, time: '11:50', reached: 'floor', hurt: false, notes: 'Turning in the kitchen.' },
  { ago: 23, time: '19:25', reached: 'nearly', hurt: false, notes: '' },
  { ago: 54, time: '21:15', reached: 'floor', hurt: false, notes: 'On the stairs.' },
] as const;

const MINUTE_MS = 60_000;

export async function addDemoFalls(
  db: Database,
  userId: string,
  { last, zone }: DemoPeriod,
): Promise<void> {
  for (const { ago, time, ...said } of FALLS.toReversed()) {
    const fellAt = instantAt(addDays(last, -ago), time, zone);
    const enteredAt = fellAt + 4 * MINUTE_MS;
    const values = { fallId: randomUUID(), fellAt, ...said };
    const sent = { values, enteredAt, timeZone: zone, by: SELF };
    await saveEntries(db, fall, userId, [sent], { now: enteredAt, limits: undefined });
  }
}
