import type { Form } from '../../../contract/entities.ts';
import type { Draft, Ratings, Submission } from './draft.ts';

/**
 * - `open`: shown in the dialog to be filled in
 * - `closed`: closed before it was submitted
 * - `sending`: submitted from the dialog; the answer is awaited
 * - `waiting`: submitted and stored on the device until the network is back
 * - `refused`: rejected by the server when it was sent later
 * - `discarded`: deleted by the person; only in memory, until the next form is opened
 */
export type Status = 'open' | 'closed' | 'sending' | 'waiting' | 'refused' | 'discarded';

export interface Entry {
  readonly draft: Draft;
  readonly status: Status;
  /** Present while `sending`, `waiting` or `refused`. */
  readonly submission?: Submission | undefined;
  /** Present while `sending`: whether the device has stored what was submitted. */
  readonly isStored?: Promise<boolean>;
  /** Why the last attempt to save the form failed. */
  readonly error?: Error | undefined;
  /** Whether the draft is from an earlier page load, or was closed and then opened again with 'Track Symptoms'. */
  readonly isRestored?: boolean;
}

/**
 * A saved form, as it was sent and as the server stored it, so that the screen can say if the server changed the form's
 * time.
 */
export interface SavedForm {
  /** The server's copy. */
  readonly form: Form;
  readonly sent: Draft;
  /** When Submit was pressed, by this device's clock (ISO instant). */
  readonly submittedAt: string;
}

/** A submitted form that began to wait on this device. */
export interface KeptForm {
  readonly submissionId: string;
  readonly ratings: Ratings;
}

export interface FormsState {
  readonly entries: readonly Entry[];
  /** The `submissionId` of the entry in the dialog, which is `open`, `sending` or `waiting`. */
  readonly shownId: string | undefined;
  /** Whether the requested draft is open in another window, or was finished there. */
  readonly isElsewhere: boolean;
  /** Saved forms that the screen has not announced yet. */
  readonly saved: readonly SavedForm[];
  /** Forms that began to wait on the device, and that the screen has not announced yet. */
  readonly kept: readonly KeptForm[];
  readonly isSending: boolean;
  /** Why the last round of sending failed; a refused form has its own `error`. */
  readonly sendProblem: string;
}

export const NO_ENTRIES: FormsState = {
  entries: [],
  shownId: undefined,
  isElsewhere: false,
  saved: [],
  kept: [],
  isSending: false,
  sendProblem: '',
};

/** The entries in memory. Each change is immediate and notifies the listeners. */
export class FormList {
  readonly #listeners = new Set<() => void>();
  #state = NO_ENTRIES;
  #outline = NO_ENTRIES;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get state(): FormsState {
    return this.#state;
  }

  /** The state, in which the shown draft may lack the notes that were typed last. Typing does not change it. */
  get outline(): FormsState {
    return this.#outline;
  }

  set(part: Partial<FormsState>): void {
    this.#state = { ...this.#state, ...part };
    this.#outline = this.#state;
    this.#notify();
  }

  /** Stores a note that somebody types. `outline` stays, so that only the field of the note renders. */
  type(draft: Draft): void {
    this.#state = { ...this.#state, entries: this.#with(draft, { draft }) };
    this.#notify();
  }

  #notify(): void {
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

  /** Adds an entry at the end, replacing one with the same id. */
  add(entry: Entry): void {
    this.set({ entries: [...this.#without(entry.draft), entry] });
  }

  /** Adds an entry and shows it in the dialog. */
  show(entry: Entry): void {
    this.add(entry);
    this.set({ shownId: entry.draft.submissionId, isElsewhere: false });
  }

  /** Changes an entry without moving it. */
  update(draft: Draft, part: Partial<Entry>): void {
    this.set({ entries: this.#with(draft, part) });
  }

  #with({ submissionId }: Draft, part: Partial<Entry>): Entry[] {
    return this.#state.entries.map((entry) =>
      entry.draft.submissionId === submissionId ? { ...entry, ...part } : entry,
    );
  }

  /** Removes a draft from the dialog, if it is shown. */
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

/** Whether the entry was submitted and is stored on the device. */
export function isSubmitted({ status }: Entry): boolean {
  return status === 'waiting' || status === 'refused';
}
