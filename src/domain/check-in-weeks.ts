import type { CheckInAnswers, DizzyAnswer, MedicationAnswer } from './check-in.ts';
import type { DayRange } from './windows.ts';
import { addDays, type CalendarDate, daysBetween } from './zone.ts';

/**
 * Weekly counts and averages of check-in answers. Nothing compares them with a goal or with symptoms.
 */

/** The minimum number of answered days for a mean. With fewer, the screens say 'too few days yet'. */
const DAYS_FOR_A_MEAN = 4;
const DAYS_IN_A_WEEK = 7;

/** The answers of a week to one question. */
interface WeekFigure {
  /** The number of days with an answer. */
  readonly days: number;
  /** The mean of the answers; null with fewer than `DAYS_FOR_A_MEAN` days. */
  readonly mean: number | null;
}

export interface CheckInWeek extends DayRange {
  /** In minutes. `mean` is per answered day. `sum` is over all answered days; null if `mean` is null. */
  readonly exercise: WeekFigure & { readonly sum: number | null };
  /** In hours. */
  readonly sleep: WeekFigure;
  /** 1 (very low) to 5 (very good). */
  readonly mood: WeekFigure;
  /** The number of days with each answer. */
  readonly medication: Readonly<Record<MedicationAnswer, number>>;
  readonly bowels: DayCount;
  /** In minutes. */
  readonly naps: WeekFigure & DayCount;
  readonly dizzy: DayCount & {
    /** The number of days with the answer 'often'. */
    readonly often: number;
  };
}

/** The answered days, and on how many of them there was any. */
interface DayCount {
  readonly days: number;
  readonly on: number;
}

/**
 * The figures of the weeks of a period, oldest first. The weeks are counted back from the period's last day. Days
 * before the first whole week are left out, because a sum of fewer than seven days could not be compared.
 *
 * @param checkIns one for each day at most, in any order; those outside the period are ignored
 */
export function checkInWeeks(
  checkIns: readonly (CheckInAnswers & { readonly day: CalendarDate })[],
  { first, last }: DayRange,
): CheckInWeek[] {
  const count = Math.max(0, Math.floor(daysBetween(first, last) / DAYS_IN_A_WEEK));
  return Array.from({ length: count }, (_, index) => {
    const lastDay = addDays(last, (index + 1 - count) * DAYS_IN_A_WEEK);
    const firstDay = addDays(lastDay, 1 - DAYS_IN_A_WEEK);
    const ofWeek = checkIns.filter(({ day }) => day >= firstDay && day <= lastDay);
    const minutes = answersTo('exerciseMinutes', ofWeek);
    const exercise = figureOf(minutes);
    const bowels = answersTo('bowels', ofWeek);
    const naps = answersTo('naps', ofWeek);
    const dizzy = answersTo('dizzy', ofWeek);
    return {
      first: firstDay,
      last: lastDay,
      exercise: { ...exercise, sum: exercise.mean === null ? null : sumOf(minutes) },
      sleep: figureOf(answersTo('sleepHours', ofWeek)),
      mood: figureOf(answersTo('mood', ofWeek)),
      medication: {
        'as planned': daysWith('as planned', ofWeek),
        partly: daysWith('partly', ofWeek),
        no: daysWith('no', ofWeek),
      },
      bowels: countOf(bowels, (moved) => moved),
      naps: { ...figureOf(naps), ...countOf(naps, (nap) => nap > 0) },
      dizzy: {
        ...countOf(dizzy, (answer) => answer !== 'no'),
        often: dizzy.filter((answer: DizzyAnswer) => answer === 'often').length,
      },
    };
  });
}

function answersTo<Question extends keyof CheckInAnswers>(
  question: Question,
  checkIns: readonly CheckInAnswers[],
): NonNullable<CheckInAnswers[Question]>[] {
  return checkIns.flatMap((checkIn) => checkIn[question] ?? []);
}

function countOf<Value>(answers: readonly Value[], isOn: (answer: Value) => boolean): DayCount {
  return { days: answers.length, on: answers.filter(isOn).length };
}

function daysWith(answer: MedicationAnswer, checkIns: readonly CheckInAnswers[]): number {
  return checkIns.filter(({ medication }) => medication === answer).length;
}

function figureOf(answers: readonly number[]): WeekFigure {
  const days = answers.length;
  return { days, mean: days < DAYS_FOR_A_MEAN ? null : sumOf(answers) / days };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
