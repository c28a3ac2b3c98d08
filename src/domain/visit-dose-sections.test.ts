import { expect, it } from 'vitest';
import type { AfterDose } from './after-dose.ts';
import { afterDoseSection } from './visit-dose-sections.ts';

function result(n: number, withoutDose: number, notLogged: number): AfterDose {
  const few = { n: 0 };
  const bins = {
    ...{ '0-1': { n, lower: 1, median: 2, upper: 3 }, '1-2': few, '2-3': few },
    ...{ '3-4': few, 'over 4': few },
  };
  return { bins, firstOfDay: bins, laterOfDay: bins, withoutDose, notLogged };
}

it.each([
  [
    [result(9, 2, 1), result(9, 2, 1)],
    'By hours since the dose: median, quartiles, n. 9 ratings counted, 3 not: no dose within 8 hours (2), a planned dose was not logged (1).',
  ],
  [
    [result(9, 0, 1), result(8, 2, 0)],
    'By hours since the dose: median, quartiles, n. 8 to 9 ratings of each symptom counted, at most 2 not: no dose within 8 hours (2).',
  ],
  [
    [result(9, 0, 1)],
    'By hours since the dose: median, quartiles, n. 9 ratings counted, 1 not: a planned dose was not logged (1).',
  ],
  [[result(9, 0, 0)], 'By hours since the dose: median, quartiles, n. 9 ratings.'],
])('says how many ratings are in the boxes and how many are not: %#', (results, text) => {
  const charts = results.map((each, index) => ({ name: `Symptom ${index}`, result: each }));
  expect(afterDoseSection(charts).blocks[0]).toEqual({ type: 'text', text, isSmall: true });
});
