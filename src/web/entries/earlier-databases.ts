import { deleteDB, openDB } from 'idb';
import { trackerKeyOf } from '../platform/tracker-key.ts';

/** The databases of builds before 1.0.0 on this device. Nothing is sent from them any more. */
const NAMES = [
  'symptom-tracker',
  'symptom-tracker-doses',
  'symptom-tracker-check-ins',
  'symptom-tracker-diary',
  'symptom-tracker-visits',
];

/** A record of such a database: the entry is in a field named after its kind. */
interface EarlierRecord {
  readonly userId: string;
}

/** Their names on this device; none in a browser that cannot list databases. */
export async function earlierDatabases(): Promise<readonly string[]> {
  const databases = await indexedDB.databases?.().catch(() => []);
  const names = new Set(databases?.map(({ name }) => name));
  return NAMES.filter((name) => names.has(name));
}

/** What a person has entered on this device and an earlier build has not sent, an entry a text. */
export async function readEarlier(userId: string): Promise<readonly string[]> {
  const found: string[] = [];
  await inEach(async (records) => {
    found.push(...records.filter(isBy(userId)).map((record) => linesOf(record).join('\n')));
    return [];
  });
  return found;
}

/** Deletes what the person has entered. What others have entered stays until they sign in. */
export async function deleteEarlier(userId: string): Promise<void> {
  await inEach(async (records) => records.filter(isBy(userId)));
}

/** @param work returns the records to delete */
async function inEach(
  work: (records: readonly EarlierRecord[]) => Promise<readonly EarlierRecord[]>,
): Promise<void> {
  for (const name of await earlierDatabases()) {
    const db = await openDB(name);
    let left = 0;
    for (const table of [...db.objectStoreNames]) {
      const { store, done } = db.transaction(table, 'readwrite');
      const [keys, records] = await Promise.all([store.getAllKeys(), store.getAll()]);
      await done;
      const deleted = await work(records);
      const deletion = db.transaction(table, 'readwrite');
      for (const [index, key] of keys.entries()) {
        if (deleted.includes(records[index])) void deletion.store.delete(key);
        else left += 1;
      }
      await deletion.done;
    }
    db.close();
    if (left === 0) await deleteDB(name);
  }
}

const isBy = (userId: string) => (record: EarlierRecord) =>
  record.userId === userId || record.userId.startsWith(trackerKeyOf(userId, ''));

/** The parts of a record that mean nothing to a person. */
const isHidden = (key: string) => /id$/i.test(key) || ['sent', 'isClosed', 'answer'].includes(key);

/** A value in words, as lines: 'name: Tremor'. */
function linesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([key, part]) => {
    if (isHidden(key) || part === undefined || part === null || part === '') return [];
    const name = Array.isArray(value) ? '' : `${key}: `;
    if (typeof part !== 'object') return [`${name}${part}`];
    return [...(name ? [name.trimEnd()] : []), ...linesOf(part).map((line) => `  ${line}`)];
  });
}
