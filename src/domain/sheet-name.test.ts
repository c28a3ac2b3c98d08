import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowIndexOf, sheetNameOf } from './sheet-name.ts';

describe('a sheet name', () => {
  it.each([
    ['Grace Hopper', 'u1_Grace_Hopper'],
    ["Conan O'Brien-Smith", 'u1_Conan_OBrienSmith'],
    ['Ana Maria de la Cruz', 'u1_Ana_Maria_de_la_Cruz'],
    ['Grace \t Hopper', 'u1_Grace_Hopper'],
    ['Henry 8', 'u1_Henry_8'],
    ['Zoë_Ångström', 'u1_Zongstrm'],
    ['', 'u1_'],
  ])('is the user id and the plain letters and digits of the name: %j', (name, sheetName) => {
    expect(sheetNameOf('u1', name)).toBe(sheetName);
  });

  it('holds nothing but letters, digits and underscores after the id, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(sheetNameOf('u-1', name)).toMatch(/^u-1_[a-zA-Z0-9_]*$/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a row', () => {
  it('comes one after the form’s number, for the header is the first', () => {
    expect(rowIndexOf(1)).toBe(2);
    expect(rowIndexOf(41)).toBe(42);
  });
});
