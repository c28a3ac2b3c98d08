import { openDB } from 'idb';
import { dropText, readText, textKeys } from '../platform/kept-text.ts';
import { isForOther } from '../platform/tracker-key.ts';

/** Where builds before 2026-11-28 stored what was not on the server. Nothing is sent from there any more. */
const DATABASES = [
  'symptom-tracker',
  'symptom-tracker-doses',
  'symptom-tracker-check-ins',
  'symptom-tracker-diary',
  'symptom-tracker-visits',
];
const TEXTS = ['checkInDrafts ', 'visitDrafts '];

/** Something that an earlier build has stored. */
export interface Earlier {
  /** In words, as lines: 'name: Tremor'. */
  readonly text: string;
  readonly remove: () => Promise<void>;
}

/** Whether an earlier build has stored anything, by anybody. A browser that cannot list databases finds none. */
export async function hasEarlier(): Promise<boolean> {
  return (await names()).length > 0 || TEXTS.some((prefix) => textKeys(prefix).length > 0);
}

/** Finds what a person has entered on this device, for themselves and for others. */
export async function findEarlier(userId: string): Promise<readonly Earlier[]> {
  const isTheirs = (key: string) => key === userId || isForOther(userId, key);
  const texts = TEXTS.flatMap((prefix) =>
    textKeys(prefix)
      .filter((name) => isTheirs(name.slice(prefix.length)))
      .map((name): Earlier => {
        const text = linesOf(JSON.parse(readText(name) ?? '{}')).join('\n');
        return { text, remove: async () => dropText(name) };
      }),
  );
  const records = await Promise.all((await names()).map((name) => recordsIn(name, isTheirs)));
  // A draft in which nothing was entered has no lines.
  return [...texts, ...records.flat()].filter(({ text }) => text !== '');
}

/** Deletes all of it, for a deleted account. */
export async function deleteEarlier(userId: string): Promise<void> {
  const found = await findEarlier(userId).catch(() => []);
  await Promise.all(found.map(({ remove }) => remove()));
}

/** The names of the databases on this device. */
async function names(): Promise<readonly string[]> {
  try {
    const all = new Set((await indexedDB.databases()).map(({ name }) => name));
    return DATABASES.filter((name) => all.has(name));
  } catch {
    return [];
  }
}

async function recordsIn(name: string, isTheirs: (key: string) => boolean): Promise<Earlier[]> {
  const db = await openDB(name);
  const found: Earlier[] = [];
  for (const table of [...db.objectStoreNames]) {
    const { store, done } = db.transaction(table);
    const [keys, records] = await Promise.all([store.getAllKeys(), store.getAll()]);
    await done;
    for (const [index, key] of keys.entries()) {
      if (!isTheirs(records[index].userId)) continue;
      const remove = async () => {
        const opened = await openDB(name);
        await opened.delete(table, key);
        opened.close();
      };
      found.push({ text: linesOf(records[index]).join('\n'), remove });
    }
  }
  db.close();
  return found;
}

/** The parts of a record that mean nothing to a person. */
const isHidden = (key: string) =>
  /Id$|^id$/.test(key) || ['sent', 'isClosed', 'answer'].includes(key);

function linesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([key, part]) => {
    if (isHidden(key) || part === undefined || part === null || part === '') return [];
    const name = Array.isArray(value) ? '' : `${key}: `;
    if (typeof part !== 'object') return [`${name}${part}`];
    const lines = linesOf(part).map((line) => `  ${line}`);
    return lines.length > 0 && name ? [name.trimEnd(), ...lines] : lines;
  });
}
