import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { CallName } from '../../contract/calls.ts';
import { formerAnswerOf, keys } from '../platform/keys.ts';
import { PAGE_FRESH_MS } from '../platform/page-data.ts';
import { useHelping, useUser } from '../platform/user.ts';
import type { Queued } from './device-queue.ts';
import type { EntryQueue, QueueState } from './entry-queue.ts';
import type {
  AnyQueuedKind,
  Instants,
  Kind,
  QueuedKind,
  SavedEntry,
  WaitingEntry,
} from './kind.ts';
import { callOf, change, type Keys, keyOf, keysOf } from './kind-calls.ts';
import { useQueues } from './queues.ts';

/** The query of the entries that were deleted in the last 30 days, the last deleted first. */
export function deletedQuery(kind: Kind, userId: string) {
  return queryOptions({
    queryKey: keys.entries(kind.name, userId, 'deleted'),
    queryFn: ({ signal }) => callOf<SavedEntry[]>(kind.calls.deleted, { userId }, signal),
  });
}

/** Deletes the entries with these keys. They leave all lists at once, so that Undo need not wait for a fetch. */
function useDelete<Saved extends SavedEntry>(kind: Kind) {
  const client = useQueryClient();
  const userId = useUser().id;
  const queryKey = keys.entries(kind.name, userId);
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: (chosen: Keys) => change<Saved>(kind, kind.calls.delete, userId, chosen),
    onSuccess: (deleted) => {
      // Some lists of forms have another shape.
      client.setQueriesData<Saved[]>({ queryKey }, (listed) =>
        Array.isArray(listed) ? without(kind, listed, deleted) : listed,
      );
      void client.invalidateQueries({ queryKey });
    },
  });
}

/** Restores the deleted entries with these keys. The mutation succeeds after their lists have been fetched again. */
export function useRestore(kind: Kind) {
  const client = useQueryClient();
  const userId = useUser().id;
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: (chosen: Keys) => change(kind, kind.calls.restore, userId, chosen),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.entries(kind.name, userId) }),
  });
}

/** The key and the version of an entry, and the fields to replace. */
type Edit<Saved> = { readonly [Name in keyof Saved]?: Saved[Name] | undefined };

/** Shows saved entries at once, and fetches all of their kind again. */
export function showSaved(
  client: QueryClient,
  kind: Kind & Pick<AnyQueuedKind, 'compare'>,
  userId: string,
): (saved: readonly SavedEntry[]) => void {
  return (saved) => {
    const present = saved.filter(({ deletedAt }) => !deletedAt);
    client.setQueryData<SavedEntry[]>(keys.entries(kind.name, userId, 'recent'), (listed = []) =>
      [...present, ...without(kind, listed, saved)].sort(kind.compare),
    );
    const byKey = new Map(saved.map((each) => [keyOf(kind, each), each]));
    client.setQueriesData<SavedEntry[]>(
      { queryKey: keys.entries(kind.name, userId, 'within') },
      (listed) =>
        listed
          ?.map((each) => byKey.get(keyOf(kind, each)) ?? each)
          .filter(({ deletedAt }) => !deletedAt),
    );
    void client.invalidateQueries({ queryKey: keys.entries(kind.name, userId) });
  };
}

/** An entry as the person sees it: what the server has, and what waits on this device. */
export interface Shown<Saved, Waiting> {
  readonly key: string;
  readonly saved?: Saved | undefined;
  /** The last one that waits to be sent, or that the server has refused. */
  readonly queued?: Queued<Waiting> | undefined;
}

/**
 * Returns the saved entry if its values are those that waited on this device when the dialog was opened. The person has
 * then seen them, so a correction may name its version.
 */
export function savedSince<Values, Saved extends Values>(
  saved: Saved | undefined,
  waited: NoInfer<Values> | undefined,
  isSame: (one: Values, other: Values) => boolean,
): Saved | undefined {
  return saved && waited && isSame(saved, waited) ? saved : undefined;
}

/** The hooks of a kind whose entries wait on this device, for the tracker that is shown. */
export function entriesOf<Saved extends SavedEntry, Waiting extends WaitingEntry>(
  kind: QueuedKind<Saved, Waiting>,
) {
  function useQueue(): EntryQueue<Waiting> {
    const queue = useQueues().get(kind.name);
    if (!queue) throw new Error(`There is no queue of ${kind.name}`);
    return queue as unknown as EntryQueue<Waiting>;
  }
  /** What the overview needs of the saved ones, in the order of the kind. */
  function useRecent() {
    const { id, timeZone } = useUser();
    const isHelping = useHelping() !== undefined;
    return useQuery({
      queryKey: keys.entries(kind.name, id, 'recent'),
      queryFn: ({ signal }) => kind.recent({ id, timeZone }, signal),
      enabled: !(kind.isPrivate && isHelping),
      staleTime: PAGE_FRESH_MS,
    });
  }
  /** Those that the server does not have. */
  function useQueued(): QueueState<Waiting> {
    const queue = useQueue();
    return useSyncExternalStore(queue.subscribe, queue.getState, queue.getFirstState);
  }
  /** The keys of the entries that were undone and that the server may still have. */
  function useUndone(): ReadonlySet<string> {
    return new Set(useQueued().withdrawn.flatMap(({ entry }) => keysOf(kind, entry)));
  }
  /** The saved entries of a span without the undone ones, the latest first. Of an empty span, nothing is fetched. */
  function useWithin({ from, to }: Instants) {
    const { id, timeZone } = useUser();
    const undone = useUndone();
    return useQuery({
      queryKey: keys.entries(kind.name, id, 'within', from, to),
      queryFn: ({ signal }) => kind.within?.({ id, timeZone }, { from, to }, signal) ?? [],
      select: (saved: Saved[]) =>
        undone.size === 0 ? saved : saved.filter((each) => !undone.has(String(keyOf(kind, each)))),
      // The shown list stays while a longer one is fetched.
      placeholderData: formerAnswerOf(id),
      enabled: from < to,
    });
  }
  /** These saved entries without the undone ones, then those that only wait, each once. */
  function useWithQueued(saved: readonly Saved[]): readonly Shown<Saved, Waiting>[] {
    const { queued } = useQueued();
    const undone = useUndone();
    const shown = new Map<string, Shown<Saved, Waiting>>();
    for (const each of saved) {
      const key = String(keyOf(kind, each));
      if (!undone.has(key)) shown.set(key, { key, saved: each });
    }
    for (const each of queued) {
      for (const key of keysOf(kind, each.entry)) {
        shown.set(key, { ...shown.get(key), key, queued: each });
      }
    }
    return [...shown.values()];
  }
  return {
    useRecent,
    useQueue,
    useQueued,
    useWithin,
    /**
     * Those of `useRecent`, then those that only wait, each once.
     *
     * @returns undefined while the saved ones load; if loading fails, those of this device alone
     */
    useShown: (): readonly Shown<Saved, Waiting>[] | undefined => {
      const recent = useRecent();
      const shown = useWithQueued(recent.data ?? []);
      return recent.data || recent.isError ? shown : undefined;
    },
    /** Those of `useWithin`, each with what waits of it. */
    useShownWithin: (span: Instants): readonly Shown<Saved, Waiting>[] =>
      useWithQueued(useWithin(span).data ?? []).filter(({ saved }) => saved),
    /** Saves an entry: first on this device, then on the server. It replaces `former`, if that still waits. */
    useSave: () => {
      const { timeZone } = useUser();
      const queue = useQueue();
      return (
        values: Omit<Waiting, keyof WaitingEntry>,
        former?: Queued<Waiting>,
      ): Promise<void> => {
        const enteredAt = new Date().toISOString();
        return queue.add({ ...values, enteredAt, timeZone } as unknown as Waiting, former?.id);
      };
    },
    /** Corrects a saved entry, for a kind with a call of its own for that. */
    useEdit: () => {
      const client = useQueryClient();
      const userId = useUser().id;
      return useMutation({
        meta: { showsOwnError: true },
        mutationFn: (edit: Edit<Saved>) =>
          callOf<Saved>(kind.calls.edit as CallName, { userId, ...edit }),
        onSuccess: () => client.invalidateQueries({ queryKey: keys.entries(kind.name, userId) }),
      });
    },
    useShowSaved: () => showSaved(useQueryClient(), kind, useUser().id),
    useDelete: () => useDelete<Saved>(kind),
    useRestore: () => useRestore(kind),
  };
}

/** The listed entries without those with the same keys as `others`. */
function without<Saved extends SavedEntry>(
  kind: Kind,
  listed: readonly Saved[],
  others: readonly SavedEntry[],
): Saved[] {
  const gone = new Set(others.map((each) => keyOf(kind, each)));
  return listed.filter((each) => !gone.has(keyOf(kind, each)));
}
