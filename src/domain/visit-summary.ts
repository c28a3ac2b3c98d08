import type { AfterDose } from './after-dose.ts';
import type { CheckInWeek } from './check-in-weeks.ts';
import type { DiaryAverage, DiaryState, StateHours } from './diary.ts';
import type { ScheduleFigures } from './doses.ts';
import type { DateStyle } from './formats.ts';
import type { RegimenVersion } from './regimen.ts';
import type { RegimenChange } from './regimen-changes.ts';
import type { SymptomFigures } from './report-figures.ts';
import type { Average } from './severity.ts';
import type { VisitBasis } from './visit.ts';
import type { DayRange, Span } from './windows.ts';
import type { CalendarDate } from './zone.ts';

/**
 * Everything that the page for a visit shows, on the screen, for a reader of a share and in the PDF. It has figures and
 * no raw entries, so that its size does not grow with the years. The figures state what was entered: no cause, and no
 * judgement (FACTS section 10).
 */

/** The scale of the ratings, as a doctor needs to know it. */
export const SCALE_WORDS = 'own 1–5 scale, not MDS-UPDRS';

/** The most days of the diary that the page draws. Averages are of all days in the period. */
export const MOST_DIARY_DAYS = 7;
/** The most weeks of check-ins. */
export const MOST_WEEKS = 13;
/** The most notes, and the most characters of each. The report has all of them in full. */
export const MOST_NOTES = 20;
export const MOST_NOTE_CHARACTERS = 300;

export interface VisitSummary {
  readonly person: {
    /** '' if unknown. */
    readonly name: string;
    /** In whole years. */
    readonly age: number | null;
    readonly diagnosedYear: number | null;
  };
  /** How the person reads dates and times. */
  readonly style: DateStyle;
  /** The person's present zone (IANA). All days and times are those of its clock. */
  readonly zone: string;
  /** When the summary was made, an ISO instant. */
  readonly madeAt: string;
  readonly basis: VisitBasis;
  readonly days: DayRange;
  /** The preceding period, with which symptoms are compared. It is as long as `days`. */
  readonly daysBefore: DayRange;
  readonly lastVisit: CalendarDate | null;
  /** Null without a next visit, and while its day is not known. */
  readonly nextVisit: CalendarDate | null;
  /** What the person wants to talk about at the next visit. */
  readonly topics: readonly string[];
  /** Symptoms compared with the preceding period. */
  readonly changes: VisitChanges;
  /** Absent if it is left out, and if nothing was planned or logged. */
  readonly medication?: VisitMedication | undefined;
  /** Absent if it is left out, and without half-hours. */
  readonly diary?: VisitDiary | undefined;
  readonly severity: VisitSeverity;
  /** By weeks of seven days, the oldest first. Absent if they are left out, and without check-ins. */
  readonly weeks?: readonly CheckInWeek[] | undefined;
  /** Absent if they are left out, and without notes. */
  readonly notes?: VisitNotes | undefined;
  /** Who made the entries of the period: 'self' is the person, any other text is a name. The most entries first. */
  readonly authors: readonly { readonly author: string; readonly entries: number }[];
}

export interface VisitChanges {
  /** Symptoms whose average changed by half a point or more, the largest change first. */
  readonly symptoms: readonly {
    readonly name: string;
    readonly before: Average;
    readonly now: Average;
  }[];
  /** How many symptoms have enough ratings in both periods to be compared. */
  readonly compared: number;
  /** How many rated symptoms have too few. */
  readonly tooFew: number;
}

/** A day on which a plan begins, becomes another one, or no longer holds. */
export interface VisitRegimenChange extends RegimenChange {
  /** The plan until the day before; null if it is new. */
  readonly before: RegimenVersion | null;
}

/** How one medication was planned and logged. */
export interface VisitDoses extends ScheduleFigures {
  readonly name: string;
  /** The latest plan of the period; null if it has none. */
  readonly regimen: RegimenVersion | null;
}

export interface VisitMedication {
  /** In order of time. */
  readonly changes: readonly VisitRegimenChange[];
  /** By name. */
  readonly doses: readonly VisitDoses[];
  /** Of each symptom in the charts; empty without a medication that is marked as levodopa. */
  readonly afterDose: readonly { readonly name: string; readonly result: AfterDose }[];
}

/** A dose on the axis of a day. */
export interface RibbonDose {
  /** Half-hours from the start of the day, with a fraction. */
  readonly at: number;
  /** 'HH:MM' on the clock. */
  readonly time: string;
  readonly name: string;
}

export interface VisitDiaryDay {
  readonly day: CalendarDate;
  /** How many half-hours the day has: 48, or 46 to 50 at a clock change. */
  readonly slots: number;
  readonly filled: number;
  /** Entered more than two hours after the half-hour had ended, sleep included. */
  readonly recalled: number;
  readonly isComplete: boolean;
  readonly hours: StateHours;
  /** Half-hours in a row with the same state, from the start of the day to its end; null is not entered. */
  readonly runs: readonly {
    /** 'HH:MM' on the clock. */
    readonly from: string;
    readonly halfHours: number;
    readonly state: DiaryState | null;
  }[];
  /** Doses taken, in order of time; empty if medication is left out. */
  readonly doses: readonly RibbonDose[];
}

export interface VisitDiary {
  /** The last days that are complete, and if these are few also others with entries; in order of time. */
  readonly days: readonly VisitDiaryDay[];
  /** How many days of the period have entries. */
  readonly dayCount: number;
  /** Of all complete days of the period; absent without one. */
  readonly average?: DiaryAverage | undefined;
  /** Sums over the days with entries. */
  readonly filled: number;
  readonly slots: number;
  readonly recalled: number;
}

export interface VisitSeverity {
  readonly forms: number;
  /** How many days have a form. */
  readonly loggedDays: number;
  /** The profile's symptoms in their order, then the other rated ones. */
  readonly symptoms: readonly SymptomFigures[];
  /** The parts of the line chart. */
  readonly parts: readonly Span[];
  /** The symptoms in the charts, with one average for each part. */
  readonly lines: readonly { readonly name: string; readonly averages: readonly Average[] }[];
}

export interface VisitNotes {
  /** All in the period. */
  readonly count: number;
  /** The newest first. */
  readonly shown: readonly {
    readonly day: CalendarDate;
    /** 'HH:MM' on the clock where the form was made. */
    readonly time: string;
    readonly symptom: string;
    readonly text: string;
    /** Whether the text is longer than shown. */
    readonly isCut: boolean;
  }[];
}
