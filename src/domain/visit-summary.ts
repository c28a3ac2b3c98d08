import type { AfterDose } from './after-dose.ts';
import type { CheckInWeek } from './check-in-weeks.ts';
import {
  type DiaryAverage,
  type DiaryDay,
  type DiaryEntry,
  type DiaryState,
  diaryAverage,
  diaryDay,
  HALF_HOUR_MS,
  type StateHours,
  slotsOfDay,
} from './diary.ts';
import { countedDoses, type Dose, type ScheduleFigures } from './doses.ts';
import type { DateStyle } from './formats.ts';
import { ageOn } from './person.ts';
import { byMedication, type RegimenVersion, versionOn } from './regimen.ts';
import { type RegimenChange, regimenChanges } from './regimen-changes.ts';
import type { Report } from './report.ts';
import { comparedSymptoms } from './report-changes.ts';
import type { SymptomFigures } from './report-figures.ts';
import type { ReportMedication } from './report-medication.ts';
import { daysOfChanges } from './report-period.ts';
import type { Average } from './severity.ts';
import { compareText } from './sorted.ts';
import { lastVisit, nextVisit, type Visit, type VisitBasis, type VisitScope } from './visit.ts';
import type { DayRange, Span } from './windows.ts';
import { addDays, type CalendarDate, dateOf, dayOf, type Instant, isoOf, timeOf } from './zone.ts';

/**
 * Everything that the page for a visit shows. The page exists on the screen, for readers of a share and in the PDF. It
 * has figures and no raw entries, so that its size does not grow with the years. The figures state what was entered,
 * without a cause or a judgement (FACTS section 10).
 */

/** The most days of the diary that the page draws. Averages use all complete days of the period. */
export const MOST_DIARY_DAYS = 7;
/** The most weeks of check-ins. */
const MOST_WEEKS = 13;
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
  /** The plan until the day before; null if the medication is new. */
  readonly before: RegimenVersion | null;
}

/** How one medication was planned and logged. */
export interface VisitDoses extends ScheduleFigures {
  readonly name: string;
  /** The latest plan of the period; null if the medication has no plan in the period. */
  readonly regimen: RegimenVersion | null;
}

interface VisitMedication {
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

/** The data of the report's period from which the summary is composed. */
export interface VisitFigures {
  readonly report: Report;
  /** Undefined if the scope leaves it out, or if nothing was planned or logged. */
  readonly medication: ReportMedication | undefined;
  /**
   * All versions of all medications. If nothing from before the period may be shown, only the versions in force on the
   * period's first day or later.
   */
  readonly versions: readonly RegimenVersion[];
  readonly doses: readonly Dose[];
  readonly halfHours: readonly DiaryEntry[];
  /** The oldest first. */
  readonly weeks: readonly CheckInWeek[];
  readonly visits: readonly Visit[];
  readonly authors: ReadonlyMap<string, number>;
}

/** The inputs of a summary that need no database query. */
export interface VisitFrame {
  readonly basis: VisitBasis;
  readonly scope: VisitScope;
  readonly diagnosedYear: number | null;
  readonly style: DateStyle;
  readonly now: Instant;
}

/** Composes the summary. Parts that the scope leaves out, and parts without entries, are absent. */
export function visitSummaryOf(
  figures: VisitFigures,
  { basis, scope, diagnosedYear, style, now }: VisitFrame,
): VisitSummary {
  const { report, visits } = figures;
  const { person, zone, period } = report;
  const today = dateOf(now, zone);
  const { name, birthday } = person;
  const { before } = period;
  const next = nextVisit(visits, today);
  const last = lastVisit(visits, today)?.day;
  const { compared, tooFew, changed } = comparedSymptoms(report.symptoms);
  return {
    person: { name, age: birthday === '' ? null : ageOn(birthday, today), diagnosedYear },
    ...{ style, zone, madeAt: isoOf(now), basis, days: period.days },
    daysBefore: before && { first: dayOf(before.from), last: dayOf(before.to - 1) },
    lastVisit: last && (before || last >= period.days.first) ? last : null,
    nextVisit: next?.day ?? null,
    topics: next?.topics ?? [],
    changes: before && {
      symptoms: changed.map((each) => ({ name: each.name, before: each.before, now: each.now })),
      compared,
      tooFew,
    },
    medication: scope.medication ? medicationOf(figures) : undefined,
    diary: scope.diary ? diaryOf(figures, scope.medication) : undefined,
    severity: {
      forms: report.formCount,
      loggedDays: report.loggedDays,
      symptoms: report.symptoms,
      parts: report.parts,
      lines: report.charted.map((each) => ({ name: each.name, averages: each.averages })),
    },
    weeks:
      scope.checkIns && figures.weeks.length > 0 ? figures.weeks.slice(-MOST_WEEKS) : undefined,
    notes: scope.notes ? notesOf(report) : undefined,
    authors: [...figures.authors]
      .map(([author, entries]) => ({ author, entries }))
      .sort((a, b) => b.entries - a.entries || compareText(a.author, b.author)),
  };
}

function medicationOf({
  report: { period },
  medication,
  versions,
}: VisitFigures): VisitMedication | undefined {
  if (!medication) return undefined;
  const versionsOf = byMedication(versions);
  const changes = regimenChanges(versions, daysOfChanges(period)).map((change) => {
    const own = versionsOf.get(change.version.medicationId) ?? [];
    return { ...change, before: versionOn(own, addDays(change.day, -1)) ?? null };
  });
  const regimenOf = byMedication(medication.regimen);
  const doses = medication.schedule.map((each) => {
    return { ...each, regimen: regimenOf.get(each.medicationId)?.at(-1) ?? null };
  });
  return { changes, doses, afterDose: medication.afterDose };
}

function diaryOf(
  { report: { zone, period }, halfHours, doses }: VisitFigures,
  hasDoses: boolean,
): VisitDiary | undefined {
  const { first, last } = period.days;
  const entriesOf = new Map<CalendarDate, DiaryEntry[]>();
  for (const entry of halfHours) {
    const day = dateOf(entry.slot, zone);
    const entries = entriesOf.get(day);
    if (entries) entries.push(entry);
    else if (first <= day && day <= last) entriesOf.set(day, [entry]);
  }
  const days = [...entriesOf]
    .map(([day, entries]) => diaryDay(day, entries, zone))
    .filter(({ filled }) => filled > 0)
    .sort((a, b) => compareText(a.day, b.day));
  if (days.length === 0) return undefined;
  const taken = hasDoses ? countedDoses(doses) : [];
  const sum = (value: (day: DiaryDay) => number) =>
    days.reduce((total, day) => total + value(day), 0);
  return {
    days: drawnDays(days).map((day) => ({
      day: day.day,
      slots: day.slots,
      filled: day.filled,
      recalled: day.recalled,
      isComplete: day.isComplete,
      hours: day.hours,
      ...ribbonOf(day.day, entriesOf.get(day.day) ?? [], taken, zone),
    })),
    dayCount: days.length,
    average: diaryAverage(days),
    filled: sum(({ filled }) => filled),
    slots: sum(({ slots }) => slots),
    recalled: sum(({ recalled }) => recalled),
  };
}

/** The last complete days, and then the last other days, up to `MOST_DIARY_DAYS` in total; in order of time. */
function drawnDays(days: readonly DiaryDay[]): DiaryDay[] {
  const complete = days.filter(({ isComplete }) => isComplete).slice(-MOST_DIARY_DAYS);
  const left = MOST_DIARY_DAYS - complete.length;
  const others = left === 0 ? [] : days.filter(({ isComplete }) => !isComplete).slice(-left);
  return days.filter((day) => complete.includes(day) || others.includes(day));
}

function ribbonOf(
  day: CalendarDate,
  entries: readonly DiaryEntry[],
  taken: readonly Dose[],
  zone: string,
): Pick<VisitDiaryDay, 'runs' | 'doses'> {
  const slots = slotsOfDay(day, zone);
  const stateOf = new Map(entries.map(({ slot, state }) => [slot, state]));
  const runs: { from: string; halfHours: number; state: DiaryState | null }[] = [];
  for (const slot of slots) {
    const state = stateOf.get(slot) ?? null;
    const last = runs[runs.length - 1];
    if (last && last.state === state) last.halfHours += 1;
    else runs.push({ from: timeOf(slot, zone), halfHours: 1, state });
  }
  const start = slots[0] ?? 0;
  const doses = taken.flatMap(({ takenAt, name }) => {
    const at = (takenAt - start) / HALF_HOUR_MS;
    return at < 0 || at >= slots.length ? [] : [{ at, time: timeOf(takenAt, zone), name }];
  });
  return { runs, doses };
}

function notesOf({ notes }: Report): VisitNotes | undefined {
  if (notes.length === 0) return undefined;
  const shown = notes.slice(0, MOST_NOTES).map(({ loggedAt, timeZone, symptom, text }) => {
    const characters = Array.from(text);
    const isCut = characters.length > MOST_NOTE_CHARACTERS;
    return {
      day: dateOf(loggedAt, timeZone),
      time: timeOf(loggedAt, timeZone),
      symptom,
      text: isCut ? characters.slice(0, MOST_NOTE_CHARACTERS).join('') : text,
      isCut,
    };
  });
  return { count: notes.length, shown };
}
