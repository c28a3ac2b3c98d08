import { describe, expect, it } from 'vitest';
import type { SavedForm } from '../../entries/entry-list.ts';
import { savedMessage } from './saved-message.ts';

const ZONE = 'America/New_York';
const NOON = '2026-11-18T17:00:00.000Z';
const LATER = '2026-11-18T17:20:00.000Z';

/** A form that the server has for noon. */
function saved(formNumber: number, submittedAt: string, sent: Partial<SavedForm['sent']> = {}) {
  const form = {
    id: 'a',
    formNumber,
    date: NOON,
    enteredAt: NOON,
    symptoms: [],
    symptomData: {},
    version: 1,
    rowIndex: formNumber + 1,
    sheetName: 'a_Grace',
  };
  return { form, submittedAt, sent: { submissionId: 'x', changes: [], sent: [], ...sent } };
}

describe('what is told of saved forms', () => {
  it('is their numbers', () => {
    expect(savedMessage([saved(1, NOON)], ZONE)).toBe('Form #1 is saved.');
    expect(savedMessage([saved(1, NOON), saved(2, NOON)], ZONE)).toBe('Forms #1, #2 are saved.');
  });

  it('is no time where the clocks differ by less than a server takes for the same', () => {
    const chosen = { loggedAt: '2026-11-18T17:04:00.000Z' };
    expect(savedMessage([saved(1, NOON, chosen)], ZONE)).toBe('Form #1 is saved.');
  });

  it.each([
    ['chosen', saved(1, NOON, { loggedAt: '2026-11-17T17:00:00.000Z' })],
    ['that of its submission', saved(1, LATER)],
  ])('is the time where that is another than was meant: %s', (_, form) => {
    expect(savedMessage([form, saved(2, NOON)], ZONE)).toBe(
      'Form #2 is saved. Form #1 is saved for November 18, 2026, 12:00 PM EST. That time stays.',
    );
  });

  it('is no time for an edit, which keeps the one it has', () => {
    const { form } = saved(1, NOON);
    expect(savedMessage([saved(1, LATER, { edited: form })], ZONE)).toBe('Form #1 is saved.');
  });
});
