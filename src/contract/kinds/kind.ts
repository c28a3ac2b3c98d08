import type { CalendarDate, Instant } from '../../domain/zone.ts';
import type { CallName } from '../calls.ts';
import type { ErrorCode } from '../errors.ts';
import type { EntryWith, Fields } from './field.ts';

/**
 * The definition of a kind of entry: its fields and its rules. Calls, storage, files, the spreadsheet and erasure follow
 * from it. `check-in.ts` is the example to copy.
 */
export interface Kind<F extends Fields, Entry, Change = Partial<Entry>> {
  /** As in the activity 'checkInEdited', in the error 'checkInChanged' and in the table `entries`. */
  readonly name: string;
  /** The list in the JSON file of an account, as in the activity 'checkInsImported'. */
  readonly list: string;
  readonly words: {
    /** 'check-in' */
    readonly one: string;
    /** The one that a call names: 'the check-in of a day'. */
    readonly the: string;
    /** 'check-ins' */
    readonly many: string;
  };
  /** Who may save and delete: the person alone, or also helpers, their own entries only. */
  readonly savedBy: 'person' | 'helpers';
  /** Who may list them: the person alone, or also helpers. */
  readonly readBy: 'person' | 'helpers';
  /** In their order in answers, files and columns. */
  readonly fields: F;
  /** The fields that identify an entry of a person. No edit changes them. */
  readonly key: readonly [keyof F & string, ...(keyof F & string)[]];
  /**
   * The day or instant that an entry is for. Lists are asked for by it, and have the latest first. An entry without a day
   * comes before all others.
   */
  readonly at: keyof F & string;
  /** The call for a list returns all entries, and takes no span of time. */
  readonly isListedWhole?: true;
  /**
   * The call for a list takes a first and a last day, although `at` is an instant. The day of an entry is that of its own
   * zone.
   */
  readonly isListedByDay?: true;
  /** The days or the instants whose entries the overview shows, unless it shows all (`isListedWhole`). */
  readonly recent?: (now: Instant, zone: string) => SpanOfDays | SpanOfTimes;
  /** The order of a list of all entries; by default, the latest first. */
  readonly order?: {
    /** 'by name' */
    readonly words: string;
    readonly compare: (one: Entry, other: Entry) => number;
  };
  /** The call for a list takes a span of at most this long (ms), and returns all its entries, the earliest first. */
  readonly longestSpan?: number;
  /**
   * A save, a deletion or a restoration is of 1 to this many entries, all or none. A save has them in `entries`, each
   * perhaps with `enteredAt`, and one `timeZone`; the others have the values of the key, which is one field: `slots`.
   */
  readonly atOnce?: number;
  /**
   * The calls. Each is served by the file of its verb in `src/server/entries/calls`. Define `edit` if the browser makes the
   * id and people correct single fields. Without it, a save with a version is an edit.
   */
  readonly calls: {
    readonly save: CallName;
    readonly edit?: CallName;
    readonly list: CallName;
    readonly delete: CallName;
    readonly restore: CallName;
    readonly deleted?: CallName;
  };
  /**
   * What a save without a version makes of a stored entry. 'stays': nothing, whatever was sent; for an id from the browser,
   * of which a second save is a repeat. 'same': nothing, and it is refused if a value differs. `fill`: the values that it
   * adds, or undefined if a value differs from the stored one; for a day that two devices may answer. In the JSON file, former
   * versions say who entered them and when unless it is 'stays'.
   */
  readonly again:
    | 'stays'
    | 'same'
    | { readonly fill: (stored: Entry, sent: Change) => Change | undefined };
  /**
   * An edit sets `enteredAt` to the time of the edit, and a save must contain it. It tells how long after the event the
   * values were entered.
   */
  readonly renewsEnteredAt?: true;
  readonly checks?: readonly Check<keyof F & string, Entry>[];
  /** A person has at most one entry of which this holds, among those for the same day or instant. */
  readonly single?: Rule<keyof F & string> & {
    readonly holds: (entry: Entry) => boolean;
    readonly error: ErrorCode;
  };
  /** The activity lists every save with this word, as 'medicationChanged'; by default only edits, as 'doseEdited'. */
  readonly saveVerb?: 'Changed';
  /** A change may make a reminder due earlier. */
  readonly changesReminders?: true;
  /** The activity names the number of the entry that is changed. */
  readonly activityNamesNumber?: true;
  /** The days whose cells in the spreadsheet show something of the entry. */
  readonly daysOf?: (entry: Entry) => readonly Instant[];
  /** In the spreadsheet, a change may concern the cells of all days from this one on. */
  readonly changesDaysFrom?: (entry: Entry) => CalendarDate;
  /** An import counts the entries that have the same value of this field as one. */
  readonly importedAs?: keyof F & string;
  /** The errors of a save besides those that follow from the definition. */
  readonly errors?: readonly ErrorCode[];
  /** Its CSV file. */
  readonly csv?: {
    readonly format: string;
    /** In the name of the file. */
    readonly title: string;
    /** Columns with yes or no, to read only: an import ignores them. */
    readonly computed?: Readonly<
      Record<string, { readonly title: string; readonly of: (entry: Entry) => boolean }>
    >;
    /**
     * The fields, columns that every kind has, and computed ones; by default, the fields and then what every entry holds.
     * 'date' and 'time' are those of `at`, to read only.
     */
    readonly columns?: readonly string[];
  };
  /** Its sheet in the spreadsheet, with a row for each entry. */
  readonly sheet?: {
    readonly title: string;
    readonly columns: readonly ((keyof F & string) | 'enteredAt' | 'author')[];
    /** The titles of columns that differ from those in files. */
    readonly titles?: { readonly [Name in keyof F]?: string };
  };
  /** The most entries in a file. */
  readonly most: number;
}

/** From the first to the last day. */
export interface SpanOfDays {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** In [from, to), in milliseconds. */
export interface SpanOfTimes {
  readonly from: Instant;
  readonly to?: Instant;
}

export type HeldColumn = 'timeZone' | 'enteredAt' | 'author' | 'version';

/**
 * A condition on an entry. Calls refuse with `error`; imports report `rule` for `field`, or for the whole entry. Without an
 * `error`, a save reports the rule too, and values that it leaves out are missing in the entry; an edit is a bad request.
 */
type Check<Name extends string, Entry> = Rule<Name> &
  (
    | { readonly holds: (entry: Entry, now: Instant) => boolean; readonly error: ErrorCode }
    | { readonly holds: (entry: Partial<Entry>, now: Instant) => boolean; readonly error?: never }
  );

interface Rule<Name extends string> {
  readonly field?: Name;
  readonly rule: string;
}

/**
 * Any kind, for code that serves them all. Each kind's functions take entries of that kind, so here their parameters are
 * `never`; the engine passes `entry as never`.
 */
export type AnyKind = Kind<Fields, never, object>;

/** An entry of a kind, as the server has it. */
export type EntryOf<K extends AnyKind> = EntryWith<K['fields']>;

/** The names of the fields that are notes. */
export function notesIn({ fields }: AnyKind): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.type === 'note');
}

/** True if entries of a kind are for an instant, and false if they are for a day. */
export function isAtInstant({ fields, at }: AnyKind): boolean {
  return fields[at]?.type === 'instant';
}

/** True if the call for a list takes a first and a last day. */
export function isListedByDays(kind: AnyKind): boolean {
  return kind.isListedByDay === true || !isAtInstant(kind);
}

/** True if people choose the time that an entry is for, as a time of their clock. An edit may then change it. */
export function hasChosenTime(kind: AnyKind): boolean {
  return isAtInstant(kind) && !kind.key.includes(kind.at);
}
