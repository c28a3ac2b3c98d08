import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { trackerKey } from '../../platform/user.ts';
import type { Draft, Submission } from './draft.ts';

/**
 * A draft as it is stored on this device. Pages of earlier versions may be open beside this one and read and write the
 * same records, so neither the shape of the records nor the database's version may change.
 */
export interface StoredDraft {
  /** The id of the signed-in person, or the key from `trackerKey` if a caregiver enters the form for somebody else. */
  readonly userId: string;
  /** The person whom the form is for; absent for the signed-in person's own form. */
  readonly ownerId?: string;
  /**
   * The name of the person in `ownerId`, shown when the caregiver does not help that person any more. Earlier versions
   * did not store it.
   */
  readonly ownerName?: string;
  readonly form: Draft;
  /** Whether the form was closed before it was submitted. It is then not open in any window. */
  readonly isClosed: boolean;
  /** Present on a form that was submitted and waits for the network. */
  readonly submission?: Submission;
}

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

/** The fields of a record that tell who entered it and for whom. */
export type Owned = Pick<StoredDraft, 'userId' | 'ownerId' | 'ownerName'>;

/** The owner's fields of a record. A person's own entries have only `userId`, as in earlier versions. */
export function ownerIn(userId: string, ownerId: string, ownerName = ''): Owned {
  if (ownerId === userId) return { userId };
  return { userId, ownerId, ...(ownerName && { ownerName }) };
}

/** The keys of everything that a person has entered for others. */
export function keysForOthers(userId: string): IDBKeyRange {
  const first = trackerKey(userId, '');
  return IDBKeyRange.bound(first, `${first}\uffff`);
}

interface Schema extends DBSchema {
  /** Keyed by `submissionId`. */
  forms: { key: string; value: StoredDraft; indexes: { byUser: string } };
}

/** Commits are flushed to the disk, so that a dead battery loses no draft. */
const DURABLE = { durability: 'strict' } as const;

/** How long a caller waits for the device (ms). */
const TIMEOUT_MS = 4000;

/**
 * The drafts on this device, in IndexedDB. If the browser offers no storage, or the write of a draft fails, that draft
 * stays in memory until the page is closed. No method rejects.
 */
export class Device {
  readonly #memory = new Map<string, StoredDraft>();
  /** The latest write or removal of each draft. The outcome of an earlier one is ignored. */
  readonly #latest = new Map<string, { readonly stored?: StoredDraft }>();
  #opening: Promise<IDBPDatabase<Schema>> | undefined;

  /** @returns undefined if the device does not answer; the caller then only has the drafts of `inMemory` */
  async find(userId: string): Promise<StoredDraft[] | undefined> {
    const stored = await this.#attempt((db) => db.getAllFromIndex('forms', 'byUser', userId));
    if (!stored) return undefined;
    const onDisk = stored.filter(({ form }) => !this.#memory.has(form.submissionId));
    return [...onDisk, ...this.inMemory(userId)];
  }

  /** The drafts that a person has entered for others. */
  async findForOthers(userId: string): Promise<StoredDraft[]> {
    const read = (db: IDBPDatabase<Schema>) =>
      db.getAllFromIndex('forms', 'byUser', keysForOthers(userId));
    const stored = (await this.#attempt(read)) ?? [];
    const onDisk = stored.filter(({ form }) => !this.#memory.has(form.submissionId));
    const isForOther = (each: StoredDraft) => each.userId.startsWith(trackerKey(userId, ''));
    return [...onDisk, ...[...this.#memory.values()].filter(isForOther)];
  }

  /** The drafts that could not be written. */
  inMemory(userId: string): StoredDraft[] {
    return [...this.#memory.values()].filter((stored) => stored.userId === userId);
  }

  /** @returns null if the draft does not exist, undefined if the device does not answer */
  async get(submissionId: string): Promise<StoredDraft | null | undefined> {
    const read = async (db: IDBPDatabase<Schema>) => (await db.get('forms', submissionId)) ?? null;
    return this.#memory.get(submissionId) ?? (await this.#attempt(read));
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
    const written = await this.#attempt(async (db) => {
      const transaction = db.transaction('forms', 'readwrite', DURABLE);
      const requests = [
        transaction.store.put(stored),
        isReplaced && transaction.store.delete(former),
      ];
      // Without this call, closing the page now would abort the transaction.
      transaction.commit();
      await Promise.all([...requests, transaction.done]);
      return true;
    });
    if (this.#latest.get(submissionId) === call) {
      if (written) this.#memory.delete(submissionId);
      else this.#memory.set(submissionId, stored);
      if (isReplaced) this.#memory.delete(former);
    }
    return written ?? false;
  }

  async remove(submissionId: string): Promise<void> {
    this.#latest.set(submissionId, {});
    this.#memory.delete(submissionId);
    await this.#attempt((db) => db.delete('forms', submissionId));
  }

  /**
   * Removes a submitted form, unless it was changed or submitted again after `waiting` was read.
   *
   * @returns whether it was removed
   */
  async removeSubmitted(waiting: WaitingDraft): Promise<boolean> {
    const { submissionId } = waiting.form;
    if (isSameSubmission(waiting, this.#memory.get(submissionId))) {
      return this.#memory.delete(submissionId);
    }
    const removed = await this.#attempt(async (db) => {
      const transaction = db.transaction('forms', 'readwrite', DURABLE);
      const isSame = isSameSubmission(waiting, await transaction.store.get(submissionId));
      if (isSame) await transaction.store.delete(submissionId);
      await transaction.done;
      return isSame;
    });
    return removed ?? false;
  }

  /**
   * Removes the person's drafts for which `isRemoved` returns true, in one transaction. On a slow device the
   * transaction may commit after the time-out.
   */
  async removeAll(userId: string, isRemoved: (stored: StoredDraft) => boolean): Promise<void> {
    for (const [submissionId, { stored }] of this.#latest) {
      if (stored?.userId !== userId || !isRemoved(stored)) continue;
      this.#latest.set(submissionId, {});
      this.#memory.delete(submissionId);
    }
    await this.#attempt(async (db) => {
      const { store, done } = db.transaction('forms', 'readwrite', DURABLE);
      const stored = await store.index('byUser').getAll(userId);
      const removed = stored.filter(isRemoved);
      await Promise.all([...removed.map(({ form }) => store.delete(form.submissionId)), done]);
    });
  }

  /** @returns undefined if the device fails or times out; a transaction that has begun may still commit */
  async #attempt<Result>(
    work: (db: IDBPDatabase<Schema>) => Promise<Result>,
  ): Promise<Result | undefined> {
    const opening = this.#open();
    const working = opening.then(work);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The device takes too long')), TIMEOUT_MS);
    });
    try {
      return await Promise.race([working, timeout]);
    } catch {
      // The connection may be broken, so the next call opens another one, and this one is closed when its work is done.
      this.#forget(opening);
      const close = async () => (await opening).close();
      void working.then(close, close).catch(() => {});
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    if (this.#opening) return this.#opening;
    const open = async () =>
      await openDB<Schema>('symptom-tracker', 2, {
        upgrade(db) {
          const forms = db.createObjectStore('forms', { keyPath: 'form.submissionId' });
          forms.createIndex('byUser', 'userId');
        },
        // The browser has closed the connection of an inactive page, so the next call opens a new one.
        terminated: () => this.#forget(opening),
        blocking: (_current, _blocked, event) => {
          (event.target as IDBDatabase).close();
          this.#forget(opening);
        },
      });
    const opening = open();
    this.#opening = opening;
    return opening;
  }

  #forget(opening: Promise<unknown>): void {
    if (this.#opening === opening) this.#opening = undefined;
  }
}
