import { hashOfToken } from '../../src/server/platform/secrets.ts';

/**
 * The statements that save and read a form, in the app's PostgreSQL syntax. A value that occurs twice has two
 * parameters, so that SQLite can bind the parameters by position.
 */
export const FIND_SESSION = `select sessions.token_hash, sessions.user_id, accounts.email,
  sessions.is_new_user, sessions.created_at, sessions.expires_at, sessions.authenticated_at
  from sessions inner join accounts on accounts.user_id = sessions.user_id
  where sessions.token_hash = $1 and sessions.expires_at > $2`;
export const FIND_SLOTS = `select slot, name, since from slots where user_id = $1
  union all select 0 as slot, name, since from past_symptoms where user_id = $2 order by since, name`;
export const COUNT_FORM = `update profiles set last_form_number = last_form_number + $1 where user_id = $2
  returning last_form_number, first_name, last_name`;
export const ADD_FORM = `insert into forms
  (user_id, form_number, id, submission_id, logged_at, entered_at, version)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict (user_id, submission_id) do nothing
  returning form_number`;
export const ADD_RATINGS = `insert into ratings (user_id, form_number, slot, name, severity, notes)
  values ($1, $2, $3, $4, $5, $6), ($7, $8, $9, $10, $11, $12), ($13, $14, $15, $16, $17, $18)`;
/** Whether the form must be queued for the person's spreadsheet. */
export const FIND_MIRRORED = 'select user_id from spreadsheets where user_id = $1 and is_on = $2';
export const FIND_NAME = 'select first_name, last_name from profiles where user_id = $1';
/** The size of the app's first page of forms: enough for 90 days with three forms a day. */
export const FORMS_AT_MOST = 300;
export const FIND_FORMS = `select page.id, page.form_number, page.logged_at, page.entered_at,
  page.version, ratings.slot, ratings.name, ratings.severity, ratings.notes
  from (select id, form_number, logged_at, entered_at, version
    from forms where user_id = $1 and logged_at >= $2 and logged_at < $3
    order by form_number desc limit $4) as page
  inner join ratings on ratings.form_number = page.form_number
  where ratings.user_id = $5 order by page.form_number desc, ratings.slot`;

export function tokenHashOf(cookie: string): string {
  return hashOfToken(cookie.slice('session='.length));
}

export interface SaveBody {
  readonly submissionId: string;
  readonly formData: Record<string, { name: string; severity: number; notes: string }>;
}

/** The parameters of `ADD_RATINGS`. */
export function ratingsOf(userId: string, formNumber: number, { formData }: SaveBody) {
  return Object.values(formData).flatMap(({ name, severity, notes }, index) => [
    ...[userId, formNumber, index + 1],
    ...[name, severity, notes],
  ]);
}
