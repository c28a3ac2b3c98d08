import { expect, it } from 'vitest';
import { authorWords, changedByPerson, firstAuthor } from './authors.ts';

it('says once that the person has changed an entry of somebody else', () => {
  const once = changedByPerson('Ada');
  expect(once).toBe('Ada, changed by the person');
  expect(changedByPerson(once)).toBe(once);
  expect(changedByPerson('self')).toBe('self');
  expect([firstAuthor(once), firstAuthor('Ada')]).toEqual(['Ada', 'Ada']);
});

it('names the person as the page does', () => {
  expect(authorWords(changedByPerson('Ada'), 'you')).toBe('Ada, changed by you');
  expect(authorWords('Ada', 'you')).toBe('Ada');
});
