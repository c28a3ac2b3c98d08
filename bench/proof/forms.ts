import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Form } from '../../src/contract/entities.ts';
import { type Address, callOver, type personOver } from '../../src/server/testing/process.ts';

export type Person = Awaited<ReturnType<typeof personOver>>;

/** The values of a new form. A retry sends the same values again. */
export function newSubmission() {
  const severity = 1 + Math.floor(Math.random() * 5);
  return { submissionId: randomUUID(), notes: randomUUID(), severity };
}

/**
 * Records which saves and edits of one person were acknowledged, and later compares them with the stored
 * forms.
 */
export class Ledger {
  readonly #person: Person;
  /**
   * The acknowledged forms by their unique note. After an unanswered edit a form may have one of two
   * severities.
   */
  readonly #forms = new Map<string, { number: number; severities: Set<number> }>();

  constructor(person: Person) {
    this.#person = person;
  }

  get acknowledged(): number {
    return this.#forms.size;
  }

  /** Saves a form. A save without an answer may or may not be stored, so it is not recorded. */
  async save(server: Address, submission = newSubmission()): Promise<number> {
    const { userId, cookie } = this.#person;
    const { submissionId, notes, severity } = submission;
    const formData = { symptom1: { name: 'Tremor', severity, notes } };
    const input = { userId, submissionId, formData };
    const answer = await callOver(server, 'saveSymptomForm', input, cookie);
    if (answer.status === 200) {
      const { formNumber } = JSON.parse(answer.text) as Form;
      this.#forms.set(notes, { number: formNumber, severities: new Set([severity]) });
    }
    return answer.status;
  }

  /** Edits a random form. Until the edit is answered, the form may have its old or its new severity. */
  async edit(server: Address): Promise<number> {
    const { userId, cookie } = this.#person;
    const notes = [...this.#forms.keys()][Math.floor(Math.random() * this.#forms.size)];
    const form = this.#forms.get(notes ?? '');
    if (!notes || !form || form.severities.size > 1) return await this.save(server);
    const severity = 1 + Math.floor(Math.random() * 5);
    form.severities.add(severity);
    const formData = { formNumber: form.number, symptom1: { name: 'Tremor', severity } };
    const input = { userId, action: 'form', formData };
    const answer = await callOver(server, 'updateSymptoms', input, cookie);
    if (answer.status === 200) form.severities = new Set([severity]);
    return answer.status;
  }

  /**
   * Expects every acknowledged form to be stored once with the right values, and form numbers without gaps.
   */
  async check(server: Address): Promise<void> {
    const forms = await this.#stored(server);
    // They are listed by time, and concurrent saves may get their numbers in another order.
    forms.sort((a, b) => a.formNumber - b.formNumber);
    expect(forms.map(({ formNumber }) => formNumber)).toEqual(forms.map((_, index) => index + 1));
    const byNotes = new Map(forms.map((form) => [form.symptomData.symptom1?.notes ?? '', form]));
    expect(byNotes.size).toBe(forms.length);
    for (const [notes, { number, severities }] of this.#forms) {
      const form = byNotes.get(notes);
      const severity = form?.symptomData.symptom1?.severity ?? 0;
      expect(form?.formNumber).toBe(number);
      expect([...severities]).toContain(severity);
      this.#forms.set(notes, { number, severities: new Set([severity]) });
    }
  }

  /** All stored forms. The server ends a long list early. */
  async #stored(server: Address): Promise<Form[]> {
    const { userId, cookie } = this.#person;
    const forms: Form[] = [];
    let cursor: string | undefined;
    do {
      const page = await callOver(
        server,
        'getUserForms',
        { userId, ...(cursor && { cursor }) },
        cookie,
      );
      forms.push(...(JSON.parse(page.text) as Form[]));
      cursor = forms.at(-1)?.next;
    } while (cursor !== undefined);
    return forms;
  }
}
