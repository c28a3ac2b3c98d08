import type { Form } from '../../contract/entities.ts';
import type { Draft, Submission } from './draft.ts';

/**
 * - `open`: being filled in; shown in the dialog
 * - `closed`: closed before it was submitted
 * - `sending`: submitted from the dialog; its answer is awaited
 * - `waiting`: submitted; on the disk until the network is back
 * - `refused`: the server rejected it when it was sent later
 * - `discarded`: given up; in memory alone, until the next form is begun
 */
export type Status = 'open' | 'closed' | 'sending' | 'waiting' | 'refused' | 'discarded';

export interface Entry {
  readonly draft: Draft;
  readonly status: Status;
  /** Present while `sending`, `waiting` or `refused`. */
  readonly submission?: Submission | undefined;
  /** Present while `sending`: whether the device has stored what was submitted. */
  readonly isStored?: Promise<boolean>;
  /** Why the last try at saving it failed. */
  readonly error?: Error | undefined;
  /** Begun in an earlier visit, or closed and opened again by Track Symptoms. */
  readonly isRestored?: boolean;
}

/** A form that was saved, for the message about it. */
export interface SavedForm {
  /** The server's copy. */
  readonly form: Form;
  readonly sent: Draft;
  /** When Submit was pressed, by this device's clock: an ISO instant. */
  readonly submittedAt: string;
}

export interface EntriesState {
  readonly entries: readonly Entry[];
  /** The `submissionId` of the entry in the dialog, which is `open`, `sending` or `waiting`. */
  readonly shownId: string | undefined;
  /** Whether the draft that was asked for is open in another window, or was finished there. */
  readonly isElsewhere: boolean;
  /** What was saved and not reported yet. */
  readonly saved: readonly SavedForm[];
  readonly isSending: boolean;
  /** What the server says about the forms that wait, other than refusing one. */
  readonly sendProblem: string;
}

export const NO_ENTRIES: EntriesState = {
  entries: [],
  shownId: undefined,
  isElsewhere: false,
  saved: [],
  isSending: false,
  sendProblem: '',
};

/** The entries in memory. Each change is immediate and reported to the listeners. */
export class EntryList {
  readonly #listeners = new Set<() => void>();
  #state = NO_ENTRIES;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get state(): EntriesState {
    return this.#state;
  }

  set(part: Partial<EntriesState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }

  all(status: Status): Entry[] {
    return this.#state.entries.filter((entry) => entry.status === status);
  }

  find(submissionId: string): Entry | undefined {
    return this.#state.entries.find(({ draft }) => draft.submissionId === submissionId);
  }

  /** The entry in the dialog. */
  get shown(): Entry | undefined {
    const { shownId } = this.#state;
    return shownId === undefined ? undefined : this.find(shownId);
  }

  /** Adds an entry at the end, in place of one with the same id. */
  add(entry: Entry): void {
    this.set({ entries: [...this.#without(entry.draft), entry] });
  }

  /** Adds an entry and shows it in the dialog. */
  show(entry: Entry): void {
    this.add(entry);
    this.set({ shownId: entry.draft.submissionId, isElsewhere: false });
  }

  /** Changes an entry in its place. */
  update(draft: Draft, part: Partial<Entry>): void {
    this.set({
      entries: this.#state.entries.map((entry) =>
        entry.draft.submissionId === draft.submissionId ? { ...entry, ...part } : entry,
      ),
    });
  }

  /** Takes a draft from the dialog, if it is there. */
  hide({ submissionId }: Draft): void {
    if (this.#state.shownId === submissionId) this.set({ shownId: undefined });
  }

  remove(draft: Draft): void {
    this.hide(draft);
    this.set({ entries: this.#without(draft) });
  }

  #without({ submissionId }: Draft): Entry[] {
    return this.#state.entries.filter(({ draft }) => draft.submissionId !== submissionId);
  }
}

export function isDiscarded({ status }: Entry): boolean {
  return status === 'discarded';
}

/** Whether it was submitted, and waits on the device. */
export function isSubmitted({ status }: Entry): boolean {
  return status === 'waiting' || status === 'refused';
}
