import { changedByPerson } from '../../domain/authors.ts';

/** Who enters or changes an entry. */
export interface Author {
  /** The id of the caregiver's access; '' for the person. */
  readonly id: string;
  /** The name that entries show; 'self' means the person. */
  readonly name: string;
}

export const SELF: Author = { id: '', name: 'self' };

/** The name in entries of a caregiver who has entered no name. */
export const NAMELESS = 'someone who helps';

/**
 * The name of an author in the report and on the page for a visit. Older and imported entries may have an email address
 * as their author, which is not shown.
 */
export function shownName(author: string): string {
  return author.includes('@') ? NAMELESS : author;
}

/** What a caller may do with a person's data. The caller is the person or a caregiver (DECISIONS 39). */
export interface Access {
  /** The person whose data it is. */
  readonly userId: string;
  readonly author: Author;
  /** Whether the caller may read notes that other people wrote. */
  readonly readsNotes: boolean;
  /** Whether the caller may save entries. */
  readonly mayLog: boolean;
  /** The caller's own address. */
  readonly callerEmail: string;
}

/** Who entered an entry. Once the person has changed the entry, no caregiver may change it. */
export interface Authored {
  readonly author: string;
  /** The id of the caregiver's access; absent in entries that the person entered, changed or imported. */
  readonly authorId?: string | undefined;
}

/** The access of a person to their own data. */
export function ownAccess({
  userId,
  email,
}: {
  readonly userId: string;
  readonly email: string;
}): Access {
  return { userId, author: SELF, readsNotes: true, mayLog: true, callerEmail: email };
}

export function isPerson({ id }: Author): boolean {
  return id === SELF.id;
}

/**
 * True if this author may change an entry. The person may change every entry, a caregiver only those that have the id
 * of their access.
 */
export function mayChange(author: Author, entry: Pick<Authored, 'authorId'>): boolean {
  return isPerson(author) || author.id === entry.authorId;
}

/** The authorship of a new entry. */
export function authoredBy({ id, name }: Author): Authored {
  return { author: name, ...(id !== '' && { authorId: id }) };
}

/**
 * The entry with its authorship after a change by this author. If the person has changed it, the author's name says so.
 */
export function changedBy<Entry extends Authored>(by: Author, entry: Entry): Entry {
  if (!isPerson(by)) return entry;
  return { ...entry, author: changedByPerson(entry.author), authorId: undefined };
}

/** The field with which an answer marks an entry that the caller may not change. */
export function lockedFor(
  access: Access,
  entry: Pick<Authored, 'authorId'>,
): { readonly readOnly?: true } {
  return access.mayLog && mayChange(access.author, entry) ? {} : { readOnly: true };
}

/** True if the caller may not see the notes of an entry. */
export function hidesNotes(access: Access, entry: Pick<Authored, 'authorId'>): boolean {
  return !access.readsNotes && !mayChange(access.author, entry);
}
