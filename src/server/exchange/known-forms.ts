import type { Instant } from '../../domain/zone.ts';
import type { StoredRating } from '../forms/queries/forms.ts';
import type { Database } from '../platform/db/database.ts';
import { findWholeForms } from './queries/exports.ts';
import { type BroughtForm, findIdentities } from './queries/imports.ts';

/** So many stored forms are read at once to compare them. */
const FORMS_AT_ONCE = 64;

/**
 * The forms of a file that the account has already: those with the id or the submission of one; and of those
 * without an id, the ones of the same time that read as one reads, or read before an edit. A form with an id of
 * its own is another form, however alike the two read.
 *
 * @param pause called now and then; what it throws ends the search
 */
export async function findKnownForms(
  db: Database,
  userId: string,
  forms: readonly BroughtForm[],
  pause: () => Promise<void>,
): Promise<Set<BroughtForm>> {
  const stored = await findIdentities(db, userId);
  const ids = new Set(stored.map(({ id }) => id));
  const submissions = new Set(stored.map(({ submissionId }) => submissionId));
  const known = new Set(
    forms.filter(
      ({ id, submissionId }) =>
        ids.has(id ?? '') || (submissionId !== null && submissions.has(submissionId)),
    ),
  );
  const unnamed = new UnnamedForms(forms.filter((form) => form.id === null && !known.has(form)));
  const sameTime = stored.filter(({ loggedAt }) => unnamed.has(loggedAt));
  for (let at = 0; at < sameTime.length; ) {
    await pause();
    const first = sameTime[at]?.formNumber ?? 0;
    const last = first + FORMS_AT_ONCE - 1;
    for (const form of await findWholeForms(db, userId, { first, last })) {
      for (const { ratings } of [form, ...form.formerVersions]) {
        for (const alike of unnamed.alike(form.loggedAt, ratings)) known.add(alike);
      }
    }
    while (at < sameTime.length && (sameTime[at]?.formNumber ?? 0) <= last) at += 1;
  }
  return known;
}

/**
 * Forms without an id, found by their time and content. Each content is worked out once: a file may hold
 * thousands of forms of one time.
 */
class UnnamedForms {
  readonly #byTime: ReadonlyMap<Instant, ReadonlyMap<string, readonly BroughtForm[]>>;

  constructor(forms: readonly BroughtForm[]) {
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

  alike(loggedAt: Instant, ratings: readonly StoredRating[]): readonly BroughtForm[] {
    return this.#byTime.get(loggedAt)?.get(contentOf(ratings)) ?? [];
  }
}

/** Names, severities and notes, whichever slots they were in. */
function contentOf(ratings: readonly StoredRating[]): string {
  return JSON.stringify(
    ratings.map(({ name, severity, notes }) => JSON.stringify([name, severity, notes])).sort(),
  );
}
