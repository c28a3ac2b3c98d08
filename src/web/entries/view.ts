import type { ReactNode } from 'react';
import type { CalendarDate } from '../../domain/zone.ts';
import type { Instants, Kind, SavedEntry } from './kind.ts';

/** What a person sees of a kind of entry wherever all kinds look alike. */
export interface KindView<Saved extends SavedEntry> {
  readonly kind: Kind;
  useWords(): Words<Saved>;
  /** A deleted entry in a list, or several that are restored together. */
  Deleted(props: { readonly entries: readonly Saved[] }): ReactNode;
  /** Groups the deleted entries that are restored together. By default, each is restored alone. */
  together?(deleted: readonly Saved[]): readonly (readonly Saved[])[];
  /** Its rows in Today; undefined while they load. Of other days, only those of entries that the server does not have. */
  useToday?(today: CalendarDate): readonly (TimedRow | LastRow)[] | undefined;
  /** Its rows in the history, for the entries of a span. */
  usePast?(span: Instants): readonly TimedRow[];
  /** How the history calls those of a day: '5 doses'. */
  pastText?(rows: readonly TimedRow[]): string;
}

/** The row of an entry, among those of all kinds in order of time. */
export interface TimedRow {
  readonly key: string;
  /** The time that the entry is for (ISO instant). */
  readonly at: string;
  /** IANA. */
  readonly zone: string;
  readonly row: ReactNode;
  /** A dose that was skipped. The history counts it apart. */
  readonly isSkipped?: boolean;
  /** Rows that follow one another in Today, and have the same `join`, are one row, which it draws. */
  readonly join?: (keys: readonly string[]) => ReactNode;
}

/** A row at the end of Today. */
export interface LastRow {
  readonly key: string;
  readonly row: ReactNode;
  /** What it shows of the entries. When that changes, the row is tinted for a moment, as a new one is. */
  readonly shown?: string | undefined;
  /** Today is not shown for this row alone. */
  readonly isQuestion?: boolean;
}

interface Words<Saved> {
  /** 'the check-in of Nov 18', 'Form #12'. Several entries are named together only if they are restored together. */
  name(entries: readonly Saved[]): string;
}

export type AnyKindView = KindView<SavedEntry>;

/** Entries that were deleted together. */
export interface DeletedTogether {
  readonly view: AnyKindView;
  readonly entries: readonly SavedEntry[];
}
