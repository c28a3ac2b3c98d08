import type { AfterDose } from './after-dose.ts';
import type { VisitDiary } from './visit-summary.ts';

/** The page for a visit as a list of sections with blocks. The screen and the PDF draw each type of block. */

/** A part of the page with a title. */
export interface VisitSection {
  readonly name: 'period' | 'doses' | 'diary' | 'afterDose' | 'severity' | 'weeks' | 'notes';
  readonly title: string;
  readonly blocks: readonly VisitBlock[];
  /** What the screen shows only when it is opened, and paper does not have: the numbers behind a figure, or notes. */
  readonly more?: { readonly title: string; readonly blocks: readonly VisitBlock[] } | undefined;
}

export type VisitBlock =
  | { readonly type: 'text'; readonly text: string; readonly isSmall?: true }
  /** Short texts after each other, the first of them the most important. */
  | { readonly type: 'totals'; readonly texts: readonly string[] }
  | {
      readonly type: 'list';
      readonly title?: string;
      readonly isNumbered?: true;
      /** `of`: what the text is about, before it. */
      readonly items: readonly { readonly of?: string; readonly text: string }[];
    }
  | VisitTable
  /** A ribbon for each day of the diary. */
  | { readonly type: 'ribbons'; readonly diary: VisitDiary }
  /** For each symptom, boxes from quartile to quartile by the hours since a dose. */
  | { readonly type: 'boxes'; readonly charts: readonly AfterDoseChart[] }
  /** The averages of the symptoms over time: as lines, and as numbers. */
  | { readonly type: 'lines' | 'lineNumbers' };

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

/** The numbers behind a figure, to open. */
export function numbers(blocks: readonly VisitBlock[]): VisitSection['more'] {
  return blocks.length > 0 ? { title: 'Show the numbers', blocks } : undefined;
}
