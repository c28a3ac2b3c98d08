import { expect, it } from 'vitest';
import { DISCLAIMER } from './disclaimer.ts';

it('the disclaimer has the words of the spec', () => {
  expect(DISCLAIMER).toBe(
    'For education only. This is not medical advice. Please talk to your doctor. We are not liable for the data you enter here.',
  );
});
