import type { CheckInWeek } from './check-in-weeks.ts';
import {
  type DiaryDay,
  type DiaryEntry,
  type DiaryState,
  diaryAverage,
  diaryDay,
  HALF_HOUR_MS,
  slotsOfDay,
} from './diary.ts';
import { countedDoses, type Dose } from './doses.ts';
import type { DateStyle } from './formats.ts';
import { ageOn } from './person.ts';
import type { PlainSection } from './plain-section.ts';
import { byMedication, type RegimenVersion, versionOn } from './regimen.ts';
import { regimenChanges } from './regimen-changes.ts';
import type { Report } from './report.ts';
import { comparedSymptoms } from './report-changes.ts';
import type { ReportMedication } from './report-medication.ts';
import { daysOfChanges } from './report-period.ts';
import { compareText } from './sorted.ts';
import { lastVisit, nextVisit, type Visit, type VisitBasis, type VisitScope } from './visit.ts';
import type {
  VisitDiary,
  VisitDiaryDay,
  VisitMedication,
  VisitNotes,
  VisitSummary,
} from './visit-summary.ts';
import { addDays, type CalendarDate, dateOf, dayOf, type Instant, isoOf, timeOf } from './zone.ts';

/** Composes what the page for a visit shows from the entries of a period. */

/** The most days of the diary that the page draws. Averages use all complete days of the period. */
export const MOST_DIARY_DAYS = 7;
/** The most weeks of check-ins. */
const MOST_WEEKS = 13;
/** The most notes, and the most characters of each. The report has all of them in full. */
export const MOST_NOTES = 20;
export const MOST_NOTE_CHARACTERS = 300;

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
  readonly sections: readonly PlainSection[];
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
    sections: figures.sections,
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
