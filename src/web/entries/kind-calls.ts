import type { CallName } from '../../contract/calls.ts';
import type { Input } from '../../contract/endpoints.ts';
import { call } from '../platform/client.ts';
import type { AnyQueuedKind, Kind, SavedEntry, WaitingEntry } from './kind.ts';

export type Keys = readonly (string | number)[];

/** Deletes or restores the entries with these keys, as `name` says. @returns them */
export async function change<Saved extends SavedEntry>(
  kind: Kind,
  name: CallName,
  userId: string,
  chosen: Keys,
): Promise<readonly Saved[]> {
  if (kind.several) return await callOf<Saved[]>(name, { userId, [kind.several]: chosen });
  return await Promise.all(chosen.map((key) => callOf<Saved>(name, { userId, [kind.key]: key })));
}

/** Makes a call whose name the compiler does not know. The kind's definition says what it answers. */
export function callOf<Answer>(
  name: CallName,
  input: object,
  signal?: AbortSignal,
): Promise<Answer> {
  return call(name, input as Input<CallName>, signal) as Promise<Answer>;
}

/** What identifies an entry among those of its kind and person. */
export function keyOf({ key }: Kind, entry: SavedEntry | WaitingEntry): string | number {
  const value = (entry as Readonly<Record<string, unknown>>)[key] as string | number | undefined;
  if (value === undefined) throw new Error(`An entry has no ${key}`);
  return value;
}

/** The keys of the saved entries that a waiting one makes or replaces. */
export function keysOf<Waiting extends WaitingEntry>(
  kind: Kind & { keysOf?(waiting: Waiting): readonly string[] },
  waiting: Waiting,
): readonly string[] {
  return kind.keysOf?.(waiting) ?? [String(keyOf(kind, waiting))];
}

/**
 * Sends an entry, or deletes it on the server if it was undone. One press on several entries has no id on the server, which
 * may have entries with other values under their keys, such as a half-hour that somebody else has entered. So the press is
 * sent first: if the server refuses it, those entries stay. Entries with the same values cannot be told from its own.
 *
 * @returns what the server has stored
 */
export async function deliver(
  kind: AnyQueuedKind,
  ownerId: string,
  {
    entry,
    isWithdrawn,
    isRestored,
  }: {
    readonly entry: WaitingEntry;
    readonly isWithdrawn?: true;
    /** Whether the server is asked to restore the entry if it has deleted it. */
    readonly isRestored?: true;
  },
): Promise<readonly SavedEntry[]> {
  const keys = keysOf(kind, entry);
  if (isWithdrawn) {
    if (kind.keysOf) await kind.send(ownerId, entry);
    return await change(kind, kind.calls.delete, ownerId, keys);
  }
  const saved = await kind.send(ownerId, entry);
  const isDeleted = saved.some(({ deletedAt }) => deletedAt);
  if (isRestored && isDeleted) return await change(kind, kind.calls.restore, ownerId, keys);
  return saved;
}
