import type { Form } from '../../../contract/entities.ts';
import { ownedBy } from '../../platform/tracker-key.ts';
import { isWaiting, type StoredDraft } from './device.ts';
import {
  afterConflict,
  type Change,
  type Draft,
  isForSameForm,
  isUnsaved,
  newDraft,
  type Ratings,
  withBegin,
  withChange,
  withTime,
} from './draft.ts';
import {
  type Entry,
  FormList,
  type FormsState,
  isDiscarded,
  isSubmitted,
  type KeptForm,
  NO_ENTRIES,
  type SavedForm,
} from './form-list.ts';
import { Locks } from './locks.ts';
import { goOnAs, leave, type Options, type Parts } from './parts.ts';
import { SaveConflict } from './save-form.ts';
import { Sender } from './sender.ts';
import { type Aside, closeSending, submit, submitAside } from './submit.ts';
import { Writer } from './writer.ts';

/**
 * The forms of one tracker that the server does not have yet. A change of a form is immediate in memory; the write to
 * the device follows. Depends on neither React nor the DOM.
 */
export class FormStore {
  readonly #parts: Parts;
  readonly #sender: Sender;
  /**
   * Incremented whenever drafts are shown, hidden or forgotten, so that a load that finishes later is
   * ignored.
   */
  #run = 0;
  /** Resolves when the stored drafts are loaded. `begin` waits for it. */
  #loading: Promise<void> = Promise.resolve();
  readonly #first: FormsState;

  constructor(options: Options) {
    const { trackerKey, ownerId = trackerKey, ownerName = '' } = options;
    this.#parts = {
      ...options,
      ownerId,
      list: new FormList(),
      locks: new Locks(),
      writer: new Writer(options.device, { trackerKey, ownerId, ownerName }),
    };
    this.#sender = new Sender(this.#parts);
    this.#first = this.#list.state;
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#list.subscribe(listener);
  readonly getState = (): FormsState => this.#list.state;
  /** The state that changes with everything but a note that somebody types. `newest` has that note too. */
  readonly getOutline = (): FormsState => this.#list.outline;
  /** The state that the HTML of the server shows. */
  readonly getFirstState = (): FormsState => this.#first;

  /** Loads the waiting forms and sends them. */
  start(): void {
    this.#sender.start();
    void this.#sender.refresh();
  }

  stop(): void {
    this.hideDrafts();
    this.#sender.stop();
    // Only discarded forms stay in memory. The other entries are read from the device at the next start.
    this.#list.set({ ...NO_ENTRIES, entries: this.#list.all('discarded') });
  }

  /**
   * Loads the drafts and opens the one that was not closed. To be called only on a page that can show drafts in a
   * dialog.
   */
  showDrafts(): void {
    this.#run += 1;
    const run = this.#run;
    this.#loading = this.#loading.then(() => this.#load(run));
  }

  /** Writes pending input and releases the locks, so that other pages can open the drafts. */
  hideDrafts(): void {
    this.#run += 1;
    this.#parts.writer.flush();
    this.#parts.locks.releaseAll();
    const kept = this.#list.state.entries.flatMap((entry): Entry[] => {
      if (isSubmitted(entry) || isDiscarded(entry)) return [entry];
      // A new form that is being sent waits from now on, so that it is sent again if no answer arrives.
      const isNew = entry.status === 'sending' && !entry.draft.edited;
      return isNew ? [{ ...entry, status: 'waiting' }] : [];
    });
    this.#list.set({ entries: kept, shownId: undefined, isElsewhere: false });
  }

  async #load(run: number): Promise<void> {
    const { trackerKey, device, locks } = this.#parts;
    if (run !== this.#run) return;
    const stored = (await device.find(trackerKey)) ?? device.inMemory(trackerKey);
    if (run !== this.#run) return;
    const drafts = stored.filter((each) => !isWaiting(each));
    const isFree = await Promise.all(drafts.map(({ form }) => locks.hold(form.submissionId)));
    if (run !== this.#run) return;
    const free = drafts.filter((_, index) => isFree[index]);
    const shown = free.find(({ isClosed }) => !isClosed)?.form;
    for (const { form } of free) {
      if (form === shown) continue;
      locks.release(form.submissionId);
      this.#list.add({ draft: form, status: 'closed' });
    }
    if (shown) this.#list.show({ draft: shown, status: 'open', isRestored: true });
  }

  /**
   * Opens a new form, or a past form to correct. If a draft of that form was closed before it was submitted, opens that
   * draft.
   */
  async begin(edited?: Form): Promise<void> {
    const run = this.#run;
    await this.#loading;
    if (run !== this.#run) return;
    const { state } = this.#list;
    this.#list.set({ entries: state.entries.filter((entry) => !isDiscarded(entry)) });
    // A draft from an earlier page load is already shown.
    if (state.shownId !== undefined) return;
    const draft = newDraft(edited);
    const closed = this.#list.all('closed').filter((entry) => isForSameForm(entry.draft, draft));
    const latest = closed.at(-1);
    if (latest) return await this.#reopen(latest.draft.submissionId, true);
    void this.#parts.locks.hold(draft.submissionId);
    this.#list.show({ draft, status: 'open' });
  }

  /** Changes the shown draft. A draft that waited for the network is not sent until it is submitted again. */
  change(part: Partial<Pick<Draft, 'changes' | 'loggedAt'>>): void {
    const { shown } = this.#list;
    if (!shown || shown.status === 'sending') return;
    const draft = { ...withBegin(shown.draft), ...part };
    this.#list.update(draft, { draft, status: 'open', submission: undefined });
    // Written at once, because another window could still send the submitted values from the disk.
    if (shown.status === 'waiting') void this.#parts.writer.write(draft);
    else this.#parts.writer.writeSoon(draft);
  }

  /** Changes a note of the shown draft while somebody types it. */
  note(change: Required<Pick<Change, 'name' | 'notes'>>): void {
    const { shown } = this.#list;
    if (!shown) return;
    const changes = withChange(shown.draft.changes, change);
    if (shown.status !== 'open') {
      this.change({ changes });
      return;
    }
    const draft = { ...withBegin(shown.draft), changes };
    this.#list.type(draft);
    this.#parts.writer.writeSoon(draft);
  }

  /** An entry with the notes that were typed since it was rendered. */
  newest(entry: Entry): Entry {
    return this.#list.find(entry.draft.submissionId) ?? entry;
  }

  /** Applies the draft's changes to the newest version of the form that it corrects. */
  rebase(newest: Form): void {
    const { shown } = this.#list;
    if (!shown) return;
    const draft = { ...shown.draft, edited: newest };
    this.#list.update(draft, { draft, error: undefined });
    void this.#parts.writer.write(draft);
  }

  /**
   * Closes the dialog. A draft can be opened again. A new form that is being sent stays on the device and waits.
   *
   * @returns false if the dialog stays, because an edit is still being sent
   */
  async close(): Promise<boolean> {
    const { shown } = this.#list;
    if (!shown) return true;
    const { draft, status } = shown;
    if (status === 'sending') return await closeSending(this.#parts, shown);
    leave(this.#parts, draft);
    if (status === 'waiting') return true;
    if (isUnsaved(draft)) {
      this.#list.add({ draft, status: 'closed' });
      void this.#parts.writer.write(draft, { isClosed: true });
    } else {
      this.#list.remove(draft);
      void this.#parts.writer.erase(draft);
    }
    return true;
  }

  /** Removes the drafts of a form that was deleted. The person can restore the changes in them, as after `discard`. */
  drop({ formNumber }: Form): void {
    for (const entry of this.#list.state.entries) {
      const { draft } = entry;
      if (draft.edited?.formNumber !== formNumber) continue;
      if (isUnsaved(draft)) {
        this.#discard(entry, draft);
        continue;
      }
      leave(this.#parts, draft);
      this.#list.remove(draft);
      void this.#parts.writer.erase(draft);
    }
  }

  /** Discards the shown draft. */
  discard(): void {
    const { shown } = this.#list;
    if (shown && shown.status !== 'sending') this.#discard(shown, shown.draft);
  }

  /** Discards a refused form. */
  discardRefused(submissionId: string): void {
    const refused = this.#list.find(submissionId);
    if (refused?.status === 'refused') this.#discard(refused, correctable(refused));
  }

  #discard({ draft: former }: Entry, draft: Draft): void {
    leave(this.#parts, former);
    this.#list.remove(former);
    this.#list.add({ draft, status: 'discarded' });
    void this.#parts.writer.erase(former);
  }

  /** Opens a discarded draft again. */
  restore(submissionId: string): void {
    const discarded = this.#list.find(submissionId);
    if (!discarded || !isDiscarded(discarded) || this.#list.shown) return;
    const { draft } = discarded;
    void this.#parts.locks.hold(submissionId);
    this.#list.show({ draft, status: 'open' });
    void this.#parts.writer.write(draft);
  }

  /**
   * Opens a closed draft or a waiting form in its newest state, unless it is open in another window. A waiting form keeps
   * its time, and still waits until `change` is called.
   */
  async reopen(submissionId: string): Promise<void> {
    await this.#reopen(submissionId, false);
  }

  async #reopen(submissionId: string, isRestored: boolean): Promise<void> {
    const run = this.#run;
    if (!(await this.#parts.locks.hold(submissionId))) {
      this.#list.set({ isElsewhere: true });
      return;
    }
    const stored = await this.#parts.device.get(submissionId);
    const before = this.#list.find(submissionId);
    // A second press has opened the draft while this call waited for the device.
    if (this.#list.state.shownId === submissionId) return;
    const isHere = before?.status === 'closed' || before?.status === 'waiting';
    if (run !== this.#run || !isHere || this.#list.shown) {
      this.#parts.locks.release(submissionId);
      return;
    }
    const wasWaiting = before.status === 'waiting';
    if (stored === null || (stored && isWaiting(stored) !== wasWaiting)) {
      this.#parts.locks.release(submissionId);
      this.#list.remove(before.draft);
      this.#list.set({ isElsewhere: true });
      return;
    }
    // If the device does not answer, this page’s own copy is opened.
    if (wasWaiting) {
      const submission = stored?.submission ?? before.submission;
      const draft = withTime(stored?.form ?? before.draft, submission?.enteredAt);
      this.#list.show({ draft, status: 'waiting', submission });
      return;
    }
    const draft = stored?.form ?? before.draft;
    this.#list.show({ draft, status: 'open', isRestored });
    void this.#parts.writer.write(draft);
  }

  /** Opens a refused form to correct it. */
  openRefused(submissionId: string): void {
    const refused = this.#list.find(submissionId);
    if (refused?.status !== 'refused' || this.#list.shown) return;
    goOnAs(this.#parts, correctable(refused), refused.draft, { isRestored: true });
  }

  /** Submits the shown draft. */
  async submit(formData: Ratings, timeZone?: string): Promise<void> {
    await submit(this.#parts, formData, timeZone);
  }

  /** Submits a form that was filled in outside of the dialog (`submitAside`). */
  async submitAside(formData: Ratings, aside: Aside): Promise<void> {
    await submitAside(this.#parts, formData, aside);
    void this.#sender.sendNow();
  }

  /** @returns the forms saved since the last call */
  takeSaved(): readonly SavedForm[] {
    const { saved } = this.#list.state;
    if (saved.length > 0) this.#list.set({ saved: [] });
    return saved;
  }

  /** @returns the forms that began to wait on the device since the last call */
  takeKept(): readonly KeptForm[] {
    const { kept } = this.#list.state;
    if (kept.length > 0) this.#list.set({ kept: [] });
    return kept;
  }

  readonly sendNow = (): Promise<void> => this.#sender.sendNow();
  readonly hurry = (): void => this.#sender.hurry();
  readonly sendAllWithin = (timeout: number): Promise<number> =>
    this.#sender.sendAllWithin(timeout);

  /** Reads the waiting forms from the device again, because the person has come back to this window. */
  readonly refresh = async (): Promise<void> => {
    await this.#sender.refresh();
  };

  readonly flush = (): void => this.#parts.writer.flush();
  /** Whether closing the page now could lose input. */
  readonly hasUnwritten = (): boolean => this.#parts.writer.hasUnwritten();

  /** The key under which the device stores the forms (`trackerKeyOf`). */
  get trackerKey(): string {
    return this.#parts.trackerKey;
  }

  /** The drafts with input that this page has read or written. */
  get drafts(): readonly Pick<StoredDraft, 'trackerKey' | 'ownerName' | 'form'>[] {
    const { trackerKey, ownerId, ownerName } = this.#parts;
    return this.#list.state.entries
      .filter(({ draft, status }) => (status === 'open' || status === 'closed') && isUnsaved(draft))
      .map(({ draft }) => ({ ...ownedBy(trackerKey, ownerId, ownerName), form: draft }));
  }

  /** The number of submitted forms that this page knows of and the server does not have. */
  readonly countWaiting = (): number => this.#list.state.entries.filter(isSubmitted).length;

  /** The number of forms that the server has refused. */
  readonly countRefused = (): number => this.#list.all('refused').length;

  /**
   * Deletes drafts, for a log-out, and those that hold no input. Hides all other drafts, which stay on the device as
   * submitted forms do.
   */
  readonly forgetDrafts = async (isForgotten: (draft: Draft) => boolean): Promise<void> =>
    await this.#forget((draft, isSubmitted) => {
      return !isSubmitted && (isForgotten(draft) || !isUnsaved(draft));
    });

  /** Deletes everything, for a deleted account. */
  readonly forgetEverything = async (): Promise<void> => await this.#forget(() => true);

  get #list(): FormList {
    return this.#parts.list;
  }

  async #forget(isForgotten: (draft: Draft, isSubmitted: boolean) => boolean): Promise<void> {
    const { device, trackerKey, writer } = this.#parts;
    for (const entry of this.#list.state.entries) {
      const { draft } = entry;
      if (!isForgotten(draft, isSubmitted(entry))) continue;
      writer.forget(draft);
      this.#list.remove(draft);
    }
    this.hideDrafts();
    await device.removeAll(trackerKey, (stored) => isForgotten(stored.form, isWaiting(stored)));
  }
}

/** The draft of a refused form, changed so that it can be corrected. */
function correctable({ draft, submission, error }: Entry): Draft {
  if (error instanceof SaveConflict) return afterConflict(draft, error.form);
  return withTime(draft, submission?.enteredAt);
}
