import { setImmediate } from 'node:timers/promises';
import type { ExportFormat } from '../../contract/file-formats.ts';
import { bloodPressure, type PressureEntry } from '../../contract/kinds/blood-pressure.ts';
import { type DoseEntry, dose } from '../../contract/kinds/dose.ts';
import { type FallEntry, fall } from '../../contract/kinds/fall.ts';
import { notesIn } from '../../contract/kinds/kind.ts';
import { medication } from '../../contract/kinds/medication.ts';
import { type EntryKind, KINDS } from '../../contract/kinds.ts';
import { fullName } from '../../domain/person.ts';
import type { Instant } from '../../domain/zone.ts';
import { RESTORABLE_MS } from '../entries/queries/entries.ts';
import { entriesOf } from '../entries/queries/find.ts';
import { countRatings } from '../forms/queries/measured-forms.ts';
import type { Database } from '../platform/db/database.ts';
import { fileNameOf } from '../platform/http/file-name.ts';
import { findReminders } from '../reminders/queries/reminders.ts';
import { entryCsv } from './csv-entry-file.ts';
import { ratingCsv } from './csv-file.ts';
import type { CsvTable } from './csv-table.ts';
import { ofEveryCsv } from './every-kind.ts';
import { BUNDLE_END } from './fhir-entry.ts';
import { fhirFalls } from './fhir-falls.ts';
import { fhirHead, fhirObservations } from './fhir-file.ts';
import { fhirAdministrations, fhirStatements } from './fhir-medication.ts';
import { fhirPressure } from './fhir-pressure.ts';
import { entryInFile } from './json-entries.ts';
import { formInFile, JSON_END, jsonAccess, jsonHead, jsonList } from './json-file.ts';
import { countActivity, findAccess, findWholeActivity } from './queries/access-exports.ts';
import { findEntryIds, findWholeEntries, type WholeEntry } from './queries/entry-exports.ts';
import {
  type AccountOverview,
  findOverview,
  findWholeForms,
  type WholeForm,
} from './queries/exports.ts';

/** The number of forms in memory at once. With notes of the maximum length they take about 3 MB. */
const FORMS_AT_ONCE = 64;
/** The number of entries of the activity in memory at once. */
const ACTIVITY_AT_ONCE = 256;
/** The number of entries of a kind in memory at once: as few as forms if they have notes, which may be as long. */
const WITH_NOTES_AT_ONCE = 64;
const ENTRIES_AT_ONCE = 256;

export interface Export {
  readonly fileName: string;
  /**
   * About the number of entries in the file. Each entry starts on a new line, and the browser counts the lines to show
   * progress (`EXPORT_TOTAL_HEADER`).
   */
  readonly total: number;
  /** The file's text in pieces, which are read from the database on demand. */
  readonly pieces: AsyncIterable<string>;
}

interface Account extends AccountOverview {
  readonly userId: string;
  readonly email: string;
  readonly now: Instant;
}

/** The start of a file's name. */
const TITLE = 'Symptom Tracker';

/** How an export in one format is written: parts of the file's name, the number of entries, and the text. */
interface Writing {
  readonly title?: string;
  readonly extension: string;
  readonly total: number;
  readonly pieces: () => AsyncGenerator<string>;
}

/**
 * Exports an account's data as a file, without entries that are saved after the export has started. If an entry is
 * edited or deleted during the export, the file has the entry's state either before or after that change. Between two
 * pieces the export holds no database connection, so a slow download blocks nobody.
 */
export async function exportAccount(
  db: Database,
  owner: { readonly userId: string; readonly email: string },
  { format, now }: { readonly format: ExportFormat; readonly now: Instant },
): Promise<Export | undefined> {
  const overview = await findOverview(db, owner.userId);
  if (!overview) return undefined;
  const { userId, email } = owner;
  const {
    title = TITLE,
    extension,
    total,
    pieces,
  } = await WRITINGS[format](db, {
    ...overview,
    userId,
    email,
    now,
  });
  const { person } = overview;
  return {
    fileName: fileNameOf(title, {
      name: fullName(person),
      now,
      zone: person.timeZone,
      extension,
    }),
    total,
    pieces: pieces(),
  };
}

const WRITINGS: Record<ExportFormat, (db: Database, account: Account) => Promise<Writing>> = {
  async csv(db, account) {
    const total = await countRatings(db, account.userId);
    const forms = { total, read: () => formParts(db, account) };
    return csvWriting(TITLE, forms, ratingCsv);
  },
  ...ofEveryCsv((kind) => async (db: Database, account: Account) => {
    const entries = await entryParts(db, kind, account, null);
    return csvWriting(`${TITLE} ${kind.csv.title}`, entries, entryCsv(kind));
  }),
  async json(db, account) {
    const { now, lastFormNumber } = account;
    const oldest = now - RESTORABLE_MS;
    const ofKinds: { kind: EntryKind; parts: Parts<WholeEntry> }[] = [];
    for (const kind of KINDS) {
      ofKinds.push({ kind, parts: await entryParts(db, kind, account, oldest) });
    }
    const reminders = (await findReminders(db, account.userId))?.settings;
    const isKept = ({ deletedAt }: Deletable) => (deletedAt ?? now) > oldest;
    return {
      extension: 'json',
      total: ofKinds.reduce(
        (sum, { parts }) => sum + parts.total,
        lastFormNumber + (await countActivity(db, account.userId)),
      ),
      async *pieces() {
        yield jsonHead(account, { ...account, reminders });
        yield* jsonList('forms', only(isKept, formParts(db, account)), formInFile);
        for (const { kind, parts } of ofKinds) {
          const inFile = (entry: WholeEntry) => entryInFile(kind, entry);
          yield* jsonList(kind.list, only(isKept, parts.read()), inFile);
        }
        yield jsonAccess(await findAccess(db, account.userId));
        const activity = findWholeActivity(db, account.userId, ACTIVITY_AT_ONCE);
        yield* jsonList('activity', activity, (entry) => entry);
        yield JSON_END;
      },
    };
  },
  async fhir(db, account) {
    const medications = await entriesOf(medication).all(db, account.userId);
    const doses = await entryParts(db, dose, account, null);
    const falls = await entryParts(db, fall, account, null);
    const readings = await entryParts(db, bloodPressure, account, null);
    const ratings = await countRatings(db, account.userId);
    return {
      extension: 'fhir.json',
      total: 1 + ratings + medications.length + doses.total + falls.total + readings.total,
      async *pieces() {
        yield fhirHead(account, account);
        for await (const some of only(isPresent, formParts(db, account))) {
          yield fhirObservations(some, account);
        }
        yield fhirStatements(medications, account);
        for await (const some of only(isPresent, doses.read()))
          yield fhirAdministrations(some as unknown as DoseEntry[], account);
        for await (const some of only(isPresent, falls.read()))
          yield fhirFalls(some as unknown as FallEntry[], account);
        for await (const some of only(isPresent, readings.read()))
          yield fhirPressure(some as unknown as PressureEntry[], account);
        yield BUNDLE_END;
      },
    };
  },
};

/** The entries that existed at the start of the export: their number, and a function that reads them in batches. */
interface Parts<Entry> {
  readonly total: number;
  readonly read: () => AsyncGenerator<readonly Entry[]>;
}

/** Writes the entries that are not deleted as CSV. */
function csvWriting<Entry extends Deletable>(
  title: string,
  { total, read }: Parts<Entry>,
  { head, rows }: CsvTable<Entry>,
): Writing {
  return {
    title,
    extension: 'csv',
    total,
    async *pieces() {
      yield head();
      for await (const some of only(isPresent, read())) yield rows(some);
    },
  };
}

type Deletable = Pick<WholeForm, 'deletedAt'>;

function isPresent({ deletedAt }: Deletable): boolean {
  return deletedAt === null;
}

/**
 * Yields from each batch the entries for which `passes` returns true. A batch is filtered after it is read, because the
 * batches of forms contain deleted forms, and because other entries may have been deleted since the export started.
 */
async function* only<Entry>(
  passes: (entry: Entry) => boolean,
  parts: AsyncIterable<readonly Entry[]>,
): AsyncGenerator<readonly Entry[]> {
  for await (const entries of parts) yield entries.filter(passes);
}

async function* formParts(
  db: Database,
  { userId, lastFormNumber }: Account,
): AsyncGenerator<readonly WholeForm[]> {
  for (let first = 1; first <= lastFormNumber; first += FORMS_AT_ONCE) {
    const last = Math.min(first + FORMS_AT_ONCE - 1, lastFormNumber);
    yield await findWholeForms(db, userId, { first, last });
    await pause();
  }
}

async function entryParts(
  db: Database,
  kind: EntryKind,
  { userId }: Account,
  deletedAfter: Instant | null,
): Promise<Parts<WholeEntry>> {
  const ids = await findEntryIds(db, kind, userId, deletedAfter);
  const atOnce = notesIn(kind).length > 0 ? WITH_NOTES_AT_ONCE : ENTRIES_AT_ONCE;
  return inParts(ids, atOnce, (some) => findWholeEntries(db, kind, userId, some));
}

/** Reads entries by their keys, `atOnce` at a time. */
function inParts<Key, Entry>(
  keys: readonly Key[],
  atOnce: number,
  find: (keys: readonly Key[]) => Promise<readonly Entry[]>,
): Parts<Entry> {
  return {
    total: keys.length,
    async *read() {
      for (let first = 0; first < keys.length; first += atOnce) {
        yield await find(keys.slice(first, first + atOnce));
        await pause();
      }
    },
  };
}

/**
 * Lets the server handle other requests between two batches: SQLite queries are synchronous and block the event loop.
 */
async function pause(): Promise<void> {
  await setImmediate();
}
