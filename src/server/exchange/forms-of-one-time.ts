import { MAX_SLOTS } from '../../domain/symptoms.ts';
import type { StoredRating } from '../forms/queries/forms.ts';

/**
 * The ratings of one time, in as few forms as hold them: each goes to the first form that has room and does
 * not hold its symptom. A table may hold thousands of one time, so that form is known and not looked for.
 */
export class FormsOfOneTime {
  readonly forms: StoredRating[][] = [];
  readonly #seen = new Set<string>();
  /** The form after the last that holds a symptom, by its name in small letters. */
  readonly #next = new Map<string, number>();
  /** The first form with room. None after it is full: whatever those hold, it holds too. */
  #open = 0;

  /** @returns false where the very same rating is there already */
  add(rating: Omit<StoredRating, 'slot'>): boolean {
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
