import type { AfterDose } from './after-dose.ts';
import type { CheckInWeek } from './check-in-weeks.ts';
import type { DiaryAverage, DiaryState, StateHours } from './diary.ts';
import type { ScheduleFigures } from './doses.ts';
import type { DateStyle } from './formats.ts';
import type { PlainSection } from './plain-section.ts';
import type { RegimenVersion } from './regimen.ts';
import type { RegimenChange } from './regimen-changes.ts';
import type { SymptomFigures } from './report-figures.ts';
import type { Average } from './severity.ts';
import type { VisitBasis } from './visit.ts';
import type { DayRange, Span } from './windows.ts';
import type { CalendarDate } from './zone.ts';

/**
 * Everything that the page for a visit shows. The page exists on the screen, for readers of a share and in the PDF. It
 * has figures and no raw entries, so that its size does not grow with the years. The figures state what was entered,
 * without a cause or a judgement (FACTS section 10).
 */

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
  /** The person's present zone (IANA). Days and times are in this zone, unless a field says otherwise. */
  readonly zone: string;
  /** When the summary was made, an ISO instant. */
  readonly madeAt: string;
  readonly basis: VisitBasis;
  readonly days: DayRange;
  /**
   * The preceding period, as long as `days`. The symptoms of both periods are compared. Null if nothing from before
   * `days` may be shown; the average `before` of each symptom then has no ratings.
   */
  readonly daysBefore: DayRange | null;
  /** The day of the last visit; null if there was none, or if the day may not be shown. */
  readonly lastVisit: CalendarDate | null;
  /** The day of the next visit; null if there is no next visit, or if its day is not known. */
  readonly nextVisit: CalendarDate | null;
  /** What the person wants to talk about at the next visit. */
  readonly topics: readonly string[];
  /** Symptoms compared with the preceding period; null if `daysBefore` is null. */
  readonly changes: VisitChanges | null;
  /** Absent if the scope leaves it out, or if nothing was planned or logged. */
  readonly medication?: VisitMedication | undefined;
  /** Absent if the scope leaves it out, or if no half-hour was entered. */
  readonly diary?: VisitDiary | undefined;
  readonly severity: VisitSeverity;
  /** Check-ins by weeks of seven days, the oldest first. Absent if the scope leaves them out, or if there are none. */
  readonly weeks?: readonly CheckInWeek[] | undefined;
  /** Those that the server composes, in their order. */
  readonly sections: readonly PlainSection[];
  /** Absent if the scope leaves them out, or if there are none. */
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
  /** How many rated symptoms have too few ratings to be compared. */
  readonly tooFew: number;
}

/** A day on which the plan of a medication begins, changes or has ended. */
export interface VisitRegimenChange extends RegimenChange {
  /** The plan until the day before; null if there was none in the app. */
  readonly before: RegimenVersion | null;
}

/** How one medication was planned and logged. */
export interface VisitDoses extends ScheduleFigures {
  readonly name: string;
  /** The latest plan of the period; null if the medication has no plan in the period. */
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
interface RibbonDose {
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
  /**
   * The whole day, split into runs of half-hours with the same state. A state of null means that nothing was entered.
   */
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
  /**
   * The last complete days. If fewer than `MOST_DIARY_DAYS` are complete, also the last other days. In order of time.
   */
  readonly days: readonly VisitDiaryDay[];
  /** How many days of the period have entries. */
  readonly dayCount: number;
  /** The average of all complete days of the period; absent if no day is complete. */
  readonly average?: DiaryAverage | undefined;
  /** Sums over the days with entries. */
  readonly filled: number;
  readonly slots: number;
  readonly recalled: number;
}

interface VisitSeverity {
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
  /** The number of all notes in the period. */
  readonly count: number;
  /** The newest first. */
  readonly shown: readonly {
    readonly day: CalendarDate;
    /** 'HH:MM' on the clock where the form was made. */
    readonly time: string;
    readonly symptom: string;
    readonly text: string;
    /** True if `text` is only the beginning of a longer note. */
    readonly isCut: boolean;
  }[];
}
