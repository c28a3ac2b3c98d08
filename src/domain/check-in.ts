import { hasPassed } from './clocks.ts';
import {
  type CalendarDate,
  dateOf,
  hourOf,
  type Instant,
  localTimeOf,
  recentDays,
  startOfDay,
} from './zone.ts';

/**
 * A daily check-in: up to seven answers and a note about one calendar day, all of them optional. A person has at most one
 * for each day. The limits only bound what is stored: none of them is a medical limit or a goal.
 */

/** Whether the person says that they took the medication as planned that day. */
export const MEDICATION_ANSWERS = ['as planned', 'partly', 'no'] as const;
export type MedicationAnswer = (typeof MEDICATION_ANSWERS)[number];

/** The minutes of a day. Answers are whole minutes. */
export const MAX_EXERCISE_MINUTES = 1440;

/** The hours of a day. */
export const MAX_SLEEP_HOURS = 24;
/** The screen has steps of half an hour, but data from other apps and spreadsheets has quarters. */
const SLEEP_STEP_HOURS = 0.25;

/** 1 is very low, and 5 is very good. */
export const MIN_MOOD = 1;
export const MAX_MOOD = 5;

/** How often the person was dizzy that day. */
export const DIZZY_ANSWERS = ['no', 'once', 'often'] as const;
export type DizzyAnswer = (typeof DIZZY_ANSWERS)[number];

/** The minutes of a day. */
export const MAX_NAP_MINUTES = 1440;

/** The questions that are asked only if the person has chosen them, in the order of the screen. */
export const MORE_QUESTIONS = ['bowels', 'naps', 'dizzy'] as const;
export type MoreQuestion = (typeof MORE_QUESTIONS)[number];

/** The chosen questions as the profile has them: 'bowels,dizzy', or '' for none. */
export function textOfQuestions(chosen: readonly MoreQuestion[]): string {
  return MORE_QUESTIONS.filter((question) => chosen.includes(question)).join(',');
}

/** The questions in a text of `textOfQuestions`. */
export function questionsIn(text: string): MoreQuestion[] {
  const names = text.split(',');
  return MORE_QUESTIONS.filter((question) => names.includes(question));
}

/** What a person answered. Null and '' mean not answered; 0 is an answer. */
export interface CheckInAnswers {
  readonly medication: MedicationAnswer | null;
  /** 0 to `MAX_EXERCISE_MINUTES`. */
  readonly exerciseMinutes: number | null;
  /** See `isSleepHours`. */
  readonly sleepHours: number | null;
  /** `MIN_MOOD` to `MAX_MOOD`. */
  readonly mood: number | null;
  /** Whether the bowels moved. */
  readonly bowels: boolean | null;
  /** In minutes, 0 to `MAX_NAP_MINUTES`. */
  readonly naps: number | null;
  readonly dizzy: DizzyAnswer | null;
  readonly notes: string;
}

/** The answers that a request contains. An answer that the request does not contain stays as it is stored. */
export type GivenAnswers = {
  readonly [Key in keyof CheckInAnswers]?: CheckInAnswers[Key] | undefined;
};

export const NO_ANSWERS: CheckInAnswers = {
  medication: null,
  exerciseMinutes: null,
  sleepHours: null,
  mood: null,
  bowels: null,
  naps: null,
  dizzy: null,
  notes: '',
};
const KEYS = Object.keys(NO_ANSWERS) as (keyof CheckInAnswers)[];

/** Hours of sleep: quarters from 0 to `MAX_SLEEP_HOURS`. */
export function isSleepHours(hours: number): boolean {
  return hours >= 0 && hours <= MAX_SLEEP_HOURS && Number.isInteger(hours / SLEEP_STEP_HOURS);
}

/** A note as it is stored: blank text is no note. */
export function noteOf(text: string): string {
  return text.trim() === '' ? '' : text;
}

/** Whether there is an answer or a note to store. */
export function hasAnswer(answers: GivenAnswers): boolean {
  return KEYS.some((key) => isAnswered(answers[key]));
}

export function isSameAnswers(one: CheckInAnswers, other: CheckInAnswers): boolean {
  return KEYS.every((key) => one[key] === other[key]);
}

/**
 * Adds the given answers to the stored ones, but only for questions without a stored answer. So a repeated request
 * changes nothing, and two people may fill in the same day.
 *
 * @returns undefined if an answer differs from the stored one
 */
export function filledAnswers(
  stored: CheckInAnswers,
  given: GivenAnswers,
): CheckInAnswers | undefined {
  const differs = KEYS.some(
    (key) => isAnswered(stored[key]) && isAnswered(given[key]) && stored[key] !== given[key],
  );
  if (differs) return undefined;
  return {
    medication: stored.medication ?? given.medication ?? null,
    exerciseMinutes: stored.exerciseMinutes ?? given.exerciseMinutes ?? null,
    sleepHours: stored.sleepHours ?? given.sleepHours ?? null,
    mood: stored.mood ?? given.mood ?? null,
    bowels: stored.bowels ?? given.bowels ?? null,
    naps: stored.naps ?? given.naps ?? null,
    dizzy: stored.dizzy ?? given.dizzy ?? null,
    notes: stored.notes || given.notes || '',
  };
}

/** The stored answers, replaced by the given ones. Null and '' remove an answer. */
export function replacedAnswers(stored: CheckInAnswers, given: GivenAnswers): CheckInAnswers {
  const replaced = KEYS.filter((key) => given[key] !== undefined);
  return { ...answersIn(stored), ...Object.fromEntries(replaced.map((key) => [key, given[key]])) };
}

/** The answers alone of anything that has them. */
export function answersIn(has: CheckInAnswers): CheckInAnswers {
  const { medication, exerciseMinutes, sleepHours, mood, bowels, naps, dizzy, notes } = has;
  return { medication, exerciseMinutes, sleepHours, mood, bowels, naps, dizzy, notes };
}

/** The given answers, without those that are null or ''. */
export function onlyAnswered(given: GivenAnswers): GivenAnswers {
  const answered = KEYS.filter((key) => isAnswered(given[key]));
  return Object.fromEntries(answered.map((key) => [key, given[key]]));
}

function isAnswered(answer: CheckInAnswers[keyof CheckInAnswers] | undefined): boolean {
  return answer !== undefined && answer !== null && answer !== '';
}

/** The hour until which a check-in for yesterday is offered. */
const NEW_DAY_HOUR = 3;

/**
 * The days for which a screen offers a check-in.
 *
 * @param zone the person's present zone (IANA)
 * @returns `day` is today. `alsoYesterday` is true until 03:00 on the clock. The screen then offers yesterday first,
 * because most people who are awake before 03:00 have not gone to bed yet.
 */
export function checkInDay(
  now: Instant,
  zone: string,
): { readonly day: CalendarDate; readonly alsoYesterday: boolean } {
  const alsoYesterday = hourOf(localTimeOf(now, zone)) < NEW_DAY_HOUR;
  return { day: dateOf(now, zone), alsoYesterday };
}

/** Whether a day has begun in a zone, or begins within the five minutes by which clocks may differ. */
export function hasBegun(day: CalendarDate, now: Instant, zone: string): boolean {
  return hasPassed(startOfDay(day, zone), now);
}

/**
 * Yesterday and today, whose check-ins the overview shows.
 *
 * @param zone the person's present zone (IANA)
 */
export function recentCheckInDays(now: Instant, zone: string) {
  return recentDays(1, now, zone);
}
