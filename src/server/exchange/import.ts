import type { ImportFormat } from '../../contract/file-formats.ts';
import type { ImportAnswer, ImportFault } from '../../contract/open-formats.ts';
import type { Instant } from '../../domain/zone.ts';
import type { LimitReached } from '../entries/queries/fair-use.ts';
import { addActivity } from '../identity/queries/activity.ts';
import type { Limits } from '../limits.ts';
import type { Database } from '../platform/db/database.ts';
import { lockProfile } from '../profile/queries/locked-profiles.ts';
import { findTimeZone } from '../profile/queries/profiles.ts';
import { addReminders } from '../reminders/queries/reminders.ts';
import { readEntryCsv } from './csv-entry-file.ts';
import { ofEveryCsv } from './every-kind.ts';
import { countImported, countStored } from './import-limit.ts';
import { type ImportPlan, planImport } from './import-plan.ts';
import { insertEntries } from './queries/entry-imports.ts';
import { findLastFormNumber, insertImported } from './queries/imports.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';
import { type LegacyRow, readLegacyRows, readLegacyText } from './read-legacy.ts';
import type { Reading, ReadingOptions, ReadOutcome } from './reading.ts';

/** The text of a file, or the rows of a legacy table from the Sheets API. */
type ImportSource =
  | { readonly format: ImportFormat; readonly content: string }
  | { readonly format: 'legacy'; readonly rows: readonly LegacyRow[] };

export interface ImportRequest {
  readonly userId: string;
  readonly source: ImportSource;
  /** If true, the import only reports what it would add. */
  readonly dryRun: boolean;
  readonly now: Instant;
  readonly limits: Limits;
  /** The rate-limit key of the sender's IP address (`importKeyOf`); undefined for rows from the Sheets API. */
  readonly uploader?: string | undefined;
}

export type ImportOutcome =
  | { readonly answer: ImportAnswer }
  | { readonly faults: readonly ImportFault[] }
  | { readonly refused: 'userNotFound' | 'pastSymptomsFull' | 'tooMuchImported' | LimitReached };

/** Units of progress. Reading and adding are each half of the work. */
const ALL = 1000;
const HALF = ALL / 2;

/**
 * Adds a file's entries and symptoms to an account in one transaction, all or nothing. It skips entries that the
 * account already has, so importing a file again, even concurrently, adds nothing.
 *
 * @param onProgress called regularly; an error that it throws rolls back the import
 */
export async function importFile(
  db: Database,
  request: ImportRequest,
  { onProgress }: { readonly onProgress: (done: number, total: number) => void },
): Promise<ImportOutcome> {
  const { userId, source, dryRun, now, limits, uploader } = request;
  const zone = await findTimeZone(db, userId);
  if (zone === undefined) return { refused: 'userNotFound' };
  const tell = (done: number) => onProgress(Math.round(done), ALL);
  const reading = await read(source, {
    now,
    zone,
    onProgress: (done, total) => tell(((dryRun ? ALL : HALF) * done) / total),
  });
  if ('faults' in reading) return { faults: reading.faults };
  tell(dryRun ? ALL : HALF);
  if (dryRun) {
    const lastFormNumber = await findLastFormNumber(db, userId);
    if (lastFormNumber === undefined) return { refused: 'userNotFound' };
    const plan = await planImport(db, userId, reading, lastFormNumber);
    const reached = await countImported(db, plan, request);
    if (reached) return { refused: reached };
    return outcomeOf(plan, reading, dryRun);
  }
  // Count the bytes before the transaction: inside it, the row with the count would stay locked until everything is
  // written, and other uploads from the same IP address would wait.
  if (uploader !== undefined && 'content' in source) {
    const planned = await planImport(db, userId, reading, 0);
    const fileBytes = Buffer.byteLength(source.content);
    const measure = { limits, now, uploader, fileBytes };
    if (!(await countStored(db, planned, measure))) return { refused: 'tooMuchImported' };
  }
  try {
    return await db.transaction().execute(async (trx) => {
      const profile = await lockProfile(trx, userId);
      if (!profile) return { refused: 'userNotFound' };
      const plan = await planImport(trx, userId, reading, profile.lastFormNumber);
      if (plan.isPastFull) throw new Full('pastSymptomsFull');
      const reached = await countImported(trx, plan, request);
      if (reached) throw new Full(reached);
      const since = (name: string, slot: number | null) => reading.since(name, slot) ?? now;
      await insertImported(trx, userId, { ...plan, since }, (written) =>
        tell(HALF + (HALF * written) / plan.forms.length),
      );
      for (const { kind, entries } of plan.ofKinds) {
        await insertEntries(trx, kind, userId, entries, now);
      }
      if (plan.reminders) await addReminders(trx, userId, plan.reminders, now);
      tell(ALL);
      if (plan.forms.length > 0) {
        await addActivity(trx, userId, now, 'formsImported', plan.forms.length);
      }
      for (const { kind, added } of plan.ofKinds) {
        if (added > 0) await addActivity(trx, userId, now, `${kind.list}Imported`, added);
      }
      return outcomeOf(plan, reading, dryRun);
    });
  } catch (error) {
    if (error instanceof Full) return { refused: error.limit };
    throw error;
  }
}

/** Thrown to roll back the transaction if the account would exceed a limit. */
class Full extends Error {
  readonly limit: 'pastSymptomsFull' | LimitReached;

  constructor(limit: Full['limit']) {
    super(limit);
    this.limit = limit;
  }
}

const READERS = {
  json: readJson,
  csv: readCsv,
  ...ofEveryCsv((kind) => (content: string, options: ReadingOptions) => {
    return readEntryCsv(kind, content, options);
  }),
  legacy: readLegacyText,
};

async function read(source: ImportSource, options: ReadingOptions): Promise<ReadOutcome> {
  if ('rows' in source) return await readLegacyRows(source.rows, options);
  return await READERS[source.format](source.content, options);
}

function outcomeOf(plan: ImportPlan, reading: Reading, dryRun: boolean): ImportOutcome {
  if (plan.isPastFull) return { refused: 'pastSymptomsFull' };
  const times = plan.forms.map(({ loggedAt }) => loggedAt);
  const isoOf = (later: (one: Instant, other: Instant) => Instant) =>
    times.length === 0 ? null : new Date(times.reduce((a, b) => later(a, b))).toISOString();
  return {
    answer: {
      dryRun,
      formsAdded: plan.forms.length,
      formsSkipped: plan.formsSkipped,
      ...Object.fromEntries(
        plan.ofKinds.flatMap(({ kind: { list }, added, skipped }) => [
          [`${list}Added`, added],
          [`${list}Skipped`, skipped],
        ]),
      ),
      remindersAdded: plan.reminders !== null,
      remindersSkipped: plan.remindersSkipped,
      ratings: plan.forms.reduce((sum, { ratings }) => sum + ratings.length, 0),
      from: isoOf(Math.min),
      to: isoOf(Math.max),
      symptoms: [...plan.added],
      rowsLeftOut: reading.rowsLeftOut,
      leftOut: [...reading.leftOut],
    },
  };
}
