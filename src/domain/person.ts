import type { CalendarDate } from './zone.ts';

export const BIOLOGICAL_SEXES = ['male', 'female', 'intersex'] as const;
export type BiologicalSex = (typeof BIOLOGICAL_SEXES)[number];

/** Years of Parkinson's disease: whole, from 0 on. The upper bound only catches slips of the finger. */
export const MAX_YEARS_WITH_PARKINSONS = 120;
export const EARLIEST_BIRTHDAY: CalendarDate = '1900-01-01';

/** Characters of a password (DECISIONS 7). */
export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 200;
export const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters long';

/** What is wrong with a new password; '' where nothing is. SPEC section 5. */
export function passwordProblem(password: string): string {
  return password.length < MIN_PASSWORD_LENGTH ? PASSWORD_TOO_SHORT : '';
}

/** What is wrong with the repetition of a new password; '' where nothing is. SPEC section 5. */
export function repetitionProblem(password: string, repeated: string): string {
  return password === repeated ? '' : 'Passwords do not match';
}

/** Whole years lived on a day. Someone born on 29 February turns a year older on 1 March otherwise. */
export function ageOn(birthday: CalendarDate, day: CalendarDate): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return day.slice(5) < birthday.slice(5) ? years - 1 : years;
}

export function fullName(person: { firstName: string; lastName: string }): string {
  return `${person.firstName} ${person.lastName}`.trim();
}
