import type { CallName } from '../../contract/calls.ts';
import type { KindName } from '../../domain/unsent.ts';
import type { Drafts } from './drafts.ts';

/** Whose entries they are. */
export interface Owner {
  readonly id: string;
  /** IANA. */
  readonly timeZone: string;
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
  };
  /** The input field with the list of keys, if one call deletes or restores several entries. */
  readonly several?: string;
  /** Helpers do not see these entries. */
  readonly isPrivate?: true;
}

/** A kind whose new entries wait on this device until the server has them. */
export interface AnyQueuedKind extends Kind {
  /** The field with the id of a waiting entry. The server does not know it unless it is also `key`. */
  readonly pressId: string;
  /** Fetches what the overview needs. */
  recent(owner: Owner, signal: AbortSignal): Promise<SavedEntry[]>;
  /** The order of that list. */
  compare(one: SavedEntry, other: SavedEntry): number;
  send(userId: string, waiting: WaitingEntry): Promise<readonly SavedEntry[]>;
  /** What was begun in its dialog and is not saved. */
  readonly drafts?: Drafts;
}

/** The same, with its own entries. */
export interface QueuedKind<Saved extends SavedEntry, Waiting extends WaitingEntry>
  extends AnyQueuedKind {
  readonly key: keyof Saved & string;
  readonly pressId: keyof Waiting & string;
  recent(owner: Owner, signal: AbortSignal): Promise<Saved[]>;
  compare(one: Saved, other: Saved): number;
  send(userId: string, waiting: Waiting): Promise<readonly Saved[]>;
}
