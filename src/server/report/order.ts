import type { DateStyle } from '../../domain/formats.ts';
import { fullName, yearsSince } from '../../domain/person.ts';
import type { ReportForm, ReportPerson, ReportSymptom } from '../../domain/report.ts';
import { type ReportPeriod, reportPeriod } from '../../domain/report-period.ts';
import { type VisitScope, WHOLE_SCOPE } from '../../domain/visit.ts';
import { instantsAround } from '../../domain/windows.ts';
import { dateOf, type Instant, localTimeOf } from '../../domain/zone.ts';
import { findFormPages } from '../forms/queries/forms.ts';
import { measureRatings } from '../forms/queries/measured-forms.ts';
import { shownName } from '../identity/authors.ts';
import type { Database } from '../platform/db/database.ts';
import { fail } from '../platform/http/fail.ts';
import type { Paper } from '../platform/pdf/pdf.ts';
import { dateStyleOf, findPerson } from '../profile/queries/profiles.ts';
import { findSlotRows } from '../profile/queries/symptoms.ts';
import { countForms, findFirstLogged, findLastEdits, findTextBytes } from './queries.ts';

export type ReportExtent = 'summary' | 'everything';

/** A request for a report. The default period is from the day of the first form to the end of today. */
export interface ReportWish {
  readonly userId: string;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  readonly paper: Paper;
  /** Everything by default. A summary has the pages for a visit, without the single entries. */
  readonly extent?: ReportExtent | undefined;
  /** True if nothing from before `from` may be shown: no comparison is made, and no figure depends on older entries. */
  readonly hidesBefore?: boolean;
  /** The parts that may be in the report, for a share, a health link or a caregiver; all parts by default. */
  readonly scope?: VisitScope | undefined;
  /** False leaves out the topics of the visit, for a caregiver who may not read notes. */
  readonly hasTopics?: boolean;
}

/** The input of a report, except for the forms. */
export interface ReportOrder {
  readonly person: ReportPerson;
  readonly symptoms: readonly ReportSymptom[];
  readonly period: ReportPeriod;
  /** The person's present zone. */
  readonly zone: string;
  /** Null if unknown. */
  readonly diagnosedYear: number | null;
  readonly dateStyle: DateStyle;
  readonly madeAt: Instant;
  readonly paper: Paper;
  readonly extent: ReportExtent;
  readonly scope: VisitScope;
  readonly hasTopics: boolean;
}

/** @throws userNotFound, periodEmpty */
export async function orderOf(
  db: Database,
  {
    userId,
    paper,
    extent = 'everything',
    scope = WHOLE_SCOPE,
    hasTopics = true,
    hidesBefore = false,
    ...wanted
  }: ReportWish,
  now: Instant,
): Promise<ReportOrder> {
  const person = await findPerson(db, userId);
  if (!person) throw fail('userNotFound');
  const { birthday, diagnosedYear, timeZone: zone } = person;
  const firstLogged = await findFirstLogged(db, userId);
  const whole = reportPeriod(wanted, firstLogged, now, zone);
  if (!whole) throw fail('periodEmpty');
  const period = hidesBefore ? { ...whole, before: null } : whole;
  const { slots, past } = await findSlotRows(db, userId);
  return {
    person: {
      name: fullName(person),
      birthday,
      yearsWithParkinsons: yearsSince(diagnosedYear, dateOf(now, zone)),
    },
    symptoms: [
      ...slots.filter(({ name }) => name).map((row) => ({ ...row, isPast: false })),
      ...past.map((row) => ({ ...row, isPast: true })),
    ],
    period,
    zone,
    diagnosedYear,
    dateStyle: dateStyleOf(person),
    madeAt: now,
    paper,
    extent,
    scope,
    hasTopics,
  };
}

/** The number of forms that `orderedForms` returns. */
export async function countOrdered(
  db: Database,
  userId: string,
  { period }: ReportOrder,
): Promise<number> {
  return await countForms(db, userId, instantsOf(period));
}

/**
 * The largest PDF to email, in bytes. Many mail servers accept at most 10 MB, and the encoding makes an attachment a
 * third larger.
 */
export const MOST_MAILED_BYTES = 8_000_000;
/**
 * The bytes that each form, rating, note and character of a note adds to a PDF, measured with one and with five
 * symptoms.
 */
const BYTES = { form: 200, rating: 230, note: 500, character: 3 };

/**
 * Whether a report's PDF will be too large to email. This is an estimate, because making the PDF takes seconds.
 */
export async function isTooLargeToMail(
  db: Database,
  userId: string,
  { period }: ReportOrder,
): Promise<boolean> {
  const span = instantsAround(period.span);
  const forms = await countForms(db, userId, span);
  const { ratings, notes, characters } = await measureRatings(db, userId, span);
  const size =
    forms * BYTES.form + ratings * BYTES.rating + notes * BYTES.note + characters * BYTES.character;
  return size > MOST_MAILED_BYTES;
}

/** The most forms and the most text of an account for a report that is made in the lane of short ones. */
const SHORT = { forms: 4000, textBytes: 8_388_608 };

/** Whether a report will take at most some seconds. The text of the whole account is an upper bound. */
export async function isShort(db: Database, userId: string, order: ReportOrder): Promise<boolean> {
  const forms = await countOrdered(db, userId, order);
  return forms <= SHORT.forms && (await findTextBytes(db, userId)) <= SHORT.textBytes;
}

/**
 * The number of forms in a page. SQLite reads a page in about 5 ms, during which the server handles no other request.
 */
const PAGE_SIZE = 100;

function instantsOf({ before, span }: ReportPeriod) {
  return instantsAround({ from: before?.from ?? span.from, to: span.to });
}

/**
 * The forms of the report's period and of the preceding period, in pages. Some forms from just before or after are
 * included, because the query selects by instants, and the local time depends on each form's zone.
 */
export async function* orderedForms(
  db: Database,
  userId: string,
  { period, scope }: ReportOrder,
): AsyncGenerator<ReportForm[]> {
  const sizes = { first: PAGE_SIZE, next: PAGE_SIZE };
  for await (const page of findFormPages(db, userId, instantsOf(period), sizes)) {
    const edited = page.filter(({ version }) => version > 1);
    const edits = await findLastEdits(
      db,
      userId,
      edited.map(({ id }) => id),
    );
    yield page.map(({ id, formNumber, loggedAt, timeZone, author, version, ratings }) => ({
      formNumber,
      loggedAt,
      timeZone,
      localTime: localTimeOf(loggedAt, timeZone),
      isEdited: version > 1,
      editedAt: edits.get(id) ?? null,
      author: shownName(author),
      ratings: scope.notes ? ratings : ratings.map((rating) => ({ ...rating, notes: '' })),
    }));
  }
}
