import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guard, unguard } from './formula-guard.ts';

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        "'",
        '=',
        '+',
        '-',
        '@',
        '＝',
        ';',
        ',',
        '|',
        '\t',
        '\r',
        '\n',
        ' ',
        '\ufeff',
        'a',
      ),
    )
    .map((characters) => characters.join('')),
);

describe('text for a spreadsheet', () => {
  it('is restored exactly, for any text', () => {
    const same = fc.property(texts, (text) => {
      expect(unguard(guard(text))).toBe(text);
    });
    fc.assert(same, { numRuns: 2000 });
  });

  it('starts no cell like a formula, at whichever separator the sheet splits it', () => {
    const cells = fc.property(texts, fc.constantFrom(',', ';', '\t', '|'), (text, separator) => {
      const guarded = guard(text);
      expect(guarded).not.toMatch(/^[\s]*[=+\-@＝＋－＠]/);
      expect(guarded).not.toMatch(/^[\t\r\n]/);
      for (const line of guarded.split(/[\r\n]/)) {
        for (const cell of line.split(separator)) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
      }
    });
    fc.assert(cells, { numRuns: 2000 });
  });

  it('stays unchanged if it is not a formula', () => {
    for (const text of [
      '',
      'Tremor',
      "it's",
      "'quoted'",
      'a=b',
      '3-4 times',
      'a - b',
      '"=1"',
      '5',
    ]) {
      expect(guard(text)).toBe(text);
      expect(unguard(text)).toBe(text);
    }
  });

  it.each([
    ['=1+1', "'=1+1"],
    ["'=1", "''=1"],
    ['\tx', "'\tx"],
    ['a;=HYPERLINK("x")', 'a;\'=HYPERLINK("x")'],
    ['a\n-b', "a\n'-b"],
    [' =1', " '=1"],
  ])('%j becomes %j', (text, guarded) => expect(guard(text)).toBe(guarded));
});
