import type { AnswerOf } from '../../contract/kinds/inputs.ts';
import { type AnyKind, notesIn } from '../../contract/kinds/kind.ts';
import { type Rating, textLengthOf as ratingsLength } from '../../domain/rating.ts';
import { isoOf } from '../../domain/zone.ts';
import { type Access, hidesNotes, lockedFor } from '../identity/authors.ts';
import type { AnyEntry } from './columns.ts';
import { withIsoTimes } from './wire.ts';

/** An entry as calls answer it. */
export function entryAnswer<K extends AnyKind>(
  kind: K,
  { enteredAt, deletedAt, authorId, ...entry }: AnyEntry,
  access: Access,
): AnswerOf<K> {
  const answer = {
    ...withIsoTimes(kind, entry),
    ...(kind.savedBy === 'helpers' && lockedFor(access, { authorId })),
    ...(hidesNotes(access, { authorId }) && withoutNotes(kind)),
    enteredAt: isoOf(enteredAt),
    ...(deletedAt !== null && { deletedAt: isoOf(deletedAt) }),
  };
  return answer as unknown as AnswerOf<K>;
}

/** The answer of a call that saves, deletes or restores: the entries, or the one that such a call is for. */
export function answerOf(kind: AnyKind, entries: readonly AnyEntry[], access: Access): object {
  const answers = entries.map((entry) => entryAnswer(kind, entry, access));
  return kind.atOnce === undefined ? (answers[0] ?? {}) : answers;
}

function withoutNotes(kind: AnyKind): object {
  const notes = notesIn(kind);
  if (notes.length === 0) return {};
  return { ...Object.fromEntries(notes.map((name) => [name, ''])), notesWithheld: true };
}

const TEXTS = new Set<string | undefined>(['note', 'line', 'lines']);

/** The characters of an entry's texts, those of ratings included. */
export function textLengthOf({ fields }: AnyKind, entry: AnyEntry): number {
  return Object.keys(fields).reduce((sum, name) => {
    const type = fields[name]?.type;
    if (type === 'ratings') return sum + ratingsLength(entry[name] as readonly Rating[]);
    return TEXTS.has(type) ? sum + String(entry[name]).length : sum;
  }, 0);
}
