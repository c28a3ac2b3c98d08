import { useCallback, useRef, useSyncExternalStore } from 'react';
import { type Unsent, unsentOf } from '../../domain/unsent.ts';
import type { Entry, FormsState } from '../forms/store/form-list.ts';
import { type Queues, useQueues } from './queues.ts';
import { useFormStore, usePartOfForms } from './use-entries.tsx';

/** The forms that wait on this device to be sent. The caller renders only when these change. */
export function useWaitingForms(): readonly Entry[] {
  const store = useFormStore();
  const shown = usePartOfForms((state) =>
    waitingIn(state)
      .map(({ draft, submission }) => `${draft.submissionId} ${submission?.enteredAt}`)
      .join(),
  );
  // The HTML of the server has none.
  return shown === '' ? NONE : waitingIn(store.getState());
}

const NONE: readonly Entry[] = [];

function waitingIn({ entries }: FormsState): readonly Entry[] {
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
  const store = useFormStore();
  const queues = useQueues();
  const forms = usePartOfForms((state) => waitingIn(state).length);
  const formProblem = usePartOfForms(({ sendProblem }) => sendProblem);
  useQueueChanges(queues);
  const states = [...queues].map(([kind, queue]) => {
    const { queued, sendProblem } = queue.getState();
    const count = queued.filter(({ problem }) => problem === undefined).length;
    return { kind, count, problem: queued.length > 0 && sendProblem };
  });
  return {
    unsent: unsentOf((kind) =>
      kind === 'forms' ? forms : (states.find((each) => each.kind === kind)?.count ?? 0),
    ),
    problem:
      [forms > 0 && formProblem, ...states.map(({ problem }) => problem)].find(Boolean) || '',
    async sendNow() {
      const [first] = queues.values();
      // A queue sends the entries of all kinds.
      await Promise.all([store.sendNow(), first?.send()]);
    },
  };
}

/** Renders the caller again when the state of a queue changes. */
function useQueueChanges(queues: Queues): void {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [...queues.values()].map((queue) => queue.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [queues],
  );
  const states = useRef<readonly unknown[]>([]);
  const read = () => {
    const now = [...queues.values()].map((queue) => queue.getState());
    if (now.some((state, index) => state !== states.current[index])) states.current = now;
    return states.current;
  };
  useSyncExternalStore(subscribe, read, read);
}
