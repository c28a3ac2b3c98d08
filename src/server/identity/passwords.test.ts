import { expect, it } from 'vitest';
import { LOWEST_COST, PASSWORD_HASH } from '../testing/app.ts';
import { Passwords } from './passwords.ts';

it('hashes at the cost that OWASP recommends', async () => {
  const passwords = new Passwords();
  const hash = await passwords.hash('correct horse battery');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
  expect(await passwords.verify('correct horse battery', hash)).toBe(true);
  expect(await passwords.verify('correct horse batterz', hash)).toBe(false);
});

it('queues the passwords of a network, and refuses more than 20 until there is room', async () => {
  const passwords = new Passwords(LOWEST_COST);
  const lane = { key: 'a network', isKnown: false };
  const tried = Array.from({ length: 30 }, () => passwords.verify('typed', PASSWORD_HASH, lane));
  const outcomes = await Promise.allSettled(tried);
  const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 9 }, () => 'unavailable'));
  expect(await passwords.verify('typed', undefined, lane)).toBe(false);
});
