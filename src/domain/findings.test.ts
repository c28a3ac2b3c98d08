import { describe, expect, it } from 'vitest';
import { ENOUGH_FOR_FINDING, halvesOf, timeOfDayFinding, trendFinding } from './findings.ts';
import type { Average } from './severity.ts';

const average = (mean: number | null, count = 6): Average => ({ mean, count });

function ofDay(
  name: string,
  morning: Average,
  afternoon: Average,
  evening: Average,
): Parameters<typeof timeOfDayFinding>[0][number] {
  return { name, averages: { morning, afternoon, evening } };
}

describe('the finding by time of day', () => {
  it('names the symptom with the largest lead of a time of day, with its average and count', () => {
    const series = [
      ofDay('Tremor', average(3.2), average(2.7), average(2)),
      ofDay('Stiffness', average(2), average(2.4), average(3.9, 7)),
    ];
    expect(timeOfDayFinding(series)).toBe(
      'Stiffness is highest in the evening (average 3.9, 7 ratings).',
    );
  });

  it('needs a lead of half a point, as displayed', () => {
    expect(timeOfDayFinding([ofDay('Tremor', average(3), average(2.56), average(1))])).toBe(
      'No clear difference.',
    );
    for (const [highest, next] of [
      [3, 2.55],
      [2.96, 2.54],
    ] as const) {
      expect(timeOfDayFinding([ofDay('Tremor', average(highest), average(next), average(1))])).toBe(
        'Tremor is highest in the morning (average 3.0, 6 ratings).',
      );
    }
  });

  it('compares only times of day with enough ratings', () => {
    const few = ENOUGH_FOR_FINDING - 1;
    const series = ofDay('Tremor', average(2), average(1, few), average(3, ENOUGH_FOR_FINDING));
    expect(timeOfDayFinding([series])).toBe(
      'Tremor is highest in the evening (average 3.0, 5 ratings).',
    );
    const contradicted = ofDay('Tremor', average(3), average(2), average(4.5, few));
    expect(timeOfDayFinding([contradicted])).toBe(
      'Too few ratings yet to compare the times of day.',
    );
    const alone = ofDay('Tremor', average(2), average(4.8, few), average(null, 0));
    expect(timeOfDayFinding([alone])).toBe('Too few ratings yet to compare the times of day.');
    expect(timeOfDayFinding([])).toBe('Too few ratings yet to compare the times of day.');
  });
});

describe('the finding over time', () => {
  it('names the symptom that changed most between the halves, and both counts', () => {
    const series = [
      { name: 'Tremor', halves: [average(3), average(2.4)] },
      { name: 'Balance', halves: [average(2.4, 5), average(3.1, 8)] },
    ];
    expect(trendFinding(series)).toBe(
      'Balance rose: average 2.4 in the first half, 3.1 in the second half (5 and 8 ratings).',
    );
    expect(trendFinding(series.slice(0, 1))).toBe(
      'Tremor fell: average 3.0 in the first half, 2.4 in the second half (6 and 6 ratings).',
    );
  });

  it('is silent about small changes and about halves with few ratings', () => {
    expect(trendFinding([{ name: 'Tremor', halves: [average(2.56), average(3.04)] }])).toBe(
      'No clear difference.',
    );
    expect(trendFinding([{ name: 'Tremor', halves: [average(1, 4), average(5)] }])).toBe(
      'Too few ratings yet to compare the first half with the second half.',
    );
  });

  it('cuts a span into two of the same length', () => {
    expect(halvesOf({ from: 10, to: 30 })).toEqual([
      { from: 10, to: 20 },
      { from: 20, to: 30 },
    ]);
  });
});
