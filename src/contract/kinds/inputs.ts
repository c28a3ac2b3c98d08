import type { Field, Fields, Simplify, WireOf } from './field.ts';
import type { AnyKind } from './kind.ts';

/** The inputs and the answer of a kind's calls, as types. The examples are those of a check-in. */

type FieldsOf<K extends AnyKind> = K['fields'];
type NameIn<K extends AnyKind> = keyof FieldsOf<K> & string;

/** { day: string } */
type Key<K extends AnyKind> = {
  -readonly [Name in K['key'][number] & NameIn<K>]: WireOf<FieldsOf<K>[Name]>;
};

/** A save may leave out what may be null or empty: 'mood' | 'notes' | … */
type Omissible<F extends Fields> = {
  [Name in keyof F]: F[Name] extends
    | { readonly orNull: true }
    | { readonly type: 'note' }
    | { readonly type: 'line'; readonly min: 0 }
    ? Name
    : never;
}[keyof F];

interface Own {
  userId: string;
}

/** The fields that a save contains. */
type Given<K extends AnyKind> = {
  [Name in NameIn<K>]: FieldsOf<K>[Name] extends { readonly set: 'server' } ? never : Name;
}[NameIn<K>];

/** The fields that an edit may replace. */
type Editable<K extends AnyKind> = {
  [Name in NameIn<K>]: FieldsOf<K>[Name] extends { readonly set: string } ? never : Name;
}[NameIn<K>];

/** { day: string, mood?: number | null, …, version?: number } */
type Values<K extends AnyKind> = {
  -readonly [Name in Exclude<Given<K>, Omissible<FieldsOf<K>>>]: WireOf<FieldsOf<K>[Name]>;
} & {
  -readonly [Name in Given<K> & Omissible<FieldsOf<K>>]?: WireOf<FieldsOf<K>[Name]> | undefined;
} & (K['calls'] extends { readonly edit: string } ? unknown : { version?: number | undefined });

/** Required where it says how long after the event the values were entered. */
type EnteredAt<K extends AnyKind> = K extends { readonly renewsEnteredAt: true }
  ? { enteredAt: string }
  : { enteredAt?: string | undefined };

/**
 * { userId: string, day: string, mood?: number | null, …, version?: number }, or
 * { userId: string, entries: { slot: string, … }[] }
 */
export type SaveInput<K extends AnyKind> = Simplify<
  Own & { timeZone?: string | undefined } & (K extends { readonly atOnce: number }
      ? { entries: Simplify<Values<K> & EnteredAt<K>>[] }
      : Values<K> & EnteredAt<K>)
>;

/** { userId: string, doseId: string, amount?: number, …, version?: number } */
export type EditInput<K extends AnyKind> = Simplify<
  Own &
    Key<K> & {
      -readonly [Name in Exclude<Editable<K>, keyof Key<K>>]?:
        | WireOf<FieldsOf<K>[Name]>
        | undefined;
    } & { version?: number | undefined }
>;

/** { userId: string, day: string }, or { userId: string, slots: string[] } */
export type KeyInput<K extends AnyKind> = Simplify<
  Own &
    (K extends { readonly atOnce: number }
      ? { [Name in keyof Key<K> & string as `${Name}s`]: Key<K>[Name][] }
      : Key<K>)
>;

/** { userId: string, from: string, to: string }, two days or two instants */
export interface SpanInput extends Own {
  from: string;
  to: string;
}

export interface TimesInput extends Own {
  from?: string | undefined;
  to?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** { userId: string, from: string, to: string, cursor?: string }, two days */
export interface DaysInput extends SpanInput {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export type ListInput<K extends AnyKind> = K extends { readonly isListedWhole: true }
  ? Own
  : K extends { readonly isListedByDay: true }
    ? DaysInput
    : K extends { readonly longestSpan: number }
      ? SpanInput
      : FieldsOf<K>[K['at']] extends { readonly type: 'day' }
        ? SpanInput
        : TimesInput;

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
  } & (K extends { readonly isListedWhole: true } | { readonly longestSpan: number }
      ? unknown
      : { next?: string | undefined }) &
    (K['savedBy'] extends 'helpers' ? { readOnly?: true | undefined } : unknown) &
    ([HasNote<K>] extends [never] ? unknown : { notesWithheld?: true | undefined })
>;

/** The answer of a call that saves, deletes or restores. */
export type ChangedOf<K extends AnyKind> = K extends { readonly atOnce: number }
  ? AnswerOf<K>[]
  : AnswerOf<K>;

interface HeldInFile {
  enteredAt: string;
  timeZone: string;
  author: string;
  deletedAt?: string | undefined;
}

/** { day: string, mood: number | null, …, enteredAt: string, …, formerVersions: […] } */
export type InFile<K extends AnyKind> = Simplify<
  { -readonly [Name in NameIn<K>]: WireOf<FieldsOf<K>[Name]> } & HeldInFile & {
      version: number;
      formerVersions: ({ version: number; replacedAt: string } & Partial<HeldInFile> & {
          -readonly [Name in Exclude<Editable<K>, K['key'][number]>]: WireOf<FieldsOf<K>[Name]>;
        })[];
    }
>;
