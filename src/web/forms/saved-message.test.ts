import { describe, expect, it } from 'vitest';
import { DEFAULT_DATE_STYLE } from '../../domain/formats.ts';
import { savedMessage } from './saved-message.ts';
import type { SavedForm } from './store/form-list.ts';

const NOON = '2026-11-18T17:00:00.000Z';
const LATER = '2026-11-18T17:20:00.000Z';
const NOW = Date.parse('2026-11-19T01:00:00.000Z');

/** A form that the server saved for noon. */
function saved(
  formNumber: number,
  submittedAt: string,
  sent: Partial<SavedForm['sent']> = {},
  symptomData: SavedForm['form']['symptomData'] = {},
) {
  const form = {
    id: 'a',
    formNumber,
    date: NOON,
    enteredAt: NOON,
    timeZone: 'America/New_York',
    symptoms: [],
    symptomData,
    version: 1,
    cursor: '',
    rowIndex: formNumber + 1,
    author: 'self',
    sheetName: 'a_Grace',
  };
  return { form, submittedAt, sent: { submissionId: 'x', changes: [], sent: [], ...sent } };
}

describe('the message about saved forms', () => {
  it('lists their numbers', () => {
    expect(savedMessage([saved(1, NOON)], NOW, DEFAULT_DATE_STYLE)).toBe('Form #1 is saved.');
    expect(savedMessage([saved(1, NOON), saved(2, NOON)], NOW, DEFAULT_DATE_STYLE)).toBe(
      'Forms #1, #2 are saved.',
    );
  });

  it('reads back what was rated in a single form, in slot order', () => {
    const rated = {
      symptom4: { name: 'Falls', severity: 1, notes: 'None' },
      symptom1: { name: 'Tremor', severity: 4, notes: '' },
    };
    expect(savedMessage([saved(12, NOON, {}, rated)], NOW, DEFAULT_DATE_STYLE)).toBe(
      'Form #12 is saved. Tremor\u00a04, Falls\u00a01.',
    );
    expect(savedMessage([saved(12, LATER, {}, rated)], NOW, DEFAULT_DATE_STYLE)).toBe(
      'Form #12 is saved for 12:00 PM. Tremor\u00a04, Falls\u00a01. To change its time, edit the form.',
    );
    const both = [saved(12, NOON, {}, rated), saved(13, NOON, {}, rated)];
    expect(savedMessage(both, NOW, DEFAULT_DATE_STYLE)).toBe('Forms #12, #13 are saved.');
  });

  it('mentions no time if the clocks differ by less than the tolerance', () => {
    const chosen = { loggedAt: '2026-11-18T17:04:00.000Z' };
    expect(savedMessage([saved(1, NOON, chosen)], NOW, DEFAULT_DATE_STYLE)).toBe(
      'Form #1 is saved.',
    );
  });

  it.each([
    ['chosen', saved(1, NOON, { loggedAt: '2026-11-17T17:00:00.000Z' })],
    ['that of its submission', saved(1, LATER)],
  ])('mentions the time if it is not the intended one: %s', (_, form) => {
    expect(savedMessage([form, saved(2, NOON)], NOW, DEFAULT_DATE_STYLE)).toBe(
      'Form #2 is saved. Form #1 is saved for 12:00 PM. To change its time, edit the form.',
    );
  });

  it('names the time of an edit, or of a new form, if it is not now: with its day unless that is today', () => {
    const { form } = saved(1, NOON);
    const message = (made: SavedForm, now = NOW) => savedMessage([made], now, DEFAULT_DATE_STYLE);
    const edit = saved(1, LATER, { edited: form });
    expect(message(edit)).toBe('Form #1 is saved for 12:00 PM.');
    const nextDay = Date.parse('2026-11-19T17:00:00.000Z');
    expect(message(edit, nextDay)).toBe('Form #1 is saved for yesterday, 12:00 PM.');
    expect(message(saved(1, LATER, { loggedAt: NOON }))).toBe('Form #1 is saved for 12:00 PM.');
    expect(message(saved(1, NOON, { edited: form }))).toBe('Form #1 is saved.');
  });
});
