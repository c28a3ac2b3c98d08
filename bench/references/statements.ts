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
export const ADD_FORM = `insert into entries (user_id, kind, entry_id, number, at, entered_at,
  time_zone, author, author_id, version, deleted_at, fields)
  values ($1, 'form', $2, $3, $4, $5, $6, 'self', '', 1, null, $7)
  on conflict (user_id, kind, entry_id) do nothing returning number`;
/** Whether the form must be queued for the person's spreadsheet. */
export const FIND_MIRRORED = 'select user_id from spreadsheets where user_id = $1 and is_on = $2';
export const FIND_NAME = 'select first_name, last_name from profiles where user_id = $1';
/** The size of the app's first page of forms: enough for 90 days with three forms a day. */
export const FORMS_AT_MOST = 300;
export const FIND_FORMS = `select entry_id, number, at, entered_at, version, fields
  from entries where user_id = $1 and kind = 'form' and deleted_at is null and at >= $2 and at < $3
  order by at desc, number desc limit $4`;

export function tokenHashOf(cookie: string): string {
  return hashOfToken(cookie.slice('session='.length));
}

export interface SaveBody {
  readonly submissionId: string;
  readonly formData: Record<string, { name: string; severity: number; notes: string }>;
}

/** The parameters of `ADD_FORM`. */
export function formOf(userId: string, number: number, { submissionId, formData }: SaveBody) {
  const ratings = Object.values(formData).map((rating, index) => ({ slot: index + 1, ...rating }));
  const now = Date.now();
  return [userId, submissionId, number, now, now, 'UTC', JSON.stringify({ ratings })] as const;
}
