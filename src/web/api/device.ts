import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Form } from '../../contract/entities.ts';
import type { SymptomKey } from '../../domain/symptoms.ts';

/**
 * What is kept on this device until the server has it: forms that are open or were closed, and forms that
 * wait for the network. On the disk as soon as something is entered, so that a dead battery loses nothing.
 * A browser that keeps nothing for us works as well, and forgets at a reload.
 */

/** One symptom of a form that is not saved yet. */
export interface Entry {
  readonly name: string;
  readonly severity: number;
  readonly notes: string;
}
export type Entries = Readonly<Partial<Record<SymptomKey, Entry>>>;

/** What was entered for one symptom: only what was touched, for the rest may change elsewhere meanwhile. */
export interface Change {
  readonly name: string;
  readonly severity?: number;
  readonly notes?: string;
}

/** A form that is open, or was closed before it was saved. */
export interface OpenForm {
  /** The form to edit; without it a new one is logged. */
  readonly edited?: Form;
  /** What was entered so far, by the names that were seen: the slots of the profile may change meanwhile. */
  readonly changes: readonly Change[];
  /** When the first of it was entered: an ISO instant. Forms of earlier versions have none. */
  readonly begunAt?: string;
  /** The time it is for, where that is not the moment it is saved: an ISO instant. */
  readonly loggedAt?: string;
  /** Another try at saving the same form has the same id, so it can never be saved twice. */
  readonly submissionId: string;
  /** What was submitted so far, without an answer that it is saved: any of it may have arrived. */
  readonly sent: readonly Entries[];
}

/** How a form left, to be sent once there is a network. */
export interface Submission {
  readonly formData: Entries;
  /** When it was submitted: an ISO instant. */
  readonly enteredAt: string;
}

export interface KeptForm {
  readonly userId: string;
  readonly form: OpenForm;
  readonly isClosed: boolean;
  /** Only for a form that waits for the network. */
  readonly submission?: Submission;
}

/** A form that waits for the network. */
export type UnsentForm = KeptForm & Required<Pick<KeptForm, 'submission'>>;

interface Device extends DBSchema {
  /** By `submissionId`: one form is in one place, whatever becomes of it. */
  forms: { key: string; value: KeptForm; indexes: { byUser: string } };
}

let opening: Promise<IDBPDatabase<Device>> | undefined;

async function open(): Promise<IDBPDatabase<Device>> {
  opening ??= openDB<Device>('symptom-tracker', 2, {
    upgrade(db) {
      const forms = db.createObjectStore('forms', { keyPath: 'form.submissionId' });
      forms.createIndex('byUser', 'userId');
    },
    // Browsers drop connections of pages that rest; the next use opens another.
    terminated: forget,
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      forget();
    },
  });
  return await opening;
}

function forget(): void {
  opening = undefined;
}

/** On the disk itself, not only handed to it. */
const DURABLE = { durability: 'strict' } as const;

/** Forms that the disk did not take: this page remembers them as long as it is there. */
const unwritten = new Map<string, KeptForm>();

/** A disk that takes longer does not keep a form from opening: milliseconds. */
const PATIENCE_MS = 4000;

/**
 * @returns undefined where the device does not answer, or not in time: the page goes on without. What was begun
 *   is done all the same once the device comes to it.
 */
async function attempt<Result>(
  work: (db: IDBPDatabase<Device>) => Promise<Result>,
): Promise<Result | undefined> {
  let patience: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    patience = setTimeout(() => reject(new Error('The device takes too long')), PATIENCE_MS);
  });
  try {
    return await Promise.race([open().then(work), tooLong]);
  } catch {
    forget();
    return undefined;
  } finally {
    clearTimeout(patience);
  }
}

/**
 * Keeps a form, in one step in place of what it was before.
 *
 * @param former the `submissionId` it had, where it goes on under another one
 * @returns whether it is on the disk
 */
export async function keepForm(kept: KeptForm, former?: string): Promise<boolean> {
  const { submissionId } = kept.form;
  const isReplaced = former !== undefined && former !== submissionId;
  const written = await attempt(async (db) => {
    const transaction = db.transaction('forms', 'readwrite', DURABLE);
    await Promise.all([
      transaction.store.put(kept),
      isReplaced && transaction.store.delete(former),
      transaction.done,
    ]);
    return true;
  });
  if (written) unwritten.delete(submissionId);
  else unwritten.set(submissionId, kept);
  if (isReplaced) unwritten.delete(former);
  return written ?? false;
}

/** What this page alone remembers. */
function rememberedForms(userId: string): KeptForm[] {
  return [...unwritten.values()].filter((kept) => kept.userId === userId);
}

/** @returns undefined where the device does not answer */
async function findKeptForms(userId: string): Promise<KeptForm[] | undefined> {
  const written = await attempt((db) => db.getAllFromIndex('forms', 'byUser', userId));
  return (
    written && [
      ...written.filter(({ form }) => !unwritten.has(form.submissionId)),
      ...rememberedForms(userId),
    ]
  );
}

/**
 * What is kept of a form by now: another window may have changed or finished it.
 *
 * @returns null where it is kept no more, undefined where the device does not answer
 */
export async function findKeptForm(submissionId: string): Promise<KeptForm | null | undefined> {
  const find = async (db: IDBPDatabase<Device>) => (await db.get('forms', submissionId)) ?? null;
  return unwritten.get(submissionId) ?? (await attempt(find));
}

/** The forms that are open or closed, and not submitted, as far as the device tells. */
export async function findOpenForms(userId: string): Promise<KeptForm[]> {
  const forms = (await findKeptForms(userId)) ?? rememberedForms(userId);
  return forms.filter(isOpenForm);
}

function isOpenForm({ submission }: KeptForm): boolean {
  return !submission;
}

/**
 * The oldest first.
 *
 * @returns undefined where the device does not answer
 */
export async function findUnsentForms(userId: string): Promise<UnsentForm[] | undefined> {
  const forms = (await findKeptForms(userId))?.filter(
    (kept): kept is UnsentForm => kept.submission !== undefined,
  );
  return forms?.sort((a, b) => a.submission.enteredAt.localeCompare(b.submission.enteredAt));
}

/** Whether a form still waits as it did. */
export function isSame(one: UnsentForm, other: KeptForm | null | undefined): boolean {
  return (
    one.form.submissionId === other?.form.submissionId &&
    one.submission.enteredAt === other.submission?.enteredAt
  );
}

export async function dropForm(submissionId: string): Promise<void> {
  unwritten.delete(submissionId);
  await attempt((db) => db.delete('forms', submissionId));
}

/**
 * Drops a form that has arrived, unless something else was made of it meanwhile.
 *
 * @returns whether it was there as it was sent
 */
export async function dropArrived(unsent: UnsentForm): Promise<boolean> {
  const { submissionId } = unsent.form;
  if (isSame(unsent, unwritten.get(submissionId))) return unwritten.delete(submissionId);
  const dropped = await attempt(async (db) => {
    const transaction = db.transaction('forms', 'readwrite', DURABLE);
    const isThere = isSame(unsent, await transaction.store.get(submissionId));
    if (isThere) await transaction.store.delete(submissionId);
    await transaction.done;
    return isThere;
  });
  return dropped ?? false;
}

/** Forgets what is not submitted. */
export async function dropOpenForms(userId: string): Promise<void> {
  await dropForms(userId, isOpenForm);
}

/** Forgets all that is kept for someone. */
export async function forgetForms(userId: string): Promise<void> {
  await dropForms(userId, () => true);
}

/** In one step, which a device that is slow still does after nobody waits for it any more. */
async function dropForms(userId: string, isDropped: (kept: KeptForm) => boolean): Promise<void> {
  for (const kept of rememberedForms(userId).filter(isDropped)) {
    unwritten.delete(kept.form.submissionId);
  }
  await attempt(async (db) => {
    const { store, done } = db.transaction('forms', 'readwrite', DURABLE);
    const kept = await store.index('byUser').getAll(userId);
    const dropped = kept.filter(isDropped);
    await Promise.all([...dropped.map(({ form }) => store.delete(form.submissionId)), done]);
  });
}
