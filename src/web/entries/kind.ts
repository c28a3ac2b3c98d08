import type { CallName } from '../../contract/calls.ts';
import type { KindName } from '../../domain/unsent.ts';
import type { Instant } from '../../domain/zone.ts';
import type { Drafts } from './drafts.ts';

/** Whose entries they are. */
interface Owner {
  readonly id: string;
  /** IANA. */
  readonly timeZone: string;
}

/** A span of time: `to` is after it. */
export interface Instants {
  readonly from: Instant;
  readonly to: Instant;
}

/** What a saved entry of each kind has, besides its own fields. */
export interface SavedEntry {
  readonly author?: string | undefined;
  /** ISO instant; absent unless the entry is deleted. */
  readonly deletedAt?: string | null | undefined;
  /** Whether the signed-in caregiver must not change it. */
  readonly readOnly?: true | undefined;
}

/** What entries of all kinds have while they wait on this device. */
export interface WaitingEntry {
  /** ISO instant. */
  readonly enteredAt: string;
  readonly timeZone: string;
}

/** A kind of entry that is deleted and restored as all others are. */
export interface Kind {
  readonly name: KindName;
  /** The field that identifies an entry, here and in the inputs of the calls. */
  readonly key: string;
  readonly calls: {
    readonly delete: CallName;
    readonly restore: CallName;
    readonly deleted: CallName;
    /** Without it, a save with a version is the edit. */
    readonly edit?: CallName;
  };
  /** The input field with the list of keys, if one call deletes or restores several entries. */
  readonly several?: string;
  /** Helpers do not see these entries. */
  readonly isPrivate?: true;
}

/** A kind whose new entries wait on this device until the server has them. */
export interface QueuedKind<
  Saved extends SavedEntry,
  Waiting extends WaitingEntry,
  Key = keyof Saved,
  PressId = keyof Waiting,
> extends Kind {
  readonly key: Key & string;
  /** The field with the id of a waiting entry. The server does not know it unless it is also `key`. */
  readonly pressId: PressId & string;
  /** Fetches what the overview needs. */
  recent(owner: Owner, signal: AbortSignal): Promise<Saved[]>;
  /** Fetches those of a span, the latest first, for the history and for charts. */
  within?(owner: Owner, span: Instants, signal: AbortSignal): Promise<Saved[]>;
  /** The keys of the saved entries that a waiting one makes or replaces; by default, its own key. */
  keysOf?(waiting: Waiting): readonly string[];
  /** The order of the list `recent`. */
  compare(one: Saved, other: Saved): number;
  send(userId: string, waiting: Waiting): Promise<readonly Saved[]>;
  /** What was begun in its dialog and is not saved. */
  readonly drafts?: Drafts;
}

/** Any of them, for code that serves them all. */
export type AnyQueuedKind = QueuedKind<SavedEntry, WaitingEntry, string, string>;
