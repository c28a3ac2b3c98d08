import { describe, expect, it } from 'vitest';
import { filledFall } from './falls.ts';

const STORED = { fellAt: 1, reached: 'floor', hurt: null, notes: '' } as const;

describe('a second save of a fall', () => {
  it('adds an answer and a note, and leaves out none', () => {
    const { fellAt: _, ...stored } = STORED;
    expect(filledFall(STORED, { ...STORED, hurt: false })).toEqual({ ...stored, hurt: false });
    const noted = { ...STORED, hurt: true, notes: 'On ice' };
    expect(filledFall(noted, STORED)).toEqual({ ...stored, hurt: true, notes: 'On ice' });
    expect(filledFall(STORED, { ...STORED, notes: 'On ice' })?.notes).toBe('On ice');
  });

  it.each([
    [{ fellAt: 2 }],
    [{ reached: 'nearly' }],
    [{ hurt: false }],
    [{ notes: 'On the stairs' }],
  ] as const)('with %o differs from what is stored', (other) => {
    const stored = { ...STORED, hurt: true, notes: 'On ice' };
    expect(filledFall(stored, { ...stored, ...other })).toBeUndefined();
  });
});
