/**
 * The tables of accounts, and the server's own: jobs, rate limits, noted times and the account activity. Keys are text;
 * times and flags are whole numbers. The SQL is portable. An index on a time exists because the server deletes expired rows every hour, and must not read a
 * whole table for that.
 */
export const ACCOUNT_TABLES = `
create table accounts (
  user_id text primary key not null, email text not null unique, password_hash text not null,
  created_at bigint not null, email_proven integer not null default 0, stays_asked_at bigint
);

create table sessions (
  token_hash text primary key not null,
  user_id text not null references accounts (user_id) on delete cascade,
  created_at bigint not null, expires_at bigint not null, is_new_user integer not null,
  authenticated_at bigint not null default 0, by_passkey integer not null default 0,
  session_id text not null default '',
  browser text not null default '', browser_hash text not null default '',
  last_used_at bigint not null default 0, sealed_id_token text not null default ''
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table known_browsers (
  user_id text not null references accounts (user_id) on delete cascade,
  browser_hash text not null, last_used_at bigint not null,
  first_used_at bigint not null default 0,
  primary key (user_id, browser_hash)
);
create index known_browsers_expiry on known_browsers (last_used_at);

create table identities (
  issuer text not null, subject text not null,
  user_id text not null references accounts (user_id) on delete cascade, provider text not null,
  created_at bigint not null, email text not null default '',
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

create table passkeys (
  rp_id text not null, credential_id text not null, public_key text not null,
  counter bigint not null, transports text not null, name text not null, last_used_at bigint,
  primary key (rp_id, credential_id),
  foreign key (rp_id, credential_id) references identities (issuer, subject) on delete cascade
);

create table spent_challenges (
  challenge_hash text primary key not null,
  user_id text not null references accounts (user_id) on delete cascade,
  expires_at bigint not null
);
create index spent_challenges_user on spent_challenges (user_id);
create index spent_challenges_expiry on spent_challenges (expires_at);

create table codes (
  challenge_hash text primary key not null, purpose text not null, email_hash text not null,
  user_id text references accounts (user_id) on delete cascade, code_hash text not null,
  tries integer not null, expires_at bigint not null
);
create index codes_email on codes (email_hash);
create index codes_user on codes (user_id);
create index codes_expiry on codes (expires_at);

create table oauth_flows (
  state_hash text primary key not null, browser_hash text not null,
  user_id text references accounts (user_id) on delete cascade, sealed text not null,
  expires_at bigint not null
);
create index oauth_flows_browser on oauth_flows (browser_hash);
create index oauth_flows_user on oauth_flows (user_id);
create index oauth_flows_expiry on oauth_flows (expires_at);

create table provider_tokens (
  user_id text not null references accounts (user_id) on delete cascade, provider text not null,
  sealed text not null, person_hash text not null default '',
  primary key (user_id, provider)
);
create index provider_tokens_person on provider_tokens (person_hash);

create table email_undos (
  secret_hash text primary key not null,
  user_id text not null references accounts (user_id) on delete cascade, email text not null,
  changed_at bigint not null, expires_at bigint not null
);
create index email_undos_user on email_undos (user_id);
create index email_undos_email on email_undos (email);
create index email_undos_expiry on email_undos (expires_at);

create table address_splits (
  user_id text primary key not null references accounts (user_id) on delete cascade,
  owner_id text not null unique references accounts (user_id) on delete cascade,
  split_at bigint not null, joins_at bigint not null
);
create index address_splits_due on address_splits (joins_at);

create table consents (
  user_id text not null references accounts (user_id) on delete cascade, at bigint not null,
  url text not null,
  primary key (user_id, at)
);

create table jobs (
  id text primary key not null, kind text not null,
  user_id text references accounts (user_id) on delete cascade, target_hash text not null,
  detail text not null, sealed text not null, tries integer not null, due_at bigint not null,
  expires_at bigint not null
);
create index jobs_due on jobs (kind, due_at);
create index jobs_target on jobs (target_hash);
create index jobs_user on jobs (user_id);

create table attempts (
  limit_key text primary key not null, tries text not null, expires_at bigint not null
);
create index attempts_expiry on attempts (expires_at);

create table noted_times (
  id integer primary key not null, noted_at bigint not null, has_jumped integer not null,
  steady_ms bigint not null
);

-- No foreign key to the account, because it could cause a deadlock: an edit locks the profile and then adds a row here.
-- With a foreign key, the edit would wait for a deletion of the account, while that deletion waits for the profile. So
-- the deletion itself deletes these rows, as its last step.
create table activity (
  user_id text not null, at bigint not null, id text not null, kind text not null,
  detail text not null, count integer not null default 1,
  is_security integer not null default 0, actor text not null default '',
  primary key (user_id, at, id)
);
-- A request for a further page has the id of the last row before it. With the time in the index, SQLite prefers it to the
-- primary key.
create index activity_id on activity (user_id, id, at);
create index activity_ordinary on activity (user_id, at, id) where is_security = 0;
create index activity_expiry on activity (at) where is_security = 1;
`;
