import { DeviceDatabase, type DeviceRecord } from '../../platform/device-database.ts';
import { isForOther, type Owned } from '../../platform/tracker-key.ts';
import type { Draft, Submission } from './draft.ts';

/** The name of the records of forms. */
const KIND = 'forms';

/** A draft as it is stored on this device. */
export interface StoredDraft extends Owned {
  readonly form: Draft;
  /** Whether the form was closed before it was submitted. It is then not open in any window. */
  readonly isClosed: boolean;
  /** Present on a form that was submitted and waits for the network. */
  readonly submission?: Submission;
}

/** A record with a draft, as the database has it. */
type FormRecord = DeviceRecord & StoredDraft;

export type WaitingDraft = StoredDraft & Required<Pick<StoredDraft, 'submission'>>;

export function isWaiting(stored: StoredDraft): stored is WaitingDraft {
  return stored.submission !== undefined;
}

/** Whether both are the same submission of the same form. */
export function isSameSubmission(
  one: WaitingDraft,
  other: StoredDraft | null | undefined,
): boolean {
  return (
    one.form.submissionId === other?.form.submissionId &&
    one.submission.enteredAt === other.submission?.enteredAt
  );
}

/**
 * The drafts on this device. If the browser offers no storage, or the write of a draft fails, that draft stays in memory
 * until the page is closed. No method rejects.
 */
export class Device {
  readonly database: DeviceDatabase;
  readonly #memory = new Map<string, StoredDraft>();
  /** The latest write or removal of each draft. The outcome of an earlier one is ignored. */
  readonly #latest = new Map<string, { readonly stored?: StoredDraft }>();

  constructor(database = new DeviceDatabase()) {
    this.database = database;
  }

  /** @returns undefined if the device does not answer; the caller then only has the drafts of `inMemory` */
  async find(trackerKey: string): Promise<StoredDraft[] | undefined> {
    const stored = await this.database.findOf(trackerKey);
    return stored && [...this.#onDisk(stored), ...this.inMemory(trackerKey)];
  }

  /** The drafts that a person has entered for others. */
  async findForOthers(userId: string): Promise<StoredDraft[]> {
    const stored = (await this.database.findBy(userId)) ?? [];
    const all = [...this.#onDisk(stored), ...this.#memory.values()];
    return all.filter((each) => isForOther(userId, each.trackerKey));
  }

  /** The drafts among these records that are not newer in memory. */
  #onDisk(records: readonly DeviceRecord[]): StoredDraft[] {
    return records.filter(isForm).filter(({ id }) => !this.#memory.has(id));
  }

  /** The drafts that could not be written. */
  inMemory(trackerKey: string): StoredDraft[] {
    return [...this.#memory.values()].filter((stored) => stored.trackerKey === trackerKey);
  }

  /** @returns null if the draft does not exist, undefined if the device does not answer */
  async get(submissionId: string): Promise<StoredDraft | null | undefined> {
    const inMemory = this.#memory.get(submissionId);
    return (
      inMemory ?? ((await this.database.get(KIND, submissionId)) as FormRecord | null | undefined)
    );
  }

  /**
   * Writes a draft. Writes are applied in the order of the calls.
   *
   * @param former the draft's previous id, if the id has changed; that record is replaced in the same transaction
   *
   * @returns whether the draft is on the disk
   */
  async put(stored: StoredDraft, former?: string): Promise<boolean> {
    const { submissionId } = stored.form;
    const isReplaced = former !== undefined && former !== submissionId;
    const call = { stored };
    this.#latest.set(submissionId, call);
    if (isReplaced) this.#latest.set(former, {});
    const record: FormRecord = { ...stored, kind: KIND, id: submissionId };
    const written = await this.database.put(record, former);
    if (this.#latest.get(submissionId) === call) {
      if (written) this.#memory.delete(submissionId);
      else this.#memory.set(submissionId, stored);
      if (isReplaced) this.#memory.delete(former);
    }
    return written;
  }

  async remove(submissionId: string): Promise<void> {
    this.#latest.set(submissionId, {});
    this.#memory.delete(submissionId);
    await this.database.remove(KIND, submissionId);
  }

  /**
   * Removes a submitted form, unless it was changed or submitted again after `waiting` was read.
   *
   * @returns whether it was removed
   */
  async removeSubmitted(waiting: WaitingDraft): Promise<boolean> {
    const { submissionId } = waiting.form;
    if (isSameSubmission(waiting, this.#memory.get(submissionId))) {
      // The disk may have an earlier state of it.
      await this.remove(submissionId);
      return true;
    }
    // It may still be being written. If that fails, it must not stay in memory.
    const latest = this.#latest.get(submissionId)?.stored;
    if (isSameSubmission(waiting, latest)) this.#latest.set(submissionId, {});
    return await this.database.removeIf(KIND, submissionId, (record) =>
      isSameSubmission(waiting, record as FormRecord | undefined),
    );
  }

  /**
   * Removes the drafts of a tracker for which `isRemoved` returns true, in one transaction. On a slow device the
   * transaction may commit after the time-out.
   */
  async removeAll(trackerKey: string, isRemoved: (stored: StoredDraft) => boolean): Promise<void> {
    for (const [submissionId, { stored }] of this.#latest) {
      if (stored?.trackerKey !== trackerKey || !isRemoved(stored)) continue;
      this.#latest.set(submissionId, {});
      this.#memory.delete(submissionId);
    }
    await this.database.removeOf(trackerKey, (record) => isForm(record) && isRemoved(record));
  }

  /** Removes everything, of every kind, that a person has entered on this device for themselves or for others. */
  async removeEverything(userId: string): Promise<void> {
    for (const [submissionId, { stored }] of this.#latest) {
      if (!stored || !isBy(userId, stored)) continue;
      this.#latest.set(submissionId, {});
      this.#memory.delete(submissionId);
    }
    // A device that took too long may have time for a second try.
    if (!(await this.database.removeBy(userId))) await this.database.removeBy(userId);
  }
}

function isBy(userId: string, { trackerKey }: Owned): boolean {
  return trackerKey === userId || isForOther(userId, trackerKey);
}

function isForm(record: DeviceRecord): record is FormRecord {
  return record.kind === KIND;
}
