import type { AnyKind } from '../../contract/kinds/kind.ts';
import { type EntryKind, KINDS } from '../../contract/kinds.ts';
import type { ImportAnswer } from '../../contract/open-formats.ts';
import { mergeImported } from '../../domain/imported-symptoms.ts';
import type { ReminderSettings } from '../../domain/reminders.ts';
import type { SymptomSlots } from '../../domain/slots.ts';
import { MAX_PAST_SYMPTOMS, SLOT_NUMBERS } from '../../domain/symptoms.ts';
import { entryIdOf } from '../entries/columns.ts';
import { findOtherSingle } from '../entries/queries/find.ts';
import type { Database } from '../platform/db/database.ts';
import { findSlots } from '../profile/queries/symptoms.ts';
import { findReminders } from '../reminders/queries/reminders.ts';
import { findKnownForms } from './known-forms.ts';
import type { WholeEntry } from './queries/entry-exports.ts';
import { findStoredIds } from './queries/entry-imports.ts';
import type { ImportedForm, NumberedForm } from './queries/imports.ts';
import type { Reading } from './reading.ts';

/** The entries of a kind that an import adds, and how many it leaves out because the account has them. */
export interface PlannedKind {
  readonly kind: EntryKind;
  readonly entries: readonly WholeEntry[];
  /** How many it adds and leaves out; of medications, how many have such versions (`Kind.importedAs`). */
  readonly added: number;
  readonly skipped: number;
}

/** The changes that an import makes to an account in its current state. */
export interface ImportPlan {
  readonly forms: readonly NumberedForm[];
  /** The account's highest Form # after the import. */
  readonly lastFormNumber: number;
  readonly formsSkipped: number;
  /** One for each kind in `KINDS`. */
  readonly ofKinds: readonly PlannedKind[];
  /** The settings to store; null if the file has none, or the person has set their own. */
  readonly reminders: ReminderSettings | null;
  readonly remindersSkipped: boolean;
  readonly symptoms: SymptomSlots;
  /** Names added to the slots, or with `slot` null to the past symptoms. */
  readonly added: ImportAnswer['symptoms'];
  /**
   * True if there would be too many past symptoms. The maximum is raised to the number in the account or in the file,
   * if that is higher.
   */
  readonly isPastFull: boolean;
}

/**
 * Plans an import without changing anything.
 *
 * @param lastFormNumber the account's current highest Form #
 */
export async function planImport(
  db: Database,
  userId: string,
  reading: Reading,
  lastFormNumber: number,
): Promise<ImportPlan> {
  const { forms, slots, past } = reading;
  const known = await findKnownForms(db, userId, forms);
  const wanted = inOrder(forms.filter((form) => !known.has(form)));
  const current = await findSlots(db, userId);
  const rated = forms.flatMap(({ ratings }) => ratings.map(({ name }) => name));
  const symptoms = mergeImported(current, { slots, past: [...past, ...new Set(rated)] });
  const most = Math.max(MAX_PAST_SYMPTOMS, current.past.length, past.length);
  const inSlots = SLOT_NUMBERS.flatMap((slot) => {
    const name = symptoms.slots[slot - 1];
    return name && name !== current.slots[slot - 1] ? [{ name, slot }] : [];
  });
  const before = new Set(current.past);
  const inPast = symptoms.past.filter((name) => !before.has(name));
  return {
    ...numbered(wanted, lastFormNumber, reading.lastFormNumber),
    formsSkipped: known.size,
    ...(await planReminders(db, userId, reading)),
    ofKinds: await planKinds(db, userId, reading),
    symptoms,
    added: [...inSlots, ...inPast.map((name) => ({ name, slot: null }))],
    isPastFull: symptoms.past.length > most,
  };
}

/** Lists the entries of each kind whose keys the account does not have. Stored entries are not changed. */
async function planKinds(db: Database, userId: string, { ofKinds }: Reading) {
  const planned: PlannedKind[] = [];
  for (const kind of KINDS) {
    const all = ofKinds.find((each) => each.kind === kind)?.entries ?? [];
    const ids = all.length === 0 ? new Set() : await findStoredIds(db, kind, userId);
    const others = all.filter((entry) => !ids.has(entryIdOf(kind, entry)));
    const entries = await withoutSecond(db, kind, userId, others);
    const added = new Set(entries);
    const skipped = all.filter((entry) => !added.has(entry));
    planned.push({ kind, entries, added: countOf(kind, entries), skipped: countOf(kind, skipped) });
  }
  return planned;
}

/** How many entries there are, as the result of an import says it. */
export function countOf({ importedAs }: AnyKind, entries: readonly WholeEntry[]): number {
  if (importedAs === undefined) return entries.length;
  return new Set(entries.map((entry) => entry[importedAs])).size;
}

/** Leaves out an entry of which a person may have only one (`Kind.single`), if the account has one. */
async function withoutSecond(
  db: Database,
  kind: AnyKind,
  userId: string,
  entries: readonly WholeEntry[],
): Promise<readonly WholeEntry[]> {
  const { single } = kind;
  const second = entries.find((entry) => entry.deletedAt === null && single?.holds(entry as never));
  if (!second || !(await findOtherSingle(db, kind, userId, second))) return entries;
  return entries.filter((entry) => entry !== second);
}

/** Uses the file's reminder settings only if the person has none. */
async function planReminders(db: Database, userId: string, { reminders }: Reading) {
  const isSkipped = reminders !== null && (await findReminders(db, userId)) !== undefined;
  return { reminders: isSkipped ? null : reminders, remindersSkipped: isSkipped };
}

/** Sorts forms by their numbers in the file, or by time if they have none. */
function inOrder(forms: readonly ImportedForm[]): ImportedForm[] {
  return forms.toSorted((a, b) =>
    a.formNumber !== null && b.formNumber !== null
      ? a.formNumber - b.formNumber
      : a.loggedAt - b.loggedAt,
  );
}

/**
 * An account that never had a form keeps the numbers of the file if none is higher than this. Otherwise the import
 * numbers the forms from 1, because an export goes through all numbers up to the highest, gaps included.
 */
const HIGHEST_NUMBER_IN_FILE = 200_000;

/**
 * Gives the forms the account's next numbers. In an account that never had a form, the forms keep the file's numbers,
 * gaps included, if every form has one and none is higher than `HIGHEST_NUMBER_IN_FILE`.
 *
 * @param lastInFile the highest Form # of the account that was exported; null if it is not in the file
 */
function numbered(
  forms: readonly ImportedForm[],
  lastFormNumber: number,
  lastInFile: number | null,
): Pick<ImportPlan, 'forms' | 'lastFormNumber'> {
  const own = forms.flatMap((form) =>
    form.formNumber === null ? [] : [{ ...form, formNumber: form.formNumber }],
  );
  const last = Math.max(lastInFile ?? 0, own.at(-1)?.formNumber ?? 0);
  if (lastFormNumber === 0 && own.length === forms.length && last <= HIGHEST_NUMBER_IN_FILE) {
    return { forms: own, lastFormNumber: last };
  }
  return {
    forms: forms.map((form, index) => ({ ...form, formNumber: lastFormNumber + index + 1 })),
    lastFormNumber: lastFormNumber + forms.length,
  };
}
