import type { Field, Fields, Simplify, WireOf } from './field.ts';
import type { AnyKind } from './kind.ts';

/** The inputs and the answer of a kind's calls, as types. The examples are those of a check-in. */

type FieldsOf<K extends AnyKind> = K['fields'];
type NameIn<K extends AnyKind> = keyof FieldsOf<K> & string;

/** { day: string } */
type Key<K extends AnyKind> = {
  -readonly [Name in K['key'][number] & NameIn<K>]: WireOf<FieldsOf<K>[Name]>;
};

/** A save may leave out what may be null, and notes: 'mood' | 'notes' | … */
type Omissible<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { readonly orNull: true } | { readonly type: 'note' }
    ? Name
    : never;
}[keyof F];

interface Own {
  userId: string;
}

/** { userId: string, day: string, mood?: number | null, …, version?: number } */
export type SaveInput<K extends AnyKind> = Simplify<
  Own & {
    -readonly [Name in Exclude<NameIn<K>, Omissible<FieldsOf<K>>>]: WireOf<FieldsOf<K>[Name]>;
  } & {
    -readonly [Name in Omissible<FieldsOf<K>> & string]?: WireOf<FieldsOf<K>[Name]> | undefined;
  } & {
    version?: number | undefined;
    enteredAt?: string | undefined;
    timeZone?: string | undefined;
  }
>;

/** { userId: string, day: string } */
export type KeyInput<K extends AnyKind> = Simplify<Own & Key<K>>;

/** { userId: string, from: string, to: string } */
export type ListInput = Simplify<Own & { from: string; to: string }>;

type HasNote<K extends AnyKind> = FieldsOf<K>[NameIn<K>] extends infer F
  ? F extends Field & { readonly type: 'note' }
    ? true
    : never
  : never;

/** { day: string, mood: number | null, …, enteredAt: string, deletedAt?: string, notesWithheld?: true, … } */
export type AnswerOf<K extends AnyKind> = Simplify<
  { -readonly [Name in NameIn<K>]: WireOf<FieldsOf<K>[Name]> } & {
    enteredAt: string;
    timeZone: string;
    author: string;
    version: number;
    deletedAt?: string | undefined;
    next?: string | undefined;
  } & (K['savedBy'] extends 'helpers' ? { readOnly?: true | undefined } : unknown) &
    ([HasNote<K>] extends [never] ? unknown : { notesWithheld?: true | undefined })
>;
