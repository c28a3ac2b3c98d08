import { type Owned, ownedBy } from '../../platform/tracker-key.ts';
import type { Device } from './device.ts';
import type { Draft, Submission } from './draft.ts';

/** While the person types, the draft is written at most once in this time (ms). */
const WRITE_EVERY_MS = 250;

interface WriteOptions {
  readonly isClosed?: boolean;
  /** Present if the draft waits for the network. */
  readonly submission?: Submission;
  /** The draft's previous id, if the id has changed. */
  readonly former?: string;
}

/** Writes one person's drafts to the device, in the order of the calls. */
export class Writer {
  readonly #device: Device;
  readonly #owner: Owned;
  /** Drafts whose newest state is not on the disk. */
  readonly #unwritten = new Map<string, Draft>();
  /** The last input, until the timer writes it. */
  #typed: { readonly draft: Draft; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  #lastWrite = Number.NEGATIVE_INFINITY;

  constructor(
    device: Device,
    {
      trackerKey,
      ownerId,
      ownerName,
    }: { readonly trackerKey: string; readonly ownerId: string; readonly ownerName?: string },
  ) {
    this.#device = device;
    this.#owner = ownedBy(trackerKey, ownerId, ownerName);
  }

  /** @returns whether the draft is on the disk; otherwise the device remembers it in memory */
  async write(
    draft: Draft,
    { isClosed = false, submission, former }: WriteOptions = {},
  ): Promise<boolean> {
    this.#dropTyped(draft);
    this.#lastWrite = performance.now();
    if (former !== undefined) this.#unwritten.delete(former);
    this.#unwritten.set(draft.submissionId, draft);
    const stored = {
      ...this.#owner,
      form: draft,
      isClosed,
      ...(submission && { submission }),
    };
    const isWritten = await this.#device.put(stored, former);
    const isNewest = this.#unwritten.get(draft.submissionId) === draft;
    if (isWritten && isNewest) this.#unwritten.delete(draft.submissionId);
    return isWritten;
  }

  /** Writes a draft that is being typed: at once, or together with the next keystrokes. */
  writeSoon(draft: Draft): void {
    const wait = this.#lastWrite + WRITE_EVERY_MS - performance.now();
    if (wait <= 0) {
      void this.write(draft);
      return;
    }
    const timer = this.#typed?.timer ?? setTimeout(() => this.flush(), wait);
    this.#typed = { draft, timer };
  }

  /** Writes pending input at once, for example before the page is hidden. */
  flush(): void {
    if (this.#typed) void this.write(this.#typed.draft);
  }

  async erase(draft: Draft): Promise<void> {
    this.#dropTyped(draft);
    this.#unwritten.delete(draft.submissionId);
    await this.#device.remove(draft.submissionId);
  }

  /** Erases a form unless it was changed or submitted again, here or in another window. */
  async eraseSubmitted(draft: Draft, submission: Submission): Promise<void> {
    this.forget(draft);
    const waiting = { ...this.#owner, form: draft, isClosed: false, submission };
    await this.#device.removeSubmitted(waiting);
  }

  /** Drops the pending input of a draft without writing it. */
  forget(draft: Draft): void {
    this.#dropTyped(draft);
    this.#unwritten.delete(draft.submissionId);
  }

  /** Whether some input exists only in memory: it is not yet written, or its write has failed or is not complete. */
  hasUnwritten(): boolean {
    return this.#unwritten.size > 0 || this.#typed !== undefined;
  }

  #dropTyped({ submissionId }: Draft): void {
    if (this.#typed?.draft.submissionId !== submissionId) return;
    clearTimeout(this.#typed.timer);
    this.#typed = undefined;
  }
}
