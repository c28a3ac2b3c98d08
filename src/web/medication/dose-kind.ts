import type { Dose } from '../../contract/entities.ts';
import { RECENT_DOSES_MS } from '../../contract/page-data.ts';
import { compareText } from '../../domain/sorted.ts';
import { isoOf } from '../../domain/zone.ts';
import { entriesOf } from '../entries/entries-of.ts';
import type { QueuedKind } from '../entries/kind.ts';
import { call } from '../platform/client.ts';
import { allPages } from '../platform/pages.ts';

/** A dose's `doseId` is made in the browser, so the server saves a dose once even if it is sent twice. */
export const doses: QueuedKind<Dose, Dose> = {
  name: 'doses',
  key: 'doseId',
  calls: { delete: 'deleteDose', restore: 'restoreDose', deleted: 'getDeletedDoses' },
  pressId: 'doseId',
  // Those of the last three days.
  recent({ id: userId }, signal) {
    const from = isoOf(Date.now() - RECENT_DOSES_MS);
    return allPages((cursor) => call('getDoses', { userId, from, cursor }, signal));
  },
  compare: (one, other) => compareText(other.takenAt, one.takenAt),
  async send(userId, dose) {
    const { doseId, medicationId, amount, takenAt, scheduledFor, status, enteredAt, timeZone } =
      dose;
    const planned = scheduledFor === null ? {} : { scheduledFor };
    const entry = { doseId, medicationId, amount, takenAt, status, enteredAt, timeZone };
    return [(await call('logDose', { userId, ...entry, ...planned })) as Dose];
  },
};

export const {
  useRecent: useRecentDoses,
  useQueue: useDoseQueue,
  useQueued: useQueuedDoses,
  useDelete: useDeleteDoses,
  useRestore: useRestoreDoses,
} = entriesOf(doses);
