import { expect, it } from 'vitest';
import { PASSWORD_HASH } from '../testing/app.ts';
import { verifyPassword } from './passwords.ts';

it('queues the passwords of a network, and refuses more than 20 until there is room', async () => {
  const lane = { key: 'a network', isKnown: false };
  const tried = Array.from({ length: 30 }, () => verifyPassword('typed', PASSWORD_HASH, lane));
  const outcomes = await Promise.allSettled(tried);
  const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 9 }, () => 'unavailable'));
  expect(await verifyPassword('typed', undefined, lane)).toBe(false);
});
