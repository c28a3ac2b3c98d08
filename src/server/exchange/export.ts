import { setImmediate } from 'node:timers/promises';
import type { ExportFormat } from '../../contract/file-formats.ts';
import { fullName } from '../../domain/person.ts';
import type { Instant } from '../../domain/zone.ts';
import { RESTORABLE_MS } from '../entries/queries/entries.ts';
import type { Database } from '../platform/db/database.ts';
import { fileNameOf } from '../platform/http/file-name.ts';
import { csvHead, csvRows } from './csv-file.ts';
import { FHIR_END, fhirHead, fhirObservations } from './fhir-file.ts';
import { JSON_END, jsonForms, jsonHead } from './json-file.ts';
import { findOverview, findWholeForms, type WholeForm } from './queries/exports.ts';

/** The number of forms in memory at once. With notes of the maximum length they take about 3 MB. */
const FORMS_AT_ONCE = 64;

export interface Export {
  readonly fileName: string;
  /** The number of ratings (CSV), forms (JSON) or entries (FHIR), each of which starts on a new line. */
  readonly total: number;
  /** The file's text in pieces, which are read from the database on demand. */
  readonly pieces: AsyncIterable<string>;
}

/** The serializer of a format, for the start, the forms and the end of a file. */
interface Writing {
  readonly extension: string;
  readonly total: number;
  readonly head: string;
  readonly forms: (forms: readonly WholeForm[]) => string;
  readonly end: string;
}

/**
 * Exports an account's data as a file. The file contains every form that existed when the export started, but
 * no form saved during it. Each form is consistent: if it is edited during the export, the file has its state
 * before or after the edit. Between two pieces the export uses no connection, so a slow reader blocks nobody.
 *
 * @returns undefined if the user has no profile
 */
export async function exportAccount(
  db: Database,
  owner: { readonly userId: string; readonly email: string },
  { format, now }: { readonly format: ExportFormat; readonly now: Instant },
): Promise<Export | undefined> {
  const account = await findOverview(db, owner.userId);
  if (!account) return undefined;
  const json = jsonForms();
  const writings: Record<ExportFormat, () => Writing> = {
    csv: () => ({
      extension: 'csv',
      total: account.ratings,
      head: csvHead(),
      forms: (forms) => csvRows(forms.filter(isPresent)),
      end: '',
    }),
    json: () => ({
      extension: 'json',
      total: account.lastFormNumber,
      head: jsonHead(account, { ...owner, now }),
      forms: (forms) =>
        json(forms.filter(({ deletedAt }) => (deletedAt ?? now) > now - RESTORABLE_MS)),
      end: JSON_END,
    }),
    fhir: () => ({
      extension: 'fhir.json',
      total: 1 + account.ratings,
      head: fhirHead(account, { ...owner, now }),
      forms: (forms) => fhirObservations(forms.filter(isPresent), owner),
      end: FHIR_END,
    }),
  };
  const writing = writings[format]();
  const { extension, total } = writing;
  return {
    fileName: fileNameOf('Symptom Tracker', {
      name: fullName(account.person),
      now,
      zone: account.person.timeZone,
      extension,
    }),
    total,
    pieces: pieces(db, owner.userId, account.lastFormNumber, writing),
  };
}

function isPresent({ deletedAt }: WholeForm): boolean {
  return deletedAt === null;
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
    // SQLite queries are synchronous. Without this pause, the server would handle no other request meanwhile.
    await setImmediate();
  }
  yield end;
}
