/** The authors of entries in words: 'self' is the person, any other text is a name. */

/** An author ends with these words if a caregiver entered the entry and the person has changed it. */
export const CHANGED = ', changed by the person';

/** True if a name contains words like `CHANGED`. As an author, such a name would be misleading. */
export function isLikeChanged(name: string): boolean {
  return /,\s*changed\s+by\b/i.test(name);
}

/** The author to store with an entry when the person changes it. */
export function changedByPerson(author: string): string {
  return author === 'self' || isChangedByPerson(author) ? author : author + CHANGED;
}

/** The author without `CHANGED`: who first made the entry. */
export function firstAuthor(author: string): string {
  return isChangedByPerson(author) ? author.slice(0, -CHANGED.length) : author;
}

/** True if somebody else made the entry first, and the person has changed it. */
export function isChangedByPerson(author: string): boolean {
  return author.endsWith(CHANGED);
}

/**
 * An author for display, such as 'Anna, changed by Maria'. 'self' stays 'self'.
 *
 * @param person the words for the person, such as their name or 'you'
 */
export function authorWords(author: string, person: string): string {
  return isChangedByPerson(author) ? `${firstAuthor(author)}, changed by ${person}` : author;
}
