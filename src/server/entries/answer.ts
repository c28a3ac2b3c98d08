import type { AnswerOf } from '../../contract/kinds/inputs.ts';
import type { AnyKind } from '../../contract/kinds/kind.ts';
import { isoOf } from '../../domain/zone.ts';
import { type Access, hidesNotes, lockedFor } from '../identity/authors.ts';
import type { AnyEntry } from './columns.ts';

/** An entry as calls answer it. */
export function entryAnswer<K extends AnyKind>(
  kind: K,
  { enteredAt, deletedAt, authorId, ...entry }: AnyEntry,
  access: Access,
): AnswerOf<K> {
  const answer = {
    ...entry,
    ...(kind.savedBy === 'helpers' && lockedFor(access, { authorId })),
    ...(hidesNotes(access, { authorId }) && withoutNotes(kind)),
    enteredAt: isoOf(enteredAt),
    ...(deletedAt !== null && { deletedAt: isoOf(deletedAt) }),
  };
  return answer as unknown as AnswerOf<K>;
}

function withoutNotes(kind: AnyKind): object {
  const notes = notesIn(kind);
  if (notes.length === 0) return {};
  return { ...Object.fromEntries(notes.map((name) => [name, ''])), notesWithheld: true };
}

function notesIn({ fields }: AnyKind): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.type === 'note');
}

/** The characters of an entry's texts. */
export function textLengthOf(kind: AnyKind, entry: AnyEntry): number {
  return notesIn(kind).reduce((sum, name) => sum + String(entry[name]).length, 0);
}
