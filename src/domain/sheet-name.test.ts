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
  ])('is the user id and the ASCII letters and digits of the name: %j', (name, sheetName) => {
    expect(sheetNameOf('u1', name)).toBe(sheetName);
  });

  it('has only letters, digits and underscores after the id, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(sheetNameOf('u-1', name)).toMatch(/^u-1_[a-zA-Z0-9_]*$/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a row index', () => {
  it('is the Form # plus one, because row 1 is the header', () => {
    expect(rowIndexOf(1)).toBe(2);
    expect(rowIndexOf(41)).toBe(42);
  });
});
