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

/** A form that is open, or was closed before it was saved. */
export interface OpenForm {
  /** The form to edit; without it a new one is logged. */
  readonly edited?: Form;
  /** What was entered so far, by the names that were seen: the slots of the profile may change meanwhile. */
  readonly changes: readonly Entry[];
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
  opening ??= openDB<Device>('symptom-tracker', 1, {
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

/** @returns undefined where the device does not do it: the page goes on without */
async function attempt<Result>(
  work: (db: IDBPDatabase<Device>) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work(await open());
  } catch {
    forget();
    return undefined;
  }
}

/** @returns whether it is on the disk */
export async function keepForm(kept: KeptForm): Promise<boolean> {
  const { submissionId } = kept.form;
  const written = await attempt(async (db) => {
    const transaction = db.transaction('forms', 'readwrite', DURABLE);
    await Promise.all([transaction.store.put(kept), transaction.done]);
    return true;
  });
  if (written) unwritten.delete(submissionId);
  else unwritten.set(submissionId, kept);
  return written ?? false;
}

async function findKeptForms(userId: string): Promise<KeptForm[]> {
  const written = (await attempt((db) => db.getAllFromIndex('forms', 'byUser', userId))) ?? [];
  return [
    ...written.filter(({ form }) => !unwritten.has(form.submissionId)),
    ...[...unwritten.values()].filter((kept) => kept.userId === userId),
  ];
}

/** The forms that are open or closed, and not submitted. */
export async function findOpenForms(userId: string): Promise<KeptForm[]> {
  return (await findKeptForms(userId)).filter(({ submission }) => !submission);
}

/** The oldest first. */
export async function findUnsentForms(userId: string): Promise<UnsentForm[]> {
  const forms = (await findKeptForms(userId)).filter(
    (kept): kept is UnsentForm => kept.submission !== undefined,
  );
  return forms.sort((a, b) => a.submission.enteredAt.localeCompare(b.submission.enteredAt));
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
export async function dropArrived({ form, submission }: UnsentForm): Promise<boolean> {
  const { submissionId } = form;
  const isSame = (kept?: KeptForm) => kept?.submission?.enteredAt === submission.enteredAt;
  if (isSame(unwritten.get(submissionId))) return unwritten.delete(submissionId);
  const dropped = await attempt(async (db) => {
    const transaction = db.transaction('forms', 'readwrite', DURABLE);
    const isThere = isSame(await transaction.store.get(submissionId));
    if (isThere) await transaction.store.delete(submissionId);
    await transaction.done;
    return isThere;
  });
  return dropped ?? false;
}

/** Forgets what is not submitted. */
export async function dropOpenForms(userId: string): Promise<void> {
  for (const { form } of await findOpenForms(userId)) await dropForm(form.submissionId);
}

/** Forgets all that is kept for someone. */
export async function forgetForms(userId: string): Promise<void> {
  for (const { form } of await findKeptForms(userId)) await dropForm(form.submissionId);
}
