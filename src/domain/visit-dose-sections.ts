import {
  type AfterDose,
  apartText,
  BIN_LABELS,
  type DoseBin,
  ENOUGH_FOR_BIN,
  HOURS_AFTER_DOSE,
  hasFigures,
  mostApart,
} from './after-dose.ts';
import { DIARY_STATES } from './diary.ts';
import type { DateStyle } from './formats.ts';
import { clockText, medicationLabel } from './regimen.ts';
import type { AfterDoseChart, VisitBlock, VisitSection } from './visit-blocks.ts';
import { visitDayText } from './visit-days.ts';
import type { VisitDiary, VisitDiaryDay, VisitDoses } from './visit-summary.ts';
import {
  badShare,
  completeDays,
  diaryFigures,
  diaryTotals,
  filledText,
  halfHoursText,
  hoursText,
  minutesText,
  planTimes,
  STATE_TERMS,
} from './visit-words.ts';
import type { CalendarDate } from './zone.ts';

/** The sections of doses, of the motor diary, and of severity after a dose. */

export function dosesSection(doses: readonly VisitDoses[], style: DateStyle): VisitSection {
  return {
    name: 'doses',
    title: 'Doses',
    blocks: [
      {
        type: 'table',
        caption: 'Doses by medication',
        head: ['Medication', 'Planned', 'Taken', 'Minutes late'],
        rows: doses.map((each) => [
          each.regimen ? medicationLabel(each.regimen) : each.name,
          each.regimen ? planTimes(each.regimen, style) : '–',
          dosesTexts(each),
          minutesText(each.minutesOff),
        ]),
      },
      {
        type: 'text',
        isSmall: true,
        text: 'Minutes after the planned time: median (quartiles). A minus is before it. A dose that was not logged may still have been taken.',
      },
    ],
    numbers: [
      {
        type: 'table',
        caption: 'Numbers of doses',
        head: ['Medication', 'Taken', 'Skipped', 'Not logged', 'With a planned time', 'A day'],
        rows: doses.map(({ name, taken, skipped, notLogged, timed, dosesPerDay }) => {
          return [name, ...[taken, skipped, notLogged, timed].map(String), dosesPerDay.toFixed(1)];
        }),
      },
    ],
  };
}

/** '157 of 171' and '4 skipped'; '1.2 a day' for doses without a plan. */
function dosesTexts({ planned, taken, skipped, dosesPerDay }: VisitDoses): string[] {
  if (planned === 0) return [`${dosesPerDay.toFixed(1)} a day`];
  return [`${taken} of ${planned}`, ...(skipped > 0 ? [`${skipped} skipped`] : [])];
}

/** @param today when the summary was made */
export function diarySection(
  diary: VisitDiary,
  today: CalendarDate,
  style: DateStyle,
): VisitSection {
  const figures = diaryFigures(diary);
  const complete = completeDays(diary, today, style);
  const text = [diaryTotals(diary), badShare(diary), complete].filter(Boolean).join(' ');
  return {
    name: 'diary',
    title: 'Motor diary',
    blocks: [
      ...(figures.length > 0 ? [{ type: 'figures' as const, figures }] : []),
      { type: 'text', text, isSmall: true },
      { type: 'ribbons', diary },
    ],
    numbers: [
      { type: 'text', text: halfHoursText(diary), isSmall: true },
      {
        type: 'table',
        caption: 'Hours in each state, by day',
        head: [
          'Day',
          ...DIARY_STATES.map((state) => STATE_TERMS[state]),
          'Filled in',
          'Over 2 h later',
        ],
        rows: diary.days.map((day) => [
          `${visitDayText(day.day, style)}${day.isComplete ? '' : ', not complete'}`,
          ...DIARY_STATES.map((state) => hoursText(day.hours[state])),
          filledText(day, today),
          String(day.recalled),
        ]),
      },
      ...diary.days.map((day) => runsOfDay(day, style)),
    ],
  };
}

/** What was entered for a day, in words. */
function runsOfDay({ day, runs, doses }: VisitDiaryDay, style: DateStyle): VisitBlock {
  const items = runs.map(({ from, halfHours, state }) => {
    const what = state === null ? 'not entered' : STATE_TERMS[state];
    return { text: `From ${clockText(from, style)}, ${hoursText(halfHours / 2)} h: ${what}` };
  });
  const taken = doses.map(({ time, name }) => `${name} at ${clockText(time, style)}`).join(', ');
  return {
    type: 'list',
    title: visitDayText(day, style),
    items: taken ? [...items, { text: `Doses: ${taken}` }] : items,
  };
}

export function afterDoseSection(all: readonly AfterDoseChart[]): VisitSection {
  const charts = all.filter(({ result }) => hasFigures(result));
  const left = all.filter(({ result }) => !hasFigures(result)).map(({ name }) => name);
  const tooFew = `Too few ratings after a dose: ${left.join(', ')}. A column needs ${ENOUGH_FOR_BIN}.`;
  return {
    name: 'afterDose',
    title: 'After a levodopa dose',
    blocks: [
      ...(charts.length > 0
        ? ([
            { type: 'text', text: legendOf(charts), isSmall: true },
            { type: 'boxes', charts },
          ] as const)
        : []),
      ...(left.length > 0 ? [{ type: 'text', text: tooFew, isSmall: true } as const] : []),
    ],
    numbers: all.flatMap(({ name, result }): VisitBlock[] => [
      {
        type: 'table',
        caption: `${name} after a dose: median (quartiles), n`,
        head: [name, 'After all doses', 'After the first dose of the day', 'After later doses'],
        rows: HOURS_AFTER_DOSE.map((bin) => [
          [`${BIN_LABELS[bin]} h`],
          ...[result.bins, result.firstOfDay, result.laterOfDay].map((part) => binText(part[bin])),
        ]),
      },
      { type: 'text', text: apartText([result]), isSmall: true },
    ]),
  };
}

/** What the boxes are, and why some ratings are in none: of the symptom with the most such ratings, if they differ. */
function legendOf(charts: readonly AfterDoseChart[]): string {
  const ratings = charts.map(({ result }) =>
    HOURS_AFTER_DOSE.reduce((sum, bin) => sum + result.bins[bin].n, 0),
  );
  const [least, most] = [Math.min(...ratings), Math.max(...ratings)];
  const count = least === most ? `${most} ratings` : `${least} to ${most} ratings of each symptom`;
  return `By hours since the dose: median, quartiles, n. ${count}${notCounted(charts.map(({ result }) => result))}.`;
}

function notCounted(results: readonly AfterDose[]): string {
  const most = mostApart(results);
  if (!most) return '';
  const { count, reasons, isSame } = most;
  return ` counted, ${isSame ? '' : 'at most '}${count} not: ${reasons}`;
}

/** '2 (1 to 3), n 12'. */
export function binText({ median, lower, upper, n }: DoseBin): string {
  const figures =
    median === undefined ? `fewer than ${ENOUGH_FOR_BIN}` : `${median} (${lower} to ${upper})`;
  return `${figures}, n ${n}`;
}
