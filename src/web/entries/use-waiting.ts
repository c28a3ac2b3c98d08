import type { Unsent } from '../../domain/unsent.ts';
import type { EntriesState, Entry } from '../forms/store/entry-list.ts';
import {
  useEntryStore,
  usePartOfEntries,
  useQueuedCheckIns,
  useQueuedDiary,
  useQueuedDoses,
  useQueuedVisits,
  useQueues,
} from './use-entries.tsx';

/** The forms that wait on this device to be sent. The caller renders only when these change. */
export function useWaitingForms(): readonly Entry[] {
  const store = useEntryStore();
  usePartOfEntries((state) =>
    waitingIn(state)
      .map(({ draft, submission }) => `${draft.submissionId} ${submission?.enteredAt}`)
      .join(),
  );
  return waitingIn(store.getState());
}

function waitingIn({ entries }: EntriesState): readonly Entry[] {
  return entries.filter(({ status }) => status === 'waiting');
}

/** What waits on this device to be sent, without what the server has refused. */
export interface ToSend {
  readonly unsent: Unsent;
  /** Why the server did not save them; '' if it gave no reason or was not reached. */
  readonly problem: string;
  /** Sends everything now. */
  readonly sendNow: () => Promise<void>;
}

export function useToSend(): ToSend {
  const store = useEntryStore();
  const queues = useQueues();
  const forms = usePartOfEntries((state) => waitingIn(state).length);
  const formProblem = usePartOfEntries(({ sendProblem }) => sendProblem);
  const states = [useQueuedDoses(), useQueuedCheckIns(), useQueuedDiary(), useQueuedVisits()];
  const [doses = 0, checkIns = 0, diary = 0, visits = 0] = states.map(
    ({ queued }) => queued.filter(({ problem }) => problem === undefined).length,
  );
  const problems = states.map(({ queued, sendProblem }) => queued.length > 0 && sendProblem);
  return {
    unsent: { forms, doses, checkIns, diary, visits },
    problem: [forms > 0 && formProblem, ...problems].find(Boolean) || '',
    async sendNow() {
      const all = [queues.doses, queues.checkIns, queues.diary, queues.visits];
      await Promise.all([store.sendNow(), ...all.map((queue) => queue.send())]);
    },
  };
}
