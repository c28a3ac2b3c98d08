import {
  apartText,
  BIN_LABELS,
  type DoseBin,
  ENOUGH_FOR_BIN,
  HOURS_AFTER_DOSE,
} from './after-dose.ts';
import { DIARY_STATES } from './diary.ts';
import type { DateStyle } from './formats.ts';
import { clockText, medicationLabel } from './regimen.ts';
import {
  type AfterDoseChart,
  numbers,
  type VisitBlock,
  type VisitSection,
} from './visit-blocks.ts';
import { visitDayText } from './visit-days.ts';
import type { VisitDiary, VisitDiaryDay, VisitDoses } from './visit-summary.ts';
import {
  badShare,
  diaryBasis,
  diaryTotals,
  hoursText,
  minutesText,
  planTexts,
  STATE_TERMS,
} from './visit-words.ts';

/** The sections of doses, of the motor diary, and of severity after a dose. */

export function dosesSection(doses: readonly VisitDoses[], style: DateStyle): VisitSection {
  return {
    name: 'doses',
    title: 'Doses',
    blocks: [
      {
        type: 'table',
        caption: 'Doses by medication',
        head: ['Medication', 'Planned', 'Logged', 'Minutes from plan, median (quartiles)'],
        rows: doses.map(({ name, regimen, planned, taken, skipped, dosesPerDay, minutesOff }) => [
          regimen ? medicationLabel(regimen) : name,
          regimen ? planTexts(regimen, style) : '–',
          [planned === 0 ? `${dosesPerDay.toFixed(1)} a day` : `${taken + skipped} of ${planned}`],
          [minutesText(minutesOff)],
        ]),
      },
    ],
    more: numbers([
      {
        type: 'table',
        caption: 'Numbers of doses',
        head: ['Medication', 'Taken', 'Skipped', 'Not logged', 'With a planned time', 'A day'],
        rows: doses.map(({ name, taken, skipped, notLogged, timed, dosesPerDay }) => {
          return [name, ...[taken, skipped, notLogged, timed].map(String), dosesPerDay.toFixed(1)];
        }),
      },
      {
        type: 'text',
        isSmall: true,
        text: 'A dose that was not logged may still have been taken. A minus sign means before the planned time.',
      },
    ]),
  };
}

export function diarySection(diary: VisitDiary, style: DateStyle): VisitSection {
  const share = badShare(diary);
  return {
    name: 'diary',
    title: 'Motor diary',
    blocks: [
      { type: 'totals', texts: diaryTotals(diary) },
      ...(share ? [{ type: 'text' as const, text: share }] : []),
      { type: 'text', text: diaryBasis(diary), isSmall: true },
      { type: 'ribbons', diary },
    ],
    more: numbers([
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
          `${day.filled} of ${day.slots}`,
          String(day.recalled),
        ]),
      },
      ...diary.days.map((day) => runsOfDay(day, style)),
    ]),
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
  const hasFigures = ({ result }: AfterDoseChart) =>
    HOURS_AFTER_DOSE.some((bin) => result.bins[bin].median !== undefined);
  const charts = all.filter(hasFigures);
  const left = all.filter((each) => !hasFigures(each)).map(({ name }) => name);
  const tooFew = `Too few ratings after a dose: ${left.join(', ')}. A column needs ${ENOUGH_FOR_BIN}.`;
  const legend = 'Hours since a dose: the median and both quartiles, with n below each column.';
  return {
    name: 'afterDose',
    title: 'After a levodopa dose',
    blocks: [
      ...(charts.length > 0
        ? ([
            { type: 'text', text: legend, isSmall: true },
            { type: 'boxes', charts },
          ] as const)
        : []),
      ...(left.length > 0 ? [{ type: 'text', text: tooFew, isSmall: true } as const] : []),
    ],
    more: numbers(
      all.flatMap(({ name, result }): VisitBlock[] => [
        {
          type: 'table',
          caption: `${name} after a dose: median (quartiles), n`,
          head: [name, 'After all doses', 'After the first dose of the day', 'After later doses'],
          rows: HOURS_AFTER_DOSE.map((bin) => [
            [`${BIN_LABELS[bin]} h`],
            ...[result.bins, result.firstOfDay, result.laterOfDay].map((part) =>
              binText(part[bin]),
            ),
          ]),
        },
        { type: 'text', text: apartText(result), isSmall: true },
      ]),
    ),
  };
}

/** '2 (1 to 3), n 12'. */
export function binText({ median, lower, upper, n }: DoseBin): string {
  const figures =
    median === undefined ? `fewer than ${ENOUGH_FOR_BIN}` : `${median} (${lower} to ${upper})`;
  return `${figures}, n ${n}`;
}
