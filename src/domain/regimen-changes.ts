import type { DateStyle } from './formats.ts';
import {
  byMedication,
  medicationLabel,
  type RegimenVersion,
  regimenSentence,
  versionOn,
} from './regimen.ts';
import { compareText } from './sorted.ts';
import { type DayRange, placeIn, type Span } from './windows.ts';
import { addDays, type CalendarDate, midnightOf } from './zone.ts';

/** A day on which the plan of a medication begins, changes or has ended. */
export interface RegimenChange {
  /** The first day of the new version. For an end, the first day without a plan. */
  readonly day: CalendarDate;
  /** The version that begins on `day`. For an end, the version that was in force until the day before. */
  readonly version: RegimenVersion;
  readonly isEnd: boolean;
  /** Whether the version is of the first plan in the app. The person may have followed it for years before. */
  readonly isFirstPlan: boolean;
}

/** The day on which the first plan begins; undefined without versions. */
export function firstPlanDay(versions: readonly RegimenVersion[]): CalendarDate | undefined {
  return versions.map(({ from }) => from).sort()[0];
}

/**
 * The changes on the days of a range, in order of time, then of name. A day on which one version replaces another is
 * one change.
 *
 * @param versions of one or more medications, in any order
 * @param firstPlan the result of `firstPlanDay`, if `versions` are not all versions
 */
export function regimenChanges(
  versions: readonly RegimenVersion[],
  { first, last }: DayRange,
  firstPlan = firstPlanDay(versions),
): RegimenChange[] {
  const changes = [...byMedication(versions).values()].flatMap((own) => {
    const inOrder = [...own].sort((a, b) => compareText(a.from, b.from));
    return inOrder.flatMap((version, index): RegimenChange[] => {
      const next = inOrder[index + 1]?.from;
      const ended = version.until === null ? undefined : addDays(version.until, 1);
      const isFirstPlan = version.from === firstPlan;
      const change = { day: version.from, version, isEnd: false, isFirstPlan };
      const isReplaced = ended === undefined || (next !== undefined && next <= ended);
      return isReplaced
        ? [change]
        : [change, { day: ended, version, isEnd: true, isFirstPlan: false }];
    });
  });
  return changes
    .filter(({ day }) => first <= day && day <= last)
    .sort((a, b) => compareText(a.day, b.day) || compareText(a.version.name, b.version.name));
}

/**
 * The versions in force on a day or later. The version in force on that day gets that day as its first day, which hides
 * when the version really began.
 */
export function versionsFrom(
  versions: readonly RegimenVersion[],
  first: CalendarDate,
): RegimenVersion[] {
  return [...byMedication(versions).values()].flatMap((own) => {
    const held = versionOn(own, first);
    const later = own.filter(({ from }) => from > first);
    return held ? [{ ...held, from: first }, ...later] : later;
  });
}

/**
 * The changes on the days of a range with their positions on a chart (`placeIn`), in the order of `regimenChanges`. The
 * first plan is left out, because it is no change.
 *
 * @param parts of the chart; a change that is in none of them is left out
 */
export function placedChanges(
  versions: readonly RegimenVersion[],
  range: DayRange,
  parts: readonly Span[],
  firstPlan = firstPlanDay(versions),
): { readonly change: RegimenChange; readonly place: number }[] {
  return regimenChanges(versions, range, firstPlan).flatMap((change) => {
    const place = placeIn(parts, midnightOf(change.day));
    return place === undefined || change.isFirstPlan ? [] : { change, place };
  });
}

/** 'Levodopa/carbidopa 100 mg: 1 at 8:00 AM', or 'Levodopa/carbidopa 100 mg: ended'. */
export function regimenChangeText({ version, isEnd }: RegimenChange, style: DateStyle): string {
  return isEnd ? `${medicationLabel(version)}: ended` : regimenSentence(version, style);
}
