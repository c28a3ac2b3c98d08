import type { Dose } from '../../contract/entities.ts';
import { RECENT_DOSES_MS } from '../../domain/doses.ts';
import { compareText } from '../../domain/sorted.ts';
import { isoOf } from '../../domain/zone.ts';
import { entriesOf } from '../entries/entries-of.ts';
import type { QueuedKind } from '../entries/kind.ts';
import { call } from '../platform/client.ts';
import { allPages } from '../platform/pages.ts';

/** The most doses in one answer. It is enough for 40 doses a day over three months. */
const MOST = 4000;

/** A dose's `doseId` is made in the browser, so the server saves a dose once even if it is sent twice. */
export const doses: QueuedKind<Dose, Dose> = {
  name: 'doses',
  key: 'doseId',
  calls: {
    delete: 'deleteDose',
    restore: 'restoreDose',
    deleted: 'getDeletedDoses',
    edit: 'updateDose',
  },
  pressId: 'doseId',
  // Those of the last three days.
  recent({ id: userId }, signal) {
    const from = isoOf(Date.now() - RECENT_DOSES_MS);
    return allPages((cursor) => call('getDoses', { userId, from, cursor }, signal));
  },
  within({ id: userId }, { from, to }, signal) {
    const span = { from: isoOf(from), to: isoOf(to), limit: MOST };
    return allPages((cursor) => call('getDoses', { userId, ...span, cursor }, signal));
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
  useShown: useShownDoses,
  useWithin: useDosesWithin,
  useQueue: useDoseQueue,
  useQueued: useQueuedDoses,
  useDelete: useDeleteDoses,
  useRestore: useRestoreDoses,
  useEdit: useEditSavedDose,
} = entriesOf(doses);
