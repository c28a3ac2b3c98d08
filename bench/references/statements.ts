import { hashOfToken } from '../../src/server/secrets.ts';

/** The statements that saving and reading forms takes, as PostgreSQL writes them. */

export const FIND_SESSION = `select s.user_id, a.email, s.is_new_user, s.expires_at, s.authenticated_at
  from sessions s join accounts a on a.user_id = s.user_id where s.token_hash = $1 and s.expires_at > $2`;
export const FIND_PERSON = 'select first_name, last_name from profiles where user_id = $1';
export const FIND_SLOTS = 'select slot, name from slots where user_id = $1';
export const FIND_PAST = 'select name from past_symptoms where user_id = $1 order by since, name';
export const COUNT_FORM = `update profiles set last_form_number = last_form_number + 1
  where user_id = $1 returning last_form_number`;
export const ADD_FORM = `insert into forms
  (user_id, form_number, id, submission_id, logged_at, entered_at, version)
  values ($1, $2, $3, $4, $5, $6, 1) on conflict (user_id, submission_id) do nothing`;
export const ADD_RATINGS = `insert into ratings (user_id, form_number, slot, name, severity, notes)
  values ($1, $2, 1, $3, $4, $5), ($1, $2, 2, $6, $7, $8), ($1, $2, 3, $9, $10, $11)`;
/** For people whose spreadsheet is on. */
export const QUEUE_FORM = `insert into spreadsheet_rows (user_id, form_number, version)
  select f.user_id, f.form_number, f.version from spreadsheets s join forms f on f.user_id = s.user_id
  where s.user_id = $1 and s.is_on = 1 and f.form_number = $2
  on conflict (user_id, form_number) do update set version = excluded.version`;
export const FIND_FORMS = `select f.id, f.form_number, f.logged_at, f.entered_at, f.version,
  r.slot, r.name, r.severity, r.notes
  from forms f join ratings r on r.user_id = f.user_id and r.form_number = f.form_number
  where f.user_id = $1 and f.logged_at >= $2 and f.logged_at < $3
  order by f.form_number desc, r.slot`;

export function tokenHashOf(cookie: string): string {
  return hashOfToken(cookie.slice('session='.length));
}

export interface SaveBody {
  readonly userId: string;
  readonly submissionId: string;
  readonly formData: Record<string, { name: string; severity: number; notes: string }>;
}

export interface Row {
  readonly id: string;
  readonly form_number: number;
  readonly logged_at: number | string;
  readonly entered_at: number | string;
  readonly version: number;
  readonly slot: number;
  readonly name: string;
  readonly severity: number;
  readonly notes: string;
}

export function ratingsOf({ formData }: SaveBody): (string | number)[] {
  return Object.values(formData).flatMap(({ name, severity, notes }) => [name, severity, notes]);
}

/** Forms as they are answered. */
export function formsOf(rows: readonly Row[]) {
  return Map.groupBy(rows, (row) => row.form_number)
    .values()
    .map(([first, ...others]) => formOf(first as Row, others))
    .toArray();
}

function formOf(first: Row, others: readonly Row[]) {
  const rows = [first, ...others];
  return {
    id: first.id,
    formNumber: first.form_number,
    date: new Date(Number(first.logged_at)).toISOString(),
    enteredAt: new Date(Number(first.entered_at)).toISOString(),
    symptoms: rows.map(({ name }) => name),
    symptomData: Object.fromEntries(
      rows.map(({ slot, name, severity, notes }) => [`symptom${slot}`, { name, severity, notes }]),
    ),
    version: first.version,
    rowIndex: first.form_number + 1,
  };
}
