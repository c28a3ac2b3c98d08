import { expect, it } from 'vitest';
import { recipientOf } from './health-link.ts';

it.each([
  ['Verona Health System', 'Verona Health System'],
  ['  Verona \r\n\t Health  ', 'Verona Health'],
  ['Verona\u0000\u001b[31m\u202e\u200b\u2028Health', 'Verona [31m Health'],
  ['Cafe\u0301 \ud800 Clinic', 'Café Clinic'],
  ['\u200b \n', ''],
  ['', ''],
  ['🏥'.repeat(101), '🏥'.repeat(100)],
  [`${'a'.repeat(99)} b`, 'a'.repeat(99)],
])('makes one short line of a recipient: %j', (text, line) => {
  expect(recipientOf(text)).toBe(line);
});
