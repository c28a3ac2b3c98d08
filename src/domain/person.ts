import type { CalendarDate } from './zone.ts';

export const BIOLOGICAL_SEXES = ['male', 'female', 'intersex'] as const;
export type BiologicalSex = (typeof BIOLOGICAL_SEXES)[number];

/** Years with Parkinson's disease are whole numbers from 0. The upper bound only catches typing errors. */
export const MAX_YEARS_WITH_PARKINSONS = 120;
export const EARLIEST_DIAGNOSIS = 1900;
export const EARLIEST_BIRTHDAY: CalendarDate = '1900-01-01';

/** Password length in UTF-16 code units (DECISIONS 7). */
export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 200;
export const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters long';

/** The error message for a new password; '' if it is valid. SPEC section 5. */
export function passwordProblem(password: string): string {
  return password.length < MIN_PASSWORD_LENGTH ? PASSWORD_TOO_SHORT : '';
}

/** The error message for the repeated new password; '' if it matches. SPEC section 5. */
export function repetitionProblem(password: string, repeated: string): string {
  return password === repeated ? '' : 'Passwords do not match';
}

/** Age in whole years on a day. Outside leap years, a birthday on 29 February counts as 1 March. */
export function ageOn(birthday: CalendarDate, day: CalendarDate): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return day.slice(5) < birthday.slice(5) ? years - 1 : years;
}

/** The years since a diagnosis, counted by calendar years; null if its year is unknown. */
export function yearsSince(diagnosedYear: number | null, today: CalendarDate): number | null {
  return diagnosedYear === null ? null : Math.max(0, Number(today.slice(0, 4)) - diagnosedYear);
}

export function fullName(person: { firstName: string; lastName: string }): string {
  return `${person.firstName} ${person.lastName}`.trim();
}
