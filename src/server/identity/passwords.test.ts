import { expect, it } from 'vitest';
import { PASSWORD_HASH } from '../testing/app.ts';
import { verifyPassword } from './passwords.ts';

it('hashes three passwords at once, queues a hundred, and refuses more until there is room', async () => {
  // When the module loads, it computes a hash to check unknown accounts against. Wait for that hash, because it counts
  // as one of the three.
  await verifyPassword('typed', undefined);
  const tried = Array.from({ length: 110 }, () => verifyPassword('typed', PASSWORD_HASH));
  const outcomes = await Promise.allSettled(tried);
  const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 7 }, () => 'unavailable'));
  expect(await verifyPassword('typed', undefined)).toBe(false);
});
