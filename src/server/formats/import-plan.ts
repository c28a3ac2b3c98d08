import type { ImportAnswer } from '../../contract/open-formats.ts';
import { withBrought } from '../../domain/brought-symptoms.ts';
import type { SymptomSlots } from '../../domain/slots.ts';
import { MAX_PAST_SYMPTOMS, SLOT_NUMBERS } from '../../domain/symptoms.ts';
import type { Database } from '../db/database.ts';
import { findWholeForms, type WholeForm } from '../db/exports.ts';
import type { StoredRating } from '../db/forms.ts';
import { type BroughtForm, findIdentities, type NumberedForm } from '../db/imports.ts';
import { findSlots } from '../db/profiles.ts';
import type { Reading } from './reading.ts';

/** What an import would add to an account as it is now. */
export interface ImportPlan {
  readonly forms: readonly NumberedForm[];
  /** The Form # given last, once they are added. */
  readonly lastFormNumber: number;
  readonly formsSkipped: number;
  readonly symptoms: SymptomSlots;
  /** Names that are new in a slot, or with null in the past symptoms. */
  readonly added: ImportAnswer['symptoms'];
  /** Whether the past symptoms would be more than can be kept. */
  readonly isPastFull: boolean;
}

/** So many forms are read at once to compare them. */
const FORMS_AT_ONCE = 64;

/** @param lastFormNumber the account's, now */
export async function planImport(
  db: Database,
  userId: string,
  { forms, slots, past }: Reading,
  lastFormNumber: number,
): Promise<ImportPlan> {
  const isThere = await findThoseThere(db, userId, forms);
  const wanted = inOrder(forms.filter((form) => !isThere.has(form)));
  const current = await findSlots(db, userId);
  const rated = forms.flatMap(({ ratings }) => ratings.map(({ name }) => name));
  const symptoms = withBrought(current, { slots, past: [...past, ...new Set(rated)] });
  const most = Math.max(MAX_PAST_SYMPTOMS, current.past.length, past.length);
  const inSlots = SLOT_NUMBERS.flatMap((slot) => {
    const name = symptoms.slots[slot - 1];
    return name && name !== current.slots[slot - 1] ? [{ name, slot }] : [];
  });
  const before = new Set(current.past);
  const inPast = symptoms.past.filter((name) => !before.has(name));
  return {
    forms: numbered(wanted, lastFormNumber),
    lastFormNumber: lastFormNumber + wanted.length,
    formsSkipped: isThere.size,
    symptoms,
    added: [...inSlots, ...inPast.map((name) => ({ name, slot: null }))],
    isPastFull: symptoms.past.length > most,
  };
}

/**
 * The forms of a file that the account has already: those with the id or the submission of one, and those of
 * the same time that read as one reads, or read before an edit.
 */
async function findThoseThere(
  db: Database,
  userId: string,
  forms: readonly BroughtForm[],
): Promise<Set<BroughtForm>> {
  const stored = await findIdentities(db, userId);
  const ids = new Set(stored.map(({ id }) => id));
  const submissions = new Set(stored.map(({ submissionId }) => submissionId));
  const there = new Set(
    forms.filter(
      ({ id, submissionId }) =>
        ids.has(id ?? '') || (submissionId !== null && submissions.has(submissionId)),
    ),
  );
  const others = Map.groupBy(
    forms.filter((form) => !there.has(form)),
    ({ loggedAt }) => loggedAt,
  );
  const sameTime = stored.filter(({ loggedAt }) => others.has(loggedAt));
  for (let at = 0; at < sameTime.length; ) {
    const first = sameTime[at]?.formNumber ?? 0;
    const last = first + FORMS_AT_ONCE - 1;
    for (const form of await findWholeForms(db, userId, { first, last })) {
      for (const other of others.get(form.loggedAt) ?? []) {
        if (hasRead(form, contentOf(other.ratings))) there.add(other);
      }
    }
    while (at < sameTime.length && (sameTime[at]?.formNumber ?? 0) <= last) at += 1;
  }
  return there;
}

/** Whether a form reads so, or did before an edit. */
function hasRead(form: WholeForm, content: string): boolean {
  const versions = [form, ...form.formerVersions];
  return versions.some(({ ratings }) => contentOf(ratings) === content);
}

/** Names, severities and notes, whichever slots they were in. */
function contentOf(ratings: readonly StoredRating[]): string {
  return JSON.stringify(
    ratings.map(({ name, severity, notes }) => JSON.stringify([name, severity, notes])).sort(),
  );
}

/** By their numbers in the file; those without by their times. */
function inOrder(forms: readonly BroughtForm[]): BroughtForm[] {
  return forms.toSorted((a, b) =>
    a.formNumber !== null && b.formNumber !== null
      ? a.formNumber - b.formNumber
      : a.loggedAt - b.loggedAt,
  );
}

/**
 * Forms in order get the numbers that come next. In an empty account that leaves them those of the file, where
 * these count from 1 without a gap.
 */
function numbered(forms: readonly BroughtForm[], lastFormNumber: number): NumberedForm[] {
  return forms.map((form, index) => ({ ...form, formNumber: lastFormNumber + index + 1 }));
}
