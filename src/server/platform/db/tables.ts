import type { Generated } from 'kysely';

/**
 * The tables, as Kysely sees them; `migrations.ts` makes them. Times are milliseconds since 1970 in
 * UTC, flags 0 or 1. Every table of a person's data has `user_id` at the head of its key.
 */
export interface Tables {
  accounts: {
    user_id: string;
    /** Trimmed, in lower case, and unlike any other. */
    email: string;
    /** Argon2id, in PHC form; '' for an account without a password. */
    password_hash: string;
    created_at: number;
    /** 1 once its owner has shown that the address is theirs: by a mailed code or link, or a provider's word. */
    email_proven: Generated<number>;
  };
  sessions: {
    /** SHA-256 of the cookie's token, in hex. The token itself is kept nowhere. */
    token_hash: string;
    user_id: string;
    created_at: number;
    expires_at: number;
    is_new_user: number;
    /** When the person last showed, in this session, who they are. */
    authenticated_at: Generated<number>;
  };
  /** What was mailed to prove an address, and is still to come back. */
  codes: {
    /** SHA-256 of what the browser was given when it asked. */
    challenge_hash: string;
    /** 'resetPassword', 'changeEmail' or 'signInLink'. */
    purpose: string;
    /** Keyed hash of the address it was mailed to. */
    email_hash: string;
    /** Whose account it will change, where that is settled when it is asked for. */
    user_id: string | null;
    /** Keyed hash of the code. */
    code_hash: string;
    tries: number;
    expires_at: number;
  };
  /** Work to be done later: mail to send, tokens to revoke. */
  jobs: {
    id: string;
    /** A `JobKind`. */
    kind: string;
    /** The account that the job is deleted with. */
    user_id: string | null;
    /** Keyed hash by which others find the job: of the address of a mail, of a person at a provider. */
    target_hash: string;
    /** The part that is not secret: the provider of tokens to revoke; else ''. */
    detail: string;
    /** The payload, encrypted. */
    sealed: string;
    tries: number;
    /** When to try next. While a process runs the job: the end of its lease. */
    due_at: number;
    /** When the job is dropped. */
    expires_at: number;
  };
  /** Who an account's owner is at a provider. */
  identities: {
    issuer: string;
    subject: string;
    user_id: string;
    provider: string;
    created_at: number;
  };
  /** What a provider lets us do for someone, encrypted. */
  provider_tokens: {
    user_id: string;
    provider: string;
    /**
     * Keyed hash of the provider's issuer and the person's subject. Revoking one token of a person at a
     * provider revokes all of them.
     */
    person_hash: Generated<string>;
    sealed: string;
  };
  /** A person's own spreadsheet, which their forms are mirrored in. */
  spreadsheets: {
    user_id: string;
    is_on: number;
    /** Google's; kept while the mirror is off, so that turning it on again goes on in the same one. */
    spreadsheet_id: string | null;
    /** 1 once it was reached and has its header, since the mirror was turned on. */
    is_ready: number;
    /** While it is on: why the last try failed, '' where it did not. While it is off: why, '' by choice. */
    problem: string;
    /** Rows of the former app in it: '' where none were seen, 'found', or 'done' once that was settled. */
    legacy: string;
    /** Failed tries since the last one that did not fail. */
    tries: number;
    /** When to write next at the earliest. While someone writes: when that counts as lost. */
    due_at: number;
  };
  /** Forms that are still to be written to their row. */
  spreadsheet_rows: {
    user_id: string;
    form_number: number;
    /** The form's version that waits. */
    version: number;
  };
  /** What was done in an account, for its owner to read: without a word that was entered. */
  activity: {
    user_id: string;
    at: number;
    id: string;
    /** An `ActivityKind`. */
    kind: string;
    /** The way in, a Form #, a count or a format; '' where there is nothing more to tell. */
    detail: string;
  };
  /** OAuth flows, from the start until the browser returns. */
  oauth_flows: {
    /** SHA-256 of the `state` the provider gives back. */
    state_hash: string;
    /** SHA-256 of the flow token, which only the browser that started the flow has. */
    browser_hash: string;
    /** The user who re-authenticates or grants access; null for signing in. */
    user_id: string | null;
    /** What the app checks when the browser returns, encrypted. */
    sealed: string;
    expires_at: number;
  };
  /** Tries that count against a limit. */
  attempts: {
    /** What is limited: SHA-256, in hex, of an account or an address. */
    limit_key: string;
    /** When the tries that count were made: a JSON list of times. */
    tries: string;
    /** When the last try was made, whether it counted or not. */
    last_at: number;
  };
  profiles: {
    user_id: string;
    first_name: string;
    last_name: string;
    /** 'YYYY-MM-DD', or '' where unknown. */
    birthday: string;
    /** 'male', 'female', 'intersex', or '' where unknown. */
    biological_sex: string;
    years_with_parkinsons: number | null;
    created_at: number;
    /** Counts the changes of the symptoms. */
    revision: number;
    /** The Form # given last; 0 before the first. */
    last_form_number: number;
  };
  /** A row for each slot that was created. */
  slots: {
    user_id: string;
    slot: number;
    /** '' while empty. */
    name: string;
    since: number;
  };
  past_symptoms: {
    user_id: string;
    name: string;
    since: number;
  };
  /** What Undo restores: at most one row for each person. */
  last_symptom_changes: {
    user_id: string;
    /** JSON of the symptoms' difference from before the change. */
    former: string;
  };
  forms: {
    user_id: string;
    form_number: number;
    id: string;
    submission_id: string | null;
    /** The time the ratings are for. */
    logged_at: number;
    /** When they were entered: the same, but for a form that was logged later. */
    entered_at: number;
    /** 1 at first, raised by every edit. */
    version: number;
    /** When the form was deleted; null unless it is. */
    deleted_at: number | null;
  };
  ratings: {
    user_id: string;
    form_number: number;
    slot: number;
    /** The symptom's name as it was when logged. */
    name: string;
    severity: number;
    notes: string;
  };
  /** What ratings were before an edit. */
  former_ratings: {
    user_id: string;
    form_number: number;
    /** The form's version that held them. */
    version: number;
    slot: number;
    name: string;
    severity: number;
    notes: string;
    replaced_at: number;
    /** The form's time in that version; null if it was stored before times could be edited. */
    logged_at: number | null;
  };
}
