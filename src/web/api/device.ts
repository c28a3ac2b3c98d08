import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Form } from '../../contract/entities.ts';
import type { SymptomKey } from '../../domain/symptoms.ts';

/**
 * What is kept on this device until the server has it: the form that is open, and forms that wait for the
 * network. On the disk before anything else happens, so that a dead battery loses nothing. A browser that
 * keeps nothing for us works as well, and forgets at a reload.
 */

/** One symptom of a form that is not saved yet. */
export interface Entry {
  readonly name: string;
  readonly severity: number;
  readonly notes: string;
}
export type Entries = Readonly<Partial<Record<SymptomKey, Entry>>>;

/** A form that is open, or was closed before it was saved. */
export interface OpenForm {
  /** The form to edit; without it a new one is logged. */
  readonly edited?: Form;
  /** What was entered so far. */
  readonly changes: Entries;
  /** The time it is for, where that is not the moment it is saved: an ISO instant. */
  readonly loggedAt?: string;
  /** Another try at saving the same form has the same id, so it can never be saved twice. */
  readonly submissionId: string;
}

/** Which open form: the one that edits a certain form, or the new one. */
export type FormId = Pick<OpenForm, 'edited'>;

export interface KeptForm {
  readonly form: OpenForm;
  readonly isClosed: boolean;
}

/** A form that was submitted while there was no network. */
export interface UnsentForm {
  readonly userId: string;
  readonly submissionId: string;
  readonly formData: Entries;
  /** When it was submitted: an ISO instant. */
  readonly enteredAt: string;
  readonly loggedAt?: string;
}

interface Device extends DBSchema {
  /** By person, and by the Form # that is edited: 0 for a new form. */
  openForms: { key: [userId: string, formNumber: number]; value: KeptForm };
  unsentForms: { key: string; value: UnsentForm; indexes: { byUser: string } };
}

let opening: Promise<IDBPDatabase<Device> | undefined> | undefined;

async function open(): Promise<IDBPDatabase<Device> | undefined> {
  opening ??= openDB<Device>('symptom-tracker', 1, {
    upgrade(db) {
      db.createObjectStore('openForms');
      db.createObjectStore('unsentForms', { keyPath: 'submissionId' }).createIndex(
        'byUser',
        'userId',
      );
    },
    // Browsers drop connections of pages that rest; the next use opens another.
    terminated: forget,
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      forget();
    },
  }).catch(() => undefined);
  return await opening;
}

function forget(): void {
  opening = undefined;
}

/** On the disk itself, not only handed to it. */
const DURABLE = { durability: 'strict' } as const;

/** What the device does not do for us it does not do: the page goes on without. */
async function attempt<Result>(
  work: (db: IDBPDatabase<Device>) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const db = await open();
    return db && (await work(db));
  } catch {
    forget();
    return undefined;
  }
}

export async function keepOpenForm(userId: string, kept: KeptForm): Promise<void> {
  await attempt(async (db) => {
    const transaction = db.transaction('openForms', 'readwrite', DURABLE);
    await Promise.all([transaction.store.put(kept, keyOf(userId, kept.form)), transaction.done]);
  });
}

export async function findOpenForms(userId: string): Promise<KeptForm[]> {
  return (await attempt((db) => db.getAll('openForms', allOf(userId)))) ?? [];
}

export async function dropOpenForm(userId: string, form: FormId): Promise<void> {
  await attempt((db) => db.delete('openForms', keyOf(userId, form)));
}

export async function dropOpenForms(userId: string): Promise<void> {
  await attempt((db) => db.delete('openForms', allOf(userId)));
}

function keyOf(userId: string, { edited }: FormId): [string, number] {
  return [userId, edited?.formNumber ?? 0];
}

function allOf(userId: string): IDBKeyRange {
  return IDBKeyRange.bound([userId, 0], [userId, Number.POSITIVE_INFINITY]);
}

/** @returns whether the device keeps it */
export async function addUnsentForm(form: UnsentForm): Promise<boolean> {
  const kept = await attempt(async (db) => {
    const transaction = db.transaction('unsentForms', 'readwrite', DURABLE);
    await Promise.all([transaction.store.put(form), transaction.done]);
    return true;
  });
  return kept ?? false;
}

/** The oldest first. */
export async function findUnsentForms(userId: string): Promise<UnsentForm[]> {
  const forms = (await attempt((db) => db.getAllFromIndex('unsentForms', 'byUser', userId))) ?? [];
  return forms.sort((a, b) => a.enteredAt.localeCompare(b.enteredAt));
}

export async function hasUnsentForm(submissionId: string): Promise<boolean> {
  return (await attempt((db) => db.count('unsentForms', submissionId))) === 1;
}

export async function dropUnsentForm(submissionId: string): Promise<void> {
  await attempt((db) => db.delete('unsentForms', submissionId));
}

/** Forgets all that is kept for someone. */
export async function forgetForms(userId: string): Promise<void> {
  await dropOpenForms(userId);
  for (const { submissionId } of await findUnsentForms(userId)) await dropUnsentForm(submissionId);
}
