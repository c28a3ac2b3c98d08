/** The authors of entries in words: 'self' is the person, any other text is a name. */

/** Follows the name of somebody else whose entry the person has changed since. */
export const CHANGED = ', changed by the person';

/** True if a name reads as if it said that an entry was changed, so that nobody may be called so in entries. */
export function isLikeChanged(name: string): boolean {
  return /,\s*changed\s+by\b/i.test(name);
}

/** The author of an entry that the person changes. */
export function changedByPerson(author: string): string {
  return author === 'self' || author.endsWith(CHANGED) ? author : author + CHANGED;
}

/** Who entered it first. */
export function firstAuthor(author: string): string {
  return author.endsWith(CHANGED) ? author.slice(0, -CHANGED.length) : author;
}

/** 'Anna, changed by Maria'. @param person how the person is called here */
export function authorWords(author: string, person: string): string {
  const first = firstAuthor(author);
  return first === author ? author : `${first}, changed by ${person}`;
}
