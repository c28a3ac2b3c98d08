import type { Generated } from 'kysely';
import type { Counter } from './counters.ts';
import type { FactColumns } from './fact-columns.ts';
import type { PartColumn } from './link-parts.ts';

/** The columns of an entry, now or formerly (`entries/columns.ts`). */
export interface EntryValues {
  user_id: string;
  /** The name of its definition. */
  kind: string;
  /** The values of its key. A repeat of a save is found by it alone. */
  entry_id: string;
  /** The time that it is for; for a day, its midnight in UTC. Lists are in this order. */
  at: number;
  entered_at: number;
  /** The zone in which it was entered (IANA). It never changes. */
  time_zone: string;
  /** Who entered it: 'self' is the person; any other text is a name. */
  author: string;
  /** The id of the helper's access; '' if the person entered the entry or has changed it. */
  author_id: string;
  /** 1 at first, raised by each edit. */
  version: number;
  deleted_at: number | null;
  /** The values of its other fields, as JSON. No query looks inside. */
  fields: string;
}

/** Of a share: flags of the parts that it shows. */
type PartColumns = { [Each in PartColumn]: Generated<number> };

/** The last number that an entry of each kind got; 0 before the first. */
type LastNumbers = { [Each in Counter]: Generated<number> };

/**
 * The tables, as Kysely sees them. `schema.ts` creates them. Times are milliseconds since 1970 in UTC;
 * flags are 0 or 1. The primary key of every table of a person's data starts with `user_id`.
 */
export interface Tables {
  accounts: {
    user_id: string;
    /** Trimmed, in lower case, and unique. */
    email: string;
    /** An Argon2id hash as a PHC string; '' if the account has no password. */
    password_hash: string;
    created_at: number;
    /** 1 if the owner has proven the address by a mailed code or link, or if a provider vouches for it. */
    email_proven: Generated<number>;
    /** When a reset asked which links, helpers and ways to sign in may stay; null once it is answered. */
    stays_asked_at: number | null;
  };
  sessions: {
    /** SHA-256 of the cookie's token, in hex. The token itself is not stored. */
    token_hash: string;
    user_id: string;
    created_at: number;
    expires_at: number;
    is_new_user: number;
    /** When the user last proved in this session that the account is theirs; 0 if a provider signed them in. */
    authenticated_at: Generated<number>;
    /** 1 if that proof was a passkey, which counts in place of the password. */
    by_passkey: Generated<number>;
    /** The random id of the session in the list of signed-in devices. It stays when the token is renewed. */
    session_id: Generated<string>;
    /** The browser and its system in words, such as 'Firefox on Android'. */
    browser: Generated<string>;
    /** The `browser_hash` of the known browser; '' if the account did not know the browser. */
    browser_hash: Generated<string>;
    /** The ID token of the operator's own provider, encrypted, to log out there too; '' without one. */
    sealed_id_token: Generated<string>;
    /** When the session was last used: the time of the request that extended it, at most once a day. */
    last_used_at: Generated<number>;
  };
  /** The browsers in which someone has signed in to an account. */
  /** The privacy notices that people agreed to when they created their accounts. */
  consents: {
    user_id: string;
    at: number;
    /** The address of the notice. */
    url: string;
  };
  known_browsers: {
    user_id: string;
    /** Keyed hash of the account and the browser's random value. */
    browser_hash: string;
    /** When someone last signed in to the account in this browser, and for the first time. */
    last_used_at: number;
    first_used_at: Generated<number>;
  };
  /**
   * Accounts whose address was first proven by somebody else, and then became the address of another account. The two
   * accounts are joined later.
   */
  address_splits: {
    /** The account with the entries from before the proof. */
    user_id: string;
    /** The account that has the address now. */
    owner_id: string;
    /** The address over which they were split. The owner may have another one since. */
    email: Generated<string>;
    split_at: number;
    /** When the accounts are joined: never, if the owner of the entries has said that the address is not theirs. */
    joins_at: number;
  };
  /** Mailed codes and links that prove an address and have not been used yet. */
  codes: {
    /** SHA-256 of the challenge that the browser received when it asked for the code. */
    challenge_hash: string;
    /** 'resetPassword', 'changeEmail', 'signInLink', 'letIn', 'proveOwner', 'proveAddress' or 'joinOwnProvider'. */
    purpose: string;
    /** Keyed hash of the address that received the code. */
    email_hash: string;
    /** The account to change, if it was known when the code was requested. */
    user_id: string | null;
    /** Keyed hash of the code. */
    code_hash: string;
    tries: number;
    expires_at: number;
  };
  /** The former addresses of accounts, each of which can get its account back. */
  email_undos: {
    /** SHA-256 of the secret in the letter to the former address, in hex. */
    secret_hash: string;
    user_id: string;
    /** The former address, which was proven. No other account gets it meanwhile. */
    email: string;
    changed_at: number;
    expires_at: number;
  };
  /** Jobs of the background queue: emails and push messages to send, tokens to revoke. */
  jobs: {
    id: string;
    /** A `JobKind`. */
    kind: string;
    /** The account whose deletion also deletes the job; null if there is none. */
    user_id: string | null;
    /**
     * Keyed hash by which other code finds the job: the hash of an email address, a person at a provider, or a device.
     */
    target_hash: string;
    /** Unencrypted data: for a job that revokes tokens, their provider; for other jobs ''. */
    detail: string;
    /** The payload, encrypted. */
    sealed: string;
    tries: number;
    /** The earliest time of the next try. While a process runs the job, the time when its lease ends. */
    due_at: number;
    /** When the job is dropped, even if it has not succeeded. */
    expires_at: number;
  };
  /** The identities of an account's owner at the sign-in providers. */
  identities: {
    issuer: string;
    subject: string;
    user_id: string;
    provider: string;
    /** The address that the provider reported when the identity was linked; '' if it reported none. */
    email: Generated<string>;
    created_at: number;
  };
  /** The keys of the identities that are passkeys: their issuer is the RP ID, their subject the credential id. */
  passkeys: {
    rp_id: string;
    credential_id: string;
    /** COSE, in base64url. */
    public_key: string;
    /** The signature counter of the last use; 0 if the authenticator does not count. */
    counter: number;
    /** Where browsers find the authenticator, with commas between. */
    transports: string;
    name: string;
    last_used_at: number | null;
  };
  /** Challenges of passkeys that were used and have not expired. */
  spent_challenges: {
    challenge_hash: string;
    user_id: string;
    expires_at: number;
  };
  /** The tokens for a user's data at a provider, encrypted. */
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
  /** A user's own spreadsheet, to which the app copies their entries (the mirror). */
  spreadsheets: {
    user_id: string;
    is_on: number;
    /** Google's id. It is kept while the mirror is off, so that the app continues in the same spreadsheet later. */
    spreadsheet_id: string | null;
    /**
     * 1 if, since the mirror was turned on, the app has reached the spreadsheet and ensured that its sheets have their
     * headers.
     */
    is_ready: number;
    /**
     * If the mirror is on: why the last write failed; '' if it succeeded. If the mirror is off: why the app turned it
     * off; '' if the user did.
     */
    problem: string;
    /**
     * Whether the spreadsheet contains rows of the former app: '' if not, 'found' if so, 'done' after the user
     * has imported or declined them.
     */
    legacy: string;
    /** The number of failed writes since the last one that succeeded. */
    tries: number;
    /**
     * The earliest time of the next write. While a process writes to the spreadsheet, the time when its claim (a lease)
     * ends.
     */
    due_at: number;
    /** The number of the last change that is written (`entries.changed`). */
    written: Generated<number>;
    /** The cells for the days from this instant on are to be written too; null if there are none. */
    days_from: number | null;
    /** Counts how often rows that were written had to be written again: a claim that began before does not go on. */
    setbacks: Generated<number>;
  };
  /** The actions in an account, shown to its owner. Contains no text that a user has entered. */
  activity: {
    user_id: string;
    at: number;
    id: string;
    /** An `ActivityKind`. */
    kind: string;
    /**
     * The sign-in method, a linked provider, a browser in words, a Form #, a number of imported entries or a file
     * format; '' if the kind says everything.
     */
    detail: string;
    /** '' for the person, 'link', or the id of a caregiver's access, which may have ended. */
    actor: Generated<string>;
    /** How often it happened in the hour (UTC) of `at`; `at` is the last time. */
    count: Generated<number>;
    /** 1 for rows about security, which are kept for a year; 0 for the others, of which the newest are kept. */
    is_security: Generated<number>;
  };
  /** OAuth flows, from the start until the browser returns. */
  oauth_flows: {
    /** SHA-256 of the `state` parameter that the provider returns. */
    state_hash: string;
    /** SHA-256 of the flow token, which only the browser that started the flow has. */
    browser_hash: string;
    /** The user who re-authenticates or grants access; null for signing in. */
    user_id: string | null;
    /** The data that the app needs when the browser returns, encrypted. */
    sealed: string;
    expires_at: number;
  };
  /** Attempts that count against a rate limit. */
  attempts: {
    /** Keyed hash of the account, email address or IP address that the limit is for. */
    limit_key: string;
    /** The times of the attempts that count, as a JSON list. */
    tries: string;
    /** From when on none of the attempts counts any more. */
    expires_at: number;
  };
  /** One row: what servers noted about their clocks (`NotedTime`). */
  noted_times: {
    id: number;
    noted_at: number;
    has_jumped: number;
    steady_ms: number;
  };
  profiles: LastNumbers &
    FactColumns & {
      user_id: string;
      /** The display options that are on, separated by commas; null until the person has chosen. */
      display: string | null;
      created_at: number;
      /** Counts the changes of the symptoms. */
      revision: number;
      /** The number of entries of all kinds. */
      entries: Generated<number>;
      /** The bytes of `fields` in the entries and in their former versions. */
      text_bytes: Generated<number>;
      /** The day that `saved_today` is for: days since 1970 in UTC. */
      saved_day: Generated<number>;
      /** How many new entries the person saved on that day, without imported ones. */
      saved_today: Generated<number>;
      /** Counts the changes of entries while the spreadsheet mirror is on (`entries/queries/changes.ts`). */
      changes: Generated<number>;
      /** 1 while the mirror is on. */
      is_mirrored: Generated<number>;
      /** 1 if the mirror has not written all changes. */
      is_behind: Generated<number>;
    };
  /** The symptom slots of a person: one row for each slot. */
  slots: {
    user_id: string;
    slot: number;
    /** '' while the slot is empty. */
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
    /** The revision of the symptoms after the change. */
    revision: number;
    /** The difference from the symptoms before the change, as JSON. */
    former: string;
  };
  /** Entries of all kinds in `STORED_KINDS`. */
  entries: EntryValues & {
    /** Counts from 1 among the person's entries of the kind, assigned once. It decides the row in the spreadsheet. */
    number: number;
    /** The number of the last change while the spreadsheet mirror was on; null if there was none. */
    changed: number | null;
  };
  /** Which cells of an entry's row in the spreadsheet the app has filled with values for the whole day. */
  sheet_rows: {
    user_id: string;
    kind: string;
    number: number;
    /** The letters of the columns, such as 'D'. If such a value is removed later, the app empties only these cells. */
    filled: string;
  };
  /** Entries as they were before an edit, or before a person entered a deleted entry again. */
  former_entries: EntryValues & {
    replaced_at: number;
  };
  /** What a person is reminded of, and when to look for a reminder next. */
  reminders: {
    user_id: string;
    /** A `ReminderSettings`, as JSON. */
    settings: string;
    /**
     * When the server next computes which reminders are due; null if it has none to send. It is never later than the
     * next reminder, but may be earlier, for example after a change that cancels a reminder.
     */
    next_at: number | null;
    /** Reminders that were due before this time are not sent any more. */
    handled_until: number;
    /** Where reminders go by ntfy: a `NtfyTarget`, encrypted; null if the person has set up none. */
    ntfy: string | null;
    /** How many reminders in a row could not be sent there (`queries/ntfy.ts`). */
    ntfy_failures: Generated<number>;
  };
  /** The browsers that get push messages: at most one for each session, and deleted with the session. */
  push_devices: {
    user_id: string;
    device_id: string;
    /** The `token_hash` of the session. */
    token_hash: string;
    /** SHA-256 of the endpoint, in hex. */
    endpoint_hash: string;
    /** The push subscription, encrypted; '' once the push service has ended it. */
    sealed: string;
    /** The browser's description of itself, such as 'Chrome on Android'. */
    name: string;
    added_at: number;
    /** When a push service last accepted a reminder for the device; null before the first one. */
    last_sent_at: number | null;
  };
  /** The accounts that may read a person's data, or log for them. */
  caregivers: {
    /** The person who lets the caregiver read their data or log for them. */
    user_id: string;
    caregiver_id: string;
    /** The caregiver's account. */
    helper_id: string;
    /** 'read' or 'log'. */
    may: string;
    reads_notes: number;
    since: number;
    last_seen_at: number | null;
    /** When the person invited the caregiver. */
    invited_at: Generated<number>;
    /** The day of the caregiver's latest save: days since 1970 in UTC. */
    saved_day: Generated<number>;
    /** How many entries the caregiver added, edited, deleted or restored on that day. */
    saved_today: Generated<number>;
  };
  /** Invitations of caregivers that wait to be accepted, or for the person's yes to who has accepted them. */
  invitations: {
    user_id: string;
    invitation_id: string;
    /**
     * SHA-256 hashes of two secrets. The link that the person may copy contains one (`link_hash`). The email with the
     * invitation contains the other one (`letter_hash`), which proves the address.
     */
    link_hash: string;
    letter_hash: string;
    /** The address that was invited. */
    email: string;
    may: string;
    reads_notes: number;
    created_at: number;
    expires_at: number;
    /** The account that has accepted under another address, and waits for the person's yes; null before. */
    helper_id: string | null;
  };
  /** Links with which others read what a person shares, and SMART Health Links. */
  links: PartColumns & {
    user_id: string;
    /** Unique among all people, because a reader's request has no user id. */
    link_id: string;
    kind: 'share' | 'healthLink';
    /** SHA-256 of the secret in the link, in hex. The secret itself is not stored. */
    secret_hash: string;
    created_at: number;
    expires_at: number;
    /** When the person ended the link; null if they have not. */
    ended_at: Generated<number | null>;
    /** Of a share: whom it is for, in the person's words. */
    label: Generated<string>;
    /** Of a share: an Argon2id hash as a PHC string; '' without a passcode. */
    passcode_hash: Generated<string>;
    /** Of a share: the first day that it shows, 'YYYY-MM-DD'; null for the days since the last visit. */
    from_date: Generated<string | null>;
    /** Of a share: the number of wrong passcodes so far, and of passcodes that the server is checking. */
    wrong_passcodes: Generated<number>;
    /**
     * Of a health link: the report as a JWE, whose key is not stored; '' once erased, after the link has ended or
     * expired.
     */
    file: Generated<string>;
  };
  /** Each time that a link was opened. */
  link_openings: {
    user_id: string;
    link_id: string;
    /**
     * SHA-256 of the token in the cookie of a share's reader, in hex. The reader's session lasts for a day from the
     * opening. Of a health link: of a token that nobody has.
     */
    token_hash: string;
    /** Of a health link: the name that the recipient gave. */
    recipient: string;
    opened_at: number;
  };
}
