import type { Rating } from '../../domain/rating.ts';
import type { Instant } from '../../domain/zone.ts';
import type { Database } from '../platform/db/database.ts';
import { findWholeForms } from './queries/exports.ts';
import {
  type FormIdentity,
  findFormerTimes,
  findIdentities,
  type ImportedForm,
  idOf,
} from './queries/imports.ts';

/** The number of stored forms that one query reads for comparison. */
const FORMS_AT_ONCE = 64;

/**
 * Finds the forms of a file that the account already has. A form matches a stored form by its id (`idOf`). A form
 * without an id also matches if a stored form, or a former version of it, has the same time and content. A form with a
 * different id is a different form, even with the same content.
 */
export async function findKnownForms(
  db: Database,
  userId: string,
  forms: readonly ImportedForm[],
): Promise<Set<ImportedForm>> {
  const stored = await findIdentities(db, userId);
  const ids = new Set(stored.map(({ id }) => id));
  const known = new Set(forms.filter((each) => ids.has(idOf(each) ?? '')));
  const unnamed = new UnnamedForms(forms.filter((form) => form.id === null && !known.has(form)));
  const former = await findFormerTimes(db, userId);
  const timesOf = ({ id, loggedAt }: FormIdentity) => [loggedAt, ...(former.get(id) ?? [])];
  const sameTime = stored.filter((form) => timesOf(form).some((time) => unnamed.has(time)));
  for (let at = 0; at < sameTime.length; ) {
    const first = sameTime[at]?.formNumber ?? 0;
    const last = first + FORMS_AT_ONCE - 1;
    for (const form of await findWholeForms(db, userId, { first, last })) {
      for (const { ratings, loggedAt } of [form, ...form.formerVersions]) {
        for (const alike of unnamed.alike(loggedAt, ratings)) known.add(alike);
      }
    }
    while (at < sameTime.length && (sameTime[at]?.formNumber ?? 0) <= last) at += 1;
  }
  return known;
}

/**
 * An index of forms without an id, by time and content. It computes each content key once, because a file may
 * contain thousands of forms with the same time.
 */
class UnnamedForms {
  readonly #byTime: ReadonlyMap<Instant, ReadonlyMap<string, readonly ImportedForm[]>>;

  constructor(forms: readonly ImportedForm[]) {
    const ofTimes = Map.groupBy(forms, ({ loggedAt }) => loggedAt);
    this.#byTime = new Map(
      [...ofTimes].map(([loggedAt, ofTime]) => [
        loggedAt,
        Map.groupBy(ofTime, ({ ratings }) => contentOf(ratings)),
      ]),
    );
  }

  has(loggedAt: Instant): boolean {
    return this.#byTime.has(loggedAt);
  }

  alike(loggedAt: Instant, ratings: readonly Rating[]): readonly ImportedForm[] {
    return this.#byTime.get(loggedAt)?.get(contentOf(ratings)) ?? [];
  }
}

/** A key of names, severities and notes, independent of slots. */
function contentOf(ratings: readonly Rating[]): string {
  return JSON.stringify(
    ratings.map(({ name, severity, notes }) => JSON.stringify([name, severity, notes])).sort(),
  );
}
