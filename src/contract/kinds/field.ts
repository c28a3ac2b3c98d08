import type { Rating } from '../../domain/rating.ts';
import type { PlannedTime } from '../../domain/regimen.ts';
import type { CalendarDate, Instant } from '../../domain/zone.ts';

/** The fields of entries as data. Browser and server share them, so they contain no schemas. */

interface Common {
  /** The title of the field's column in CSV files and in the spreadsheet. */
  readonly title: string;
  /** What the description of the call that saves an entry says about the field. */
  readonly about?: string;
  /** The value may be null: not known, not answered, or none. A save may then leave the field out. */
  readonly orNull?: true;
  /** JSON files from before the field was added lack it. It then counts as null. */
  readonly isLater?: true;
  /** 'once': no edit changes it. 'server': also, the server sets it at the first save, and no call contains it. */
  readonly set?: 'once' | 'server';
}

/** A UUID. */
interface IdField extends Common {
  readonly type: 'id';
}

/** Yes or no. An empty or missing cell of a CSV file is a no, or with `orNull` not known. */
interface FlagField extends Common {
  readonly type: 'flag';
}

/** A calendar day without a zone, 'YYYY-MM-DD'. */
interface DayField extends Common {
  readonly type: 'day';
}

/** A point in time: milliseconds since 1970 inside the server, ISO text in calls and files. */
interface InstantField extends Common {
  readonly type: 'instant';
  /** The first day on which it can be, in UTC. */
  readonly earliest?: CalendarDate;
}

/** Up to `most` clock times of a day, each once and with an amount, in their order. */
interface TimesField extends Common {
  readonly type: 'times';
  readonly most: number;
}

/** The ratings of a form, in the order of their slots. */
interface RatingsField extends Common {
  readonly type: 'ratings';
}

/** One line of text, of `min` to `max` characters. If `min` is 0, '' is none, and a save may leave the field out. */
interface LineField extends Common {
  readonly type: 'line';
  readonly min: number;
  readonly max: number;
}

/**
 * Text of several lines, of at most `max` characters, that a person writes for themselves. '' is none. Helpers without
 * the right to read notes do not get it.
 */
interface NoteField extends Common {
  readonly type: 'note';
  readonly max: number;
}

/** Up to `most` lines of text, each of at most `max` characters. Empty lines are left out. */
interface LinesField extends Common {
  readonly type: 'lines';
  readonly most: number;
  readonly max: number;
}

/** One of several words. */
interface ChoiceField extends Common {
  readonly type: 'choice';
  readonly values: readonly string[];
  /** The values as CSV files have them, in lower case; by default, the values themselves. A value with a capital needs one. */
  readonly words?: Readonly<Record<string, string>>;
}

/** A whole number from `min` to `max`. */
interface WholeField extends Common {
  readonly type: 'whole';
  readonly min: number;
  readonly max: number;
}

/** A number for which `holds` is true. `rule` ends the sentence that begins with the field's name: 'must be …'. */
interface NumberField extends Common {
  readonly type: 'number';
  readonly holds: (value: number) => boolean;
  readonly rule: string;
}

export type Field =
  | IdField
  | FlagField
  | DayField
  | InstantField
  | TimesField
  | RatingsField
  | LineField
  | LinesField
  | NoteField
  | ChoiceField
  | WholeField
  | NumberField;
export type Fields = Readonly<Record<string, Field>>;

/** The type of a value inside the server, by type of field. */
interface Values {
  readonly id: string;
  readonly flag: boolean;
  readonly instant: Instant;
  readonly times: readonly PlannedTime[];
  readonly ratings: readonly Rating[];
  readonly line: string;
  readonly day: CalendarDate;
  readonly lines: readonly string[];
  readonly note: string;
  readonly choice: string;
  readonly whole: number;
  readonly number: number;
}

type OrNull<F extends Field> = F extends { readonly orNull: true } ? null : never;

/** The value of a field inside the server. */
type ValueOf<F extends Field> =
  | (F extends { readonly values: readonly (infer Value)[] } ? Value : Values[F['type']])
  | OrNull<F>;

/** The value of a field in calls and files. */
export type WireOf<F extends Field> = F['type'] extends 'instant'
  ? string | OrNull<F>
  : F['type'] extends 'lines'
    ? string[] | OrNull<F>
    : F['type'] extends 'times'
      ? { time: string; amount: number }[] | OrNull<F>
      : ValueOf<F>;

/** What every entry has besides its fields. */
export interface Held {
  /** When it was entered (ms). */
  readonly enteredAt: Instant;
  /** The zone in which it was entered (IANA). */
  readonly timeZone: string;
  /** 'self' is the person; any other text is a name. */
  readonly author: string;
  /** The id of the helper's access; absent in entries that the person entered, changed or imported. */
  readonly authorId?: string | undefined;
  /** Counts from 1; each edit adds 1. */
  readonly version: number;
  /** When it was deleted (ms); null if it is not deleted. */
  readonly deletedAt: Instant | null;
}

export type Simplify<T> = { [Key in keyof T]: T[Key] } & {};

/** An entry with these fields, as the server has it. */
export type EntryWith<F extends Fields> = Simplify<
  { readonly [Name in keyof F]: ValueOf<F[Name]> } & Held
>;
