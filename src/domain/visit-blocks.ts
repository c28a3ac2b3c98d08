import type { AfterDose } from './after-dose.ts';
import type { PlainBlock, Section, VisitTable } from './plain-section.ts';
import type { SharePart } from './share.ts';
import type { VisitDiary } from './visit-summary.ts';

/** The page for a visit as a list of sections with blocks. The screen and the PDF draw each type of block. */

/** A part of the page with a title. */
export interface VisitSection
  extends Section<
    'topics' | 'period' | 'doses' | 'afterDose' | 'severity' | 'weeks' | SharePart,
    VisitBlock
  > {}

export type VisitBlock =
  | PlainBlock
  | VisitList
  /** A ribbon for each day of the diary. */
  | { readonly type: 'ribbons'; readonly diary: VisitDiary }
  /** For each symptom, boxes from quartile to quartile by the hours since a dose. */
  | { readonly type: 'boxes'; readonly charts: readonly AfterDoseChart[] }
  /** The symptoms by time of day, and over time. The screen draws them, and the PDF has lines above the table. */
  | { readonly type: 'severity'; readonly text: string; readonly table: VisitTable }
  /** Sleep, exercise and mood. The screen draws a line for each, and the PDF has the table of the weeks. */
  | { readonly type: 'weeks'; readonly means: readonly WeeklyMean[]; readonly table: VisitTable }
  /** The averages of the symptoms over time as numbers. */
  | { readonly type: 'lineNumbers' };

export interface VisitList {
  readonly type: 'list';
  readonly title?: string;
  readonly isNumbered?: true;
  /** `of`: what the text is about, before it. */
  readonly items: readonly { readonly of?: string; readonly text: string }[];
}

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
