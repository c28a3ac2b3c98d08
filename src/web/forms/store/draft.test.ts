import { describe, expect, it } from 'vitest';
import {
  afterConflict,
  type DraftRating,
  draftRatings,
  type Rating,
  ratedOnly,
  unratedSymptom,
  withChange,
  withLeftOut,
} from './draft.ts';

const rated = (name: string, severity: number, notes = ''): Rating => ({ name, severity, notes });
const unrated = (name: string, notes = ''): DraftRating => ({ ...unratedSymptom(name), notes });
const three = {
  symptom1: unrated('Tremor'),
  symptom2: unrated('Stiffness'),
  symptom3: unrated('Poor sleep'),
};

describe('a draft applied to the profile’s symptoms', () => {
  it('finds a symptom by name in another slot', () => {
    const moved = { symptom1: unrated('Stiffness'), symptom2: unrated('Poor sleep') };
    expect(draftRatings(moved, [rated('Stiffness', 4, 'All day')])).toEqual({
      symptom1: rated('Stiffness', 4, 'All day'),
      symptom2: unrated('Poor sleep'),
    });
  });

  it('uses the profile’s current spelling of a name', () => {
    expect(draftRatings(three, [rated('tremor', 3)]).symptom1).toEqual(rated('Tremor', 3));
  });

  it('keeps a symptom that has left the profile in a free slot', () => {
    expect(draftRatings(three, [rated('Freezing', 5)])).toEqual({
      ...three,
      symptom4: rated('Freezing', 5),
    });
  });

  it('replaces an unrated symptom if no slot is free', () => {
    const five = { ...three, symptom4: unrated('Falls'), symptom5: unrated('Fatigue') };
    expect(draftRatings(five, [rated('Fatigue', 2), rated('Freezing', 5)])).toEqual({
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
    const entries = draftRatings(three, [{ name: 'Freezing', notes: 'At the door' }]);
    expect(entries.symptom4).toEqual(unrated('Freezing', 'At the door'));
  });

  it('drops a symptom that has left the profile and has neither a rating nor a note', () => {
    expect(draftRatings(three, [{ name: 'Freezing', notes: '' }])).toEqual(three);
  });

  it('does not rate a symptom, and sends only what is rated', () => {
    const ratings = draftRatings(three, [
      { name: 'Tremor', severity: 1 },
      { name: 'Stiffness', notes: 'On stairs' },
    ]);
    expect(ratings).toEqual({
      ...three,
      symptom1: rated('Tremor', 1),
      symptom2: unrated('Stiffness', 'On stairs'),
    });
    expect(ratedOnly(ratings)).toEqual({ symptom1: rated('Tremor', 1) });
  });
});

describe('a draft applied to a saved form', () => {
  const three = {
    symptom1: rated('Tremor', 3),
    symptom2: rated('Stiffness', 1),
    symptom3: rated('Poor sleep', 2),
  };
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
    author: 'self',
    sheetName: 'a_Grace',
  };

  it('changes the symptoms in the form, and never replaces one of them', () => {
    const five = { ...three, symptom4: rated('Falls', 1), symptom5: rated('Fatigue', 1) };
    expect(draftRatings(five, [rated('stiffness', 4), rated('Freezing', 5)])).toEqual({
      ...five,
      symptom2: rated('Stiffness', 4),
    });
  });

  it('keeps the untouched values of a symptom', () => {
    const newer = { symptom1: rated('Tremor', 2, 'Since the new dose') };
    expect(draftRatings(newer, [{ name: 'Tremor', severity: 4 }])).toEqual({
      symptom1: rated('Tremor', 4, 'Since the new dose'),
    });
  });

  it('offers the profile’s symptoms that were left out, in their own slots or in free ones', () => {
    const form = { symptom1: rated('Freezing', 5), symptom3: rated('tremor', 3) };
    const profile = {
      symptom1: unrated('Tremor'),
      symptom2: unrated('Stiffness'),
      symptom3: unrated('Poor sleep'),
    };
    expect(withLeftOut(form, profile)).toEqual({
      ...form,
      symptom2: unrated('Stiffness'),
      symptom4: unrated('Poor sleep'),
    });
  });

  it('offers only as many as a form can hold', () => {
    const four = { ...three, symptom4: rated('Falls', 1) };
    const profile = { symptom1: unrated('Balance'), symptom5: unrated('Fatigue') };
    expect(withLeftOut(four, profile)).toEqual({ ...four, symptom5: unrated('Fatigue') });
  });

  it('becomes an edit of a form that holds all rated symptoms', () => {
    const form = { submissionId: 'x', changes: [rated('Stiffness', 4)], sent: [three] };
    expect(afterConflict(form, saved)).toEqual({ ...form, edited: saved, sent: [] });
  });

  it('becomes an edit that rates a symptom too that the saved form lacks', () => {
    const changes = [rated('Stiffness', 4), rated('Freezing', 5)];
    const form = { submissionId: 'x', changes, sent: [three] };
    expect(afterConflict(form, saved)).toEqual({ ...form, edited: saved, sent: [] });
  });

  it('becomes a new form if the saved form has no room for a rated symptom', () => {
    const changes = ['Stiffness', 'Freezing', 'Falls', 'Speech'].map((name) => rated(name, 5));
    const form = { submissionId: 'x', changes, sent: [three] };
    expect(afterConflict(form, saved)).not.toHaveProperty('edited');
  });

  it('becomes a new form if the saved form has none of the rated symptoms', () => {
    const form = { submissionId: 'x', changes: [rated('Freezing', 5)], sent: [three] };
    const { submissionId, ...rest } = afterConflict(form, saved);
    expect(rest).toEqual({ changes: form.changes, sent: [] });
    expect(submissionId).not.toBe('x');
  });
});
