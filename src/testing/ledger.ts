import { expect } from 'vitest';
import type { Form, Profile } from '../contract/entities.ts';
import { SYMPTOM_KEYS, slotText } from '../domain/symptoms.ts';
import type { TestUser } from '../server/testing/app.ts';

/** What an account's devices have shown as saved. Each rating has a unique note. */
export class Ledger {
  readonly names = new Set<string>();
  /** The note of each acknowledged rating, and the zone of its form if the ledger knows it. */
  readonly #ratings = new Map<string, string | undefined>();
  #count = 0;

  newNote(): string {
    this.#count += 1;
    return `rating ${this.#count}`;
  }

  get size(): number {
    return this.#ratings.size;
  }

  add(note: string, timeZone?: string): void {
    this.#ratings.set(note, timeZone);
  }

  /** Records that an edit replaced the note of a rating. */
  replace(former: string, note: string): void {
    const timeZone = this.#ratings.get(former);
    this.#ratings.delete(former);
    this.#ratings.set(note, timeZone);
  }

  /**
   * Expects every acknowledged name in the profile, and every acknowledged rating in exactly one form: stored or
   * deleted, or else on a device, because the server refused it.
   *
   * @param refused the notes of the forms that a device keeps because the server refused them
   */
  async check(user: TestUser, refused: ReadonlySet<string>): Promise<void> {
    const profile = await profileOf(user);
    const { all } = symptomsOf(profile);
    expect([...this.names].filter((name) => !all.includes(name))).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
    const { browser, userId } = user;
    const stored: Form[] = (await browser.call('getUserForms', { userId })).json();
    const deleted: Form[] = (await browser.call('getDeletedForms', { userId })).json();
    const forms = [...stored, ...deleted];
    const numbers = forms.map(({ formNumber }) => formNumber);
    expect(new Set(numbers).size).toBe(numbers.length);
    const places = Map.groupBy(
      forms.flatMap(({ timeZone, symptomData }) =>
        Object.values(symptomData).map(({ notes }) => ({ notes, timeZone })),
      ),
      ({ notes }) => notes,
    );
    for (const [note, timeZone] of this.#ratings) {
      const found = places.get(note) ?? [];
      if (found.length === 0 && refused.has(note)) continue;
      expect([note, found.length]).toEqual([note, 1]);
      if (timeZone) expect([note, found[0]?.timeZone]).toEqual([note, timeZone]);
    }
  }
}

export async function profileOf({ browser, userId }: TestUser): Promise<Profile> {
  return (await browser.call('getUserProfile', { userId })).json();
}

export function symptomsOf(profile: Profile) {
  const slots = SYMPTOM_KEYS.map((key) => slotText(profile[key]));
  return { slots, all: [...slots.filter(Boolean), ...profile.pastSymptoms] };
}
