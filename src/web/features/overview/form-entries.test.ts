import { describe, expect, it } from 'vitest';
import type { Entry } from '../../api/device.ts';
import { entriesOf, withEntry } from './form-entries.ts';

const rated = (name: string, severity: number, notes = ''): Entry => ({ name, severity, notes });
const unrated = (name: string) => rated(name, 1);
const three = {
  symptom1: unrated('Tremor'),
  symptom2: unrated('Stiffness'),
  symptom3: unrated('Poor sleep'),
};

describe('what was entered, laid over the symptoms', () => {
  it('is found by name where a symptom has moved to another slot', () => {
    const moved = { symptom1: unrated('Stiffness'), symptom2: unrated('Poor sleep') };
    expect(entriesOf(moved, [rated('Stiffness', 4, 'All day')])).toEqual({
      symptom1: rated('Stiffness', 4, 'All day'),
      symptom2: unrated('Poor sleep'),
    });
  });

  it('takes the name as the profile writes it now', () => {
    expect(entriesOf(three, [rated('tremor', 3)]).symptom1).toEqual(rated('Tremor', 3));
  });

  it('stays in a free place where its symptom has left the profile', () => {
    expect(entriesOf(three, [rated('Freezing', 5)])).toEqual({
      ...three,
      symptom4: rated('Freezing', 5),
    });
  });

  it('takes the place of an unrated symptom where none is free', () => {
    const five = { ...three, symptom4: unrated('Falls'), symptom5: unrated('Fatigue') };
    expect(entriesOf(five, [rated('Fatigue', 2), rated('Freezing', 5)])).toEqual({
      ...three,
      symptom4: rated('Freezing', 5),
      symptom5: rated('Fatigue', 2),
    });
  });

  it('holds the last entry for a symptom', () => {
    const changes = withEntry([rated('Tremor', 3), rated('Stiffness', 2)], rated('tremor', 4));
    expect(changes).toEqual([rated('Stiffness', 2), rated('tremor', 4)]);
  });
});
