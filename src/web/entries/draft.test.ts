import { describe, expect, it } from 'vitest';
import { afterConflict, editedRatings, newRatings, type Rating, withChange } from './draft.ts';

const rated = (name: string, severity: number, notes = ''): Rating => ({ name, severity, notes });
const unrated = (name: string) => rated(name, 1);
const three = {
  symptom1: unrated('Tremor'),
  symptom2: unrated('Stiffness'),
  symptom3: unrated('Poor sleep'),
};

describe('what was entered, laid over the profile’s symptoms', () => {
  it('is found by name where a symptom has moved to another slot', () => {
    const moved = { symptom1: unrated('Stiffness'), symptom2: unrated('Poor sleep') };
    expect(newRatings(moved, [rated('Stiffness', 4, 'All day')])).toEqual({
      symptom1: rated('Stiffness', 4, 'All day'),
      symptom2: unrated('Poor sleep'),
    });
  });

  it('takes the name as the profile writes it now', () => {
    expect(newRatings(three, [rated('tremor', 3)]).symptom1).toEqual(rated('Tremor', 3));
  });

  it('stays in a free place where its symptom has left the profile', () => {
    expect(newRatings(three, [rated('Freezing', 5)])).toEqual({
      ...three,
      symptom4: rated('Freezing', 5),
    });
  });

  it('takes the place of an unrated symptom where none is free', () => {
    const five = { ...three, symptom4: unrated('Falls'), symptom5: unrated('Fatigue') };
    expect(newRatings(five, [rated('Fatigue', 2), rated('Freezing', 5)])).toEqual({
      ...three,
      symptom4: rated('Freezing', 5),
      symptom5: rated('Fatigue', 2),
    });
  });

  it('holds the last change of a symptom, and what else was entered for it', () => {
    const before = [
      { name: 'Tremor', severity: 3, notes: 'Late' },
      { name: 'Stiffness', severity: 2 },
    ];
    expect(withChange(before, { name: 'tremor', severity: 4 })).toEqual([
      { name: 'Stiffness', severity: 2 },
      { name: 'tremor', severity: 4, notes: 'Late' },
    ]);
  });

  it('is a whole entry also where only a note was written and the symptom is gone', () => {
    const entries = newRatings(three, [{ name: 'Freezing', notes: 'At the door' }]);
    expect(entries.symptom4).toEqual(rated('Freezing', 1, 'At the door'));
  });
});

describe('what was entered, laid over a saved form', () => {
  const saved = {
    id: 'a',
    formNumber: 7,
    date: '2026-11-18T17:00:00.000Z',
    enteredAt: '2026-11-18T17:00:00.000Z',
    symptoms: ['Tremor', 'Stiffness', 'Poor sleep'],
    symptomData: three,
    version: 1,
    rowIndex: 8,
    sheetName: 'a_Grace',
  };

  it('changes the symptoms that it holds, and no other', () => {
    expect(editedRatings(three, [rated('stiffness', 4), rated('Freezing', 5)])).toEqual({
      ...three,
      symptom2: rated('Stiffness', 4),
    });
  });

  it('leaves of a symptom what was not touched', () => {
    const newer = { symptom1: rated('Tremor', 2, 'Since the new dose') };
    expect(editedRatings(newer, [{ name: 'Tremor', severity: 4 }])).toEqual({
      symptom1: rated('Tremor', 4, 'Since the new dose'),
    });
  });

  it('becomes its edit where it holds all that was rated', () => {
    const form = { submissionId: 'x', changes: [rated('Stiffness', 4)], sent: [three] };
    expect(afterConflict(form, saved)).toEqual({ ...form, edited: saved, sent: [] });
  });

  it('becomes a form of its own where it does not', () => {
    const form = { submissionId: 'x', changes: [rated('Freezing', 5)], sent: [three] };
    const { submissionId, ...rest } = afterConflict(form, saved);
    expect(rest).toEqual({ changes: form.changes, sent: [] });
    expect(submissionId).not.toBe('x');
  });
});
