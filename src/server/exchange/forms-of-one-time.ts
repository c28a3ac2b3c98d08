import type { Rating } from '../../domain/rating.ts';
import { MAX_SLOTS } from '../../domain/symptoms.ts';

/**
 * Distributes the ratings of one time over as few forms as possible. Each rating is added to the first form that has
 * room and does not contain its symptom yet. A table may have thousands of ratings with the same time, so the class
 * remembers each symptom's next form instead of searching for it.
 */
export class FormsOfOneTime {
  readonly forms: Rating[][] = [];
  readonly #seen = new Set<string>();
  /** For each symptom, by its name in lower case: the index of the form after the last one that contains it. */
  readonly #next = new Map<string, number>();
  /** The index of the first form with room. Later forms contain subsets of its symptoms, so none of them is full. */
  #open = 0;

  /** @returns false for an exact duplicate, which is not added */
  add(rating: Omit<Rating, 'slot'>): boolean {
    const { name, severity, notes } = rating;
    const content = JSON.stringify([name, severity, notes]);
    if (this.#seen.has(content)) return false;
    this.#seen.add(content);
    const key = name.toLowerCase();
    const index = Math.max(this.#open, this.#next.get(key) ?? 0);
    this.#next.set(key, index + 1);
    const form = this.forms[index] ?? [];
    this.forms[index] = form;
    form.push({ slot: form.length + 1, ...rating });
    if (form.length === MAX_SLOTS) this.#open = index + 1;
    return true;
  }
}
