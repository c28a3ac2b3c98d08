import { describe, expect, it } from 'vitest';
import { afterConflict, editedRatings, newRatings, type Rating, withChange } from './draft.ts';

const rated = (name: string, severity: number, notes = ''): Rating => ({ name, severity, notes });
const unrated = (name: string) => rated(name, 1);
const three = {
  symptom1: unrated('Tremor'),
  symptom2: unrated('Stiffness'),
  symptom3: unrated('Poor sleep'),
};

describe('a draft applied to the profile’s symptoms', () => {
  it('finds a symptom by name in another slot', () => {
    const moved = { symptom1: unrated('Stiffness'), symptom2: unrated('Poor sleep') };
    expect(newRatings(moved, [rated('Stiffness', 4, 'All day')])).toEqual({
      symptom1: rated('Stiffness', 4, 'All day'),
      symptom2: unrated('Poor sleep'),
    });
  });

  it('uses the profile’s current spelling of a name', () => {
    expect(newRatings(three, [rated('tremor', 3)]).symptom1).toEqual(rated('Tremor', 3));
  });

  it('keeps a symptom that has left the profile in a free slot', () => {
    expect(newRatings(three, [rated('Freezing', 5)])).toEqual({
      ...three,
      symptom4: rated('Freezing', 5),
    });
  });

  it('replaces an unrated symptom if no slot is free', () => {
    const five = { ...three, symptom4: unrated('Falls'), symptom5: unrated('Fatigue') };
    expect(newRatings(five, [rated('Fatigue', 2), rated('Freezing', 5)])).toEqual({
      ...three,
      symptom4: rated('Freezing', 5),
      symptom5: rated('Fatigue', 2),
    });
  });

  it('keeps the last change of a symptom, and its other values', () => {
    const before = [
      { name: 'Tremor', severity: 3, notes: 'Late' },
      { name: 'Stiffness', severity: 2 },
    ];
    expect(withChange(before, { name: 'tremor', severity: 4 })).toEqual([
      { name: 'Stiffness', severity: 2 },
      { name: 'tremor', severity: 4, notes: 'Late' },
    ]);
  });

  it('completes a symptom that has only a note and has left the profile', () => {
    const entries = newRatings(three, [{ name: 'Freezing', notes: 'At the door' }]);
    expect(entries.symptom4).toEqual(rated('Freezing', 1, 'At the door'));
  });
});

describe('a draft applied to a saved form', () => {
  const saved = {
    id: 'a',
    formNumber: 7,
    date: '2026-11-18T17:00:00.000Z',
    enteredAt: '2026-11-18T17:00:00.000Z',
    timeZone: 'UTC',
    symptoms: ['Tremor', 'Stiffness', 'Poor sleep'],
    symptomData: three,
    version: 1,
    cursor: '',
    rowIndex: 8,
    sheetName: 'a_Grace',
  };

  it('changes only the symptoms in the form', () => {
    expect(editedRatings(three, [rated('stiffness', 4), rated('Freezing', 5)])).toEqual({
      ...three,
      symptom2: rated('Stiffness', 4),
    });
  });

  it('keeps the untouched values of a symptom', () => {
    const newer = { symptom1: rated('Tremor', 2, 'Since the new dose') };
    expect(editedRatings(newer, [{ name: 'Tremor', severity: 4 }])).toEqual({
      symptom1: rated('Tremor', 4, 'Since the new dose'),
    });
  });

  it('becomes an edit of a form that holds all rated symptoms', () => {
    const form = { submissionId: 'x', changes: [rated('Stiffness', 4)], sent: [three] };
    expect(afterConflict(form, saved)).toEqual({ ...form, edited: saved, sent: [] });
  });

  it('becomes a new form if the saved form lacks a rated symptom', () => {
    const form = { submissionId: 'x', changes: [rated('Freezing', 5)], sent: [three] };
    const { submissionId, ...rest } = afterConflict(form, saved);
    expect(rest).toEqual({ changes: form.changes, sent: [] });
    expect(submissionId).not.toBe('x');
  });
});
