import { setImmediate } from 'node:timers/promises';
import type { ExportFormat } from '../../contract/file-formats.ts';
import { fullName } from '../../domain/person.ts';
import type { Instant } from '../../domain/zone.ts';
import type { Database } from '../platform/db/database.ts';
import { fileNameOf } from '../platform/http/file-name.ts';
import { csvHead, csvRows } from './csv-file.ts';
import { FHIR_END, fhirHead, fhirObservations } from './fhir-file.ts';
import { JSON_END, jsonForms, jsonHead } from './json-file.ts';
import { findOverview, findWholeForms, type WholeForm } from './queries/exports.ts';

/** So many forms are in memory at once. With all notes as long as they may be that is some 3 MB. */
const FORMS_AT_ONCE = 64;

export interface Export {
  readonly fileName: string;
  /** How many ratings (CSV), forms (JSON) or entries (FHIR) are to come, each on a line of its own. */
  readonly total: number;
  /** The file's text, piece by piece, read from the database as it is asked for. */
  readonly pieces: AsyncIterable<string>;
}

/** How a format writes an account: begin, forms, end. */
interface Writing {
  readonly extension: string;
  readonly total: number;
  readonly head: string;
  readonly forms: (forms: readonly WholeForm[]) => string;
  readonly end: string;
}

/**
 * An account's data as a file. It holds every form that was there when it began, each as a whole: as it was
 * before an edit made meanwhile, or after it. Forms saved meanwhile are not in it. No connection is held
 * between pieces, however slowly they are taken.
 *
 * @returns undefined where the user has no profile
 */
export async function exportAccount(
  db: Database,
  owner: { readonly userId: string; readonly email: string },
  {
    format,
    now,
    zone,
  }: { readonly format: ExportFormat; readonly now: Instant; readonly zone: string },
): Promise<Export | undefined> {
  const account = await findOverview(db, owner.userId);
  if (!account) return undefined;
  const writings: Record<ExportFormat, () => Writing> = {
    csv: () => ({
      extension: 'csv',
      total: account.ratings,
      head: csvHead(),
      forms: (forms) => csvRows(forms, zone),
      end: '',
    }),
    json: () => ({
      extension: 'json',
      total: account.lastFormNumber,
      head: jsonHead(account, { ...owner, now, zone }),
      forms: jsonForms(),
      end: JSON_END,
    }),
    fhir: () => ({
      extension: 'fhir.json',
      total: 1 + account.ratings,
      head: fhirHead(account, { ...owner, now }),
      forms: (forms) => fhirObservations(forms, owner),
      end: FHIR_END,
    }),
  };
  const writing = writings[format]();
  const { extension, total } = writing;
  return {
    fileName: fileNameOf('Symptom Tracker', {
      name: fullName(account.person),
      now,
      zone,
      extension,
    }),
    total,
    pieces: pieces(db, owner.userId, account.lastFormNumber, writing),
  };
}

async function* pieces(
  db: Database,
  userId: string,
  lastFormNumber: number,
  { head, forms, end }: Writing,
): AsyncGenerator<string> {
  yield head;
  for (let first = 1; first <= lastFormNumber; first += FORMS_AT_ONCE) {
    const last = Math.min(first + FORMS_AT_ONCE - 1, lastFormNumber);
    yield forms(await findWholeForms(db, userId, { first, last }));
    // SQLite answers at once: without a pause nobody else would be served until the end.
    await setImmediate();
  }
  yield end;
}
