import { changedByPerson } from '../../domain/authors.ts';

/** Who enters or changes something. */
export interface Author {
  /** The id of the caregiver's access; '' for the person. */
  readonly id: string;
  /** As entries show it: 'self' is the person. */
  readonly name: string;
}

export const SELF: Author = { id: '', name: 'self' };

/** The name of a caregiver who has given none. */
export const NAMELESS = 'someone who helps';

/** The name of an author in the report and on the page for a visit: no address, which an older or imported entry may have. */
export function shownName(author: string): string {
  return author.includes('@') ? NAMELESS : author;
}

/** What a caller may do with a person's data: the person, or a caregiver of theirs (DECISIONS 39). */
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

/** Who entered something. Once the person has changed it, it belongs to nobody else. */
export interface Authored {
  readonly author: string;
  /** The id of the caregiver's access; absent for the person, and in imports. */
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

/** True if this author may change an entry: a caregiver only what they entered themselves. */
export function mayChange(author: Author, entry: Pick<Authored, 'authorId'>): boolean {
  return isPerson(author) || author.id === entry.authorId;
}

/** The fields of a new entry. */
export function authoredBy({ id, name }: Author): Authored {
  return { author: name, ...(id !== '' && { authorId: id }) };
}

/** The field of a stored entry. */
export function authorIdIn(row: { readonly author_id: string }): Pick<Authored, 'authorId'> {
  return row.author_id === '' ? {} : { authorId: row.author_id };
}

/** The columns that a change sets: what the person has changed, no caregiver may change any more. */
export function takenOver(by: Author): { readonly author_id?: '' } {
  return isPerson(by) ? { author_id: '' } : {};
}

/** The authorship of an entry that this author changes. Its name then says that the person has changed it. */
export function changedBy<Entry extends Authored>(by: Author, entry: Entry): Entry {
  if (!isPerson(by)) return entry;
  return { ...entry, author: changedByPerson(entry.author), authorId: undefined };
}

/** What an answer says of an entry that the caller must not change. */
export function lockedFor(
  access: Access,
  entry: Pick<Authored, 'authorId'>,
): { readonly readOnly?: true } {
  return access.mayLog && mayChange(access.author, entry) ? {} : { readOnly: true };
}

/** True if the caller must not see the notes of an entry. */
export function hidesNotes(access: Access, entry: Pick<Authored, 'authorId'>): boolean {
  return !access.readsNotes && !mayChange(access.author, entry);
}
