import type { AfterDose } from './after-dose.ts';
import type { VisitDiary } from './visit-summary.ts';

/** The page for a visit as a list of sections with blocks. The screen and the PDF draw each type of block. */

/** A part of the page with a title. */
export interface VisitSection {
  readonly name: 'topics' | 'period' | 'doses' | 'diary' | 'afterDose' | 'severity' | 'weeks';
  readonly title: string;
  readonly blocks: readonly VisitBlock[];
  /** The numbers behind the figures. The screen shows them only when they are opened, and paper does not have them. */
  readonly numbers?: readonly VisitBlock[];
}

export type VisitBlock =
  | { readonly type: 'text'; readonly text: string; readonly isSmall?: true }
  /** The figures that matter most, each with what it is about: '2.4 h' and 'off a day'. */
  | {
      readonly type: 'figures';
      readonly figures: readonly { readonly value: string; readonly of: string }[];
    }
  | VisitList
  | VisitTable
  /** A ribbon for each day of the diary. */
  | { readonly type: 'ribbons'; readonly diary: VisitDiary }
  /** For each symptom, boxes from quartile to quartile by the hours since a dose. */
  | { readonly type: 'boxes'; readonly charts: readonly AfterDoseChart[] }
  /** The symptoms by time of day, and over time. The screen draws them, and the PDF has lines above the table. */
  | { readonly type: 'severity'; readonly table: VisitTable }
  /** Sleep, exercise and mood. The screen draws a line for each, and the PDF has the table of the weeks. */
  | { readonly type: 'weeks'; readonly means: readonly WeeklyMean[]; readonly table: VisitTable }
  /** The averages of the symptoms over time as numbers. */
  | { readonly type: 'lineNumbers' };

export interface VisitList {
  readonly type: 'list';
  readonly title?: string;
  readonly isNumbered?: true;
  /** The items are short, and share a line. */
  readonly isShort?: true;
  /** `of`: what the text is about, before it. */
  readonly items: readonly { readonly of?: string; readonly text: string }[];
}

export interface VisitTable {
  readonly type: 'table';
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of a row is its heading. A list of texts has no line breaks within a text. */
  readonly rows: readonly (readonly VisitCell[])[];
}

export type VisitCell = string | readonly string[];

export interface AfterDoseChart {
  readonly name: string;
  readonly result: AfterDose;
}

/** A question of the check-in: the mean of its answers, and the mean of each week. */
export interface WeeklyMean {
  readonly title: string;
  /** '6.3 h'. */
  readonly text: string;
  /** The number of answers in the mean. */
  readonly days: number;
  readonly byWeek: readonly (number | null)[];
}
