/**
 * The tables, as Kysely sees them; `migrations.ts` makes them. Times are milliseconds since 1970 in
 * UTC, flags 0 or 1. Every table of a person's data has `user_id` at the head of its key.
 */
export interface Tables {
  accounts: {
    user_id: string;
    /** Trimmed, in lower case, and unlike any other. */
    email: string;
    /** Argon2id, in PHC form. */
    password_hash: string;
    created_at: number;
  };
  sessions: {
    /** SHA-256 of the cookie's token, in hex. The token itself is kept nowhere. */
    token_hash: string;
    user_id: string;
    created_at: number;
    expires_at: number;
    is_new_user: number;
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
    /** Raised by each change of the slots, which keeps two changes at once apart. */
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
  forms: {
    user_id: string;
    form_number: number;
    id: string;
    submission_id: string | null;
    logged_at: number;
    /** 1 at first, raised by every edit. */
    version: number;
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
  };
}
