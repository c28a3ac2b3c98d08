import { z } from 'zod';
import { CHANGED } from '../domain/authors.ts';
import { MORE_QUESTIONS, questionsIn, textOfQuestions } from '../domain/check-in.ts';
import { DISPLAY_OPTIONS } from '../domain/display.ts';
import { DATE_ORDERS, HOUR_CYCLES } from '../domain/formats.ts';
import { PAPER_SHEETS } from '../domain/paper.ts';
import {
  BIOLOGICAL_SEXES,
  EARLIEST_BIRTHDAY,
  EARLIEST_DIAGNOSIS,
  MAX_PASSWORD_LENGTH,
  MAX_YEARS_WITH_PARKINSONS,
  MIN_PASSWORD_LENGTH,
  PASSWORD_TOO_SHORT,
} from '../domain/person.ts';
import { isAmount, MAX_AMOUNT } from '../domain/regimen.ts';
import {
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PAST_SYMPTOMS,
  MAX_SEVERITY,
  MIN_SEVERITY,
  SYMPTOM_KEYS,
  slotText,
} from '../domain/symptoms.ts';
import { isTimeZone } from '../domain/time-zones.ts';
import { isCalendarDate } from '../domain/zone.ts';

/**
 * The input fields of the calls. The text of a rule is the end of a sentence that starts with the field's name
 * ('severity must be …'). A text that starts with a capital letter is a full sentence from the spec.
 */

/** One error text for any invalid value of a field. A missing field 'is missing'. */
export function rule(text: string) {
  return {
    error: (issue: { input?: unknown }) => (issue.input === undefined ? 'is missing' : text),
  };
}

/** An object schema with our error text. */
export function object<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, rule('must be an object'));
}

/** Text that both databases store unchanged, that is, without NUL and lone surrogates. */
export function text(max: number) {
  const length = `must be text of at most ${max} characters`;
  return keepable(z.string(rule(length)).max(max, length));
}

/** A one-line name. It is normalized (NFC) and trimmed before its length in UTF-16 code units is checked. */
export function name(min: number, max: number) {
  const length = `must be text of ${min} to ${max} characters`;
  return keepable(z.string(rule(length)).normalize('NFC').trim().min(min, length).max(max, length))
    .refine((value) => !/\p{Cc}/u.test(value), 'must be one line of text')
    .refine((value) => value === '' || /[\p{L}\p{N}\p{P}\p{S}]/u.test(value), length);
}

function keepable(string: z.ZodString) {
  return string.refine(
    (value) => !/[\0\p{Surrogate}]/u.test(value),
    'contains characters that we can’t store',
  );
}

export const userId = text(100);

/** An address by the HTML rule for email fields, so that the server accepts what a browser accepts. */
export const email = z
  .string(rule('must be an email address'))
  .trim()
  .toLowerCase()
  .max(254, 'must be an email address of at most 254 characters')
  .regex(z.regexes.html5Email, 'must be an email address')
  // No mailbox can be there (RFC 2606). The server gives such addresses to accounts that have none.
  .refine((value) => !value.endsWith('.invalid'), 'must be an email address');

/** The password of an existing account. It has no minimum length, so that any attempt can be checked. */
export const password = text(MAX_PASSWORD_LENGTH);

/** Accepted because the spec's call has it, and ignored (DECISIONS 4). */
export const ignoredPassword = z.string(rule('must be text'));

export const newPassword = password.min(MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT);

/** The challenge that the browser received when it requested a code. */
export const challenge = text(100);

const codeRule = 'must be the 6 digits of the code';
/** Six digits, typed or pasted, optionally with spaces or hyphens between them. */
export const code = z
  .string(rule(codeRule))
  .transform((value) => value.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, codeRule));

/** The secret in a mailed link, in place of a code. */
export const linkCode = text(100);

/** The sealed secret in a link that needs no row of the database. */
export const sealedSecret = text(2000);
/** The id of a way to sign in. */
export const wayId = text(100);
export const passkeyName = name(1, MAX_NAME_LENGTH);
/** The id of a session in the list of signed-in devices. */
export const sessionId = text(100);

export const firstName = name(1, MAX_NAME_LENGTH);
export const lastName = name(0, MAX_NAME_LENGTH);

/** A name as it is stored. It is empty in an account whose profile is not filled in yet. */
export const nameOrNone = name(0, MAX_NAME_LENGTH);

/** 'YYYY-MM-DD', from 1900-01-01; '' for a person whose sign-in provider did not give it (SPEC section 3). */
export const birthday = z
  .string(rule('must be a date, YYYY-MM-DD'))
  .refine(
    (value) => value === '' || (isCalendarDate(value) && value >= EARLIEST_BIRTHDAY),
    `must be a date, YYYY-MM-DD, from ${EARLIEST_BIRTHDAY} on`,
  );

export const biologicalSex = z.enum(
  [...BIOLOGICAL_SEXES, ''],
  rule('must be male, female or intersex'),
);

const yearsRule = `must be a whole number from 0 to ${MAX_YEARS_WITH_PARKINSONS}`;
export const yearsWithParkinsons = z
  .int(rule(yearsRule))
  .min(0, yearsRule)
  .max(MAX_YEARS_WITH_PARKINSONS, yearsRule)
  .nullable();

const yearRule = `must be a year from ${EARLIEST_DIAGNOSIS} on`;
export const diagnosedYear = z
  .int(rule(yearRule))
  .min(EARLIEST_DIAGNOSIS, yearRule)
  .max(9999, yearRule)
  .nullable();
/** The name of a time zone that the server knows (IANA). */
export const timeZone = text(100).refine(isTimeZone, 'must be a time zone, such as Europe/Berlin');
/** The browser's time zone, which the server may not know. An unknown zone must not prevent a sign-up. */
export const timeZoneOfBrowser = text(100);
export const hourCycle = z.enum(HOUR_CYCLES, rule('must be h12 or h23'));
export const dateOrder = z.enum(DATE_ORDERS, rule('must be mdy or dmy'));

const questionsRule = `must be some of ${MORE_QUESTIONS.join(',')}, in this order, or empty`;
/** The questions of the check-in that the person has chosen, in their order. */
export const moreQuestions = z
  .string(rule(questionsRule))
  .refine((value) => textOfQuestions(questionsIn(value)) === value, questionsRule);

export const display = z
  .array(
    z.enum(DISPLAY_OPTIONS, rule(`must be one of ${DISPLAY_OPTIONS.join(', ')}`)),
    rule('must be a list'),
  )
  .max(DISPLAY_OPTIONS.length, 'must hold each option once');

export const author = name(1, 2 * MAX_NAME_LENGTH + 1 + CHANGED.length);
export const symptomKey = z.enum(SYMPTOM_KEYS, rule('must be one of symptom1 to symptom5'));

/** A slot's new text. '' and 'No Symptom entered' empty the slot. */
export const slotValue = name(0, MAX_NAME_LENGTH);

const severityRule = `must be a whole number from ${MIN_SEVERITY} to ${MAX_SEVERITY}`;
export const severity = z
  .int(rule(severityRule))
  .min(MIN_SEVERITY, severityRule)
  .max(MAX_SEVERITY, severityRule);

export const symptomName = name(1, MAX_NAME_LENGTH).refine(
  (value) => slotText(value) !== '',
  'must be the name of a symptom',
);
export const notes = text(MAX_NOTES_LENGTH);

export const submissionId = z.uuid(rule('must be a UUID')).toLowerCase();

const countRule = 'must be a whole number from 1 on';
export const count = z.int(rule(countRule)).min(1, countRule).max(2_147_483_647, countRule);

/** A Form #, or 0 before the first form. */
export const formNumberOrNone = z.int(rule('must be a whole number')).min(0).max(2_147_483_647);

/** Far more edits than a person makes, and far below the integer limits of the databases. */
const MAX_VERSION = 1_000_000;
const versionRule = `must be a whole number from 1 to ${MAX_VERSION}`;
/** The version of an entry: 1 plus the number of its edits. */
export const version = z.int(rule(versionRule)).min(1, versionRule).max(MAX_VERSION, versionRule);

/** The same numbers as `count`, as text in a query string. */
export const queryCount = z.coerce
  .string<string | number>(rule(countRule))
  .regex(/^\d{1,10}$/, countRule)
  .transform(Number)
  .pipe(count)
  .meta({ type: 'integer', minimum: 1 });

const searchRule = 'must be text of 1 to 100 characters';
/** Words to look for in notes. */
export const search = keepable(
  z.string(rule(searchRule)).trim().min(1, searchRule).max(MAX_NAME_LENGTH, searchRule),
);
/** Where a list goes on: a time in milliseconds and the number of an entry. @param what 'a form' */
export function cursorOf(what: string) {
  const cursorRule = `must be the cursor of ${what}`;
  return z
    .string(rule(cursorRule))
    .regex(/^-?\d{1,15}\.\d{1,10}$/, cursorRule)
    .refine((text) => Number(text.split('.')[1]) <= 2_147_483_647, cursorRule);
}

export const instant = z.iso.datetime({
  offset: true,
  ...rule('must be an ISO instant, such as 2026-11-21T13:10:00Z'),
});

export const exportMethod = z.enum(['simple', 'email'], rule('must be simple or email'));

export const paperSheet = z.enum(PAPER_SHEETS, rule('must be forms, diary, falls or pressure'));
export const paper = z.enum(['Letter', 'A4'], rule('must be Letter or A4'));

export const reportExtent = z.enum(
  ['summary', 'everything'],
  rule('must be summary or everything'),
);

export const sheetName = text(400);

export const pastSymptoms = z
  .array(name(1, MAX_NAME_LENGTH), rule('must be a list of names'))
  .max(MAX_PAST_SYMPTOMS, `must be a list of at most ${MAX_PAST_SYMPTOMS} names`);

/** The most past symptoms in a file. An import may add more past symptoms than a person may add in the app. */
export const MAX_PAST_SYMPTOMS_IN_FILE = 10 * MAX_PAST_SYMPTOMS;

export const symptomNumber = z.int(rule('must be a whole number'));

const revisionRule = 'must be a whole number from 0 on';
export const revision = z.int(rule(revisionRule)).min(0, revisionRule);

export const flag = z.boolean(rule('must be true or false'));

export const agreed = z.literal(true, rule('must be true'));

const dateRule = 'must be a date, YYYY-MM-DD, from 1900-01-01 on';
export const date = z
  .string(rule(dateRule))
  .refine((value) => isCalendarDate(value) && value >= EARLIEST_BIRTHDAY, dateRule);

const amountRule = `must be a number above 0 and at most ${MAX_AMOUNT}, with at most two decimals`;
const amount = z.number(rule(amountRule)).refine(isAmount, amountRule);

const timeRule = 'must be a time of day, HH:MM';
const plannedTime = object({
  time: z.string(rule(timeRule)).regex(/^([01]\d|2[0-3]):[0-5]\d$/, timeRule),
  amount,
});
export function plannedTimes(most: number) {
  return z
    .array(plannedTime, rule('must be a list of times'))
    .max(most, `must be a list of at most ${most} times`)
    .refine(
      (times) => new Set(times.map(({ time }) => time)).size === times.length,
      'must hold each time once',
    );
}

const mayRule = 'must be read or log';
/** What a caregiver may do. */
export const may = z.enum(['read', 'log'], rule(mayRule));
