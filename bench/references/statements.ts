import { hashOfToken } from '../../src/server/platform/secrets.ts';

/**
 * The statements that saving and reading a form take, as the app writes them for PostgreSQL, without quotes.
 * A value that is named twice is given twice.
 */

export const FIND_SESSION = `select sessions.token_hash as tokenHash, sessions.user_id as userId,
  accounts.email, sessions.is_new_user as isNewUser, sessions.created_at as createdAt,
  sessions.expires_at as expiresAt, sessions.authenticated_at as authenticatedAt
  from sessions inner join accounts on accounts.user_id = sessions.user_id
  where sessions.token_hash = $1 and sessions.expires_at > $2`;
export const FIND_SLOTS = `select slot, name, since from slots where user_id = $1
  union all select 0 as slot, name, since from past_symptoms where user_id = $2 order by since, name`;
/** Ours says in the same message how long statements may take: a call has four seconds. */
export const BEGIN = 'begin; set local statement_timeout = 4000';
export const COUNT_FORM = `update profiles set last_form_number = last_form_number + $1 where user_id = $2
  returning last_form_number as formNumber, first_name as firstName, last_name as lastName`;
export const ADD_FORM = `insert into forms
  (user_id, form_number, id, submission_id, logged_at, entered_at, version)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict (user_id, submission_id) do nothing
  returning form_number`;
export const ADD_RATINGS = `insert into ratings (user_id, form_number, slot, name, severity, notes)
  values ($1, $2, $3, $4, $5, $6), ($7, $8, $9, $10, $11, $12), ($13, $14, $15, $16, $17, $18)`;
/** For people whose spreadsheet is on. */
export const QUEUE_FORM = `insert into spreadsheet_rows (user_id, form_number, version)
  select forms.user_id, forms.form_number, forms.version
  from spreadsheets inner join forms on forms.user_id = spreadsheets.user_id
  where spreadsheets.user_id = $1 and spreadsheets.is_on = $2 and forms.form_number in ($3)
  order by forms.form_number
  on conflict (user_id, form_number) do update set version = excluded.version`;
export const FIND_NAME = `select first_name as firstName, last_name as lastName from profiles
  where user_id = $1`;
/** Ours reads in pages, and a quarter is less than one. */
export const FORMS_AT_MOST = 300;
export const FIND_FORMS = `select page.id, page.formNumber, page.loggedAt, page.enteredAt, page.version,
  ratings.slot, ratings.name, ratings.severity, ratings.notes
  from (select id, form_number as formNumber, logged_at as loggedAt, entered_at as enteredAt, version
    from forms where user_id = $1 and logged_at >= $2 and logged_at < $3
    order by form_number desc limit $4) as page
  inner join ratings on ratings.form_number = page.formNumber
  where ratings.user_id = $5 order by page.formNumber desc, ratings.slot`;

export function tokenHashOf(cookie: string): string {
  return hashOfToken(cookie.slice('session='.length));
}

export interface SaveBody {
  readonly userId: string;
  readonly submissionId: string;
  readonly formData: Record<string, { name: string; severity: number; notes: string }>;
}

/** Without quotes PostgreSQL writes the names of columns small. */
export interface Row {
  readonly id: string;
  readonly formnumber: number;
  readonly loggedat: number | string;
  readonly enteredat: number | string;
  readonly version: number;
  readonly slot: number;
  readonly name: string;
  readonly severity: number;
  readonly notes: string;
}

/** The values of `ADD_RATINGS`. */
export function ratingsOf(
  userId: string,
  formNumber: number,
  { formData }: SaveBody,
): (string | number)[] {
  return Object.values(formData).flatMap(({ name, severity, notes }, index) => [
    ...[userId, formNumber, index + 1],
    ...[name, severity, notes],
  ]);
}

/** Forms as they are answered. */
export function formsOf(rows: readonly Row[]) {
  return Map.groupBy(rows, (row) => row.formnumber)
    .values()
    .map(([first, ...others]) => formOf(first as Row, others))
    .toArray();
}

function formOf(first: Row, others: readonly Row[]) {
  const rows = [first, ...others];
  return {
    id: first.id,
    formNumber: first.formnumber,
    date: new Date(Number(first.loggedat)).toISOString(),
    enteredAt: new Date(Number(first.enteredat)).toISOString(),
    symptoms: rows.map(({ name }) => name),
    symptomData: Object.fromEntries(
      rows.map(({ slot, name, severity, notes }) => [`symptom${slot}`, { name, severity, notes }]),
    ),
    version: first.version,
    rowIndex: first.formnumber + 1,
  };
}
