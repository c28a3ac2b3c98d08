/**
 * The tables of profiles, and of everything that people enter, as version 1.0.0 made them (`schema.ts`).
 *
 * @param byPerson the clause with which SQLite stores the rows of one person together, in the order of the primary key,
 *   which begins with `user_id`. Otherwise they would lie all over the file, in the order in which they were added.
 *   PostgreSQL has no such clause
 */
export function personTables(byPerson: string): string {
  return `
create table profiles (
  user_id text primary key not null references accounts (user_id) on delete cascade,
  first_name text not null default '', last_name text not null default '',
  birthday text not null default '', biological_sex text not null default '',
  diagnosed_year integer, time_zone text not null default '',
  hour_cycle text not null default 'h12', date_order text not null default 'mdy',
  more_questions text not null default '',
  display text, created_at bigint not null, revision integer not null default 0,
  entries integer not null default 0, text_bytes bigint not null default 0,
  saved_day integer not null default 0, saved_today integer not null default 0,
  changes bigint not null default 0, is_mirrored integer not null default 0,
  is_behind integer not null default 0,
  last_form_number integer not null default 0, last_medication_number integer not null default 0,
  last_dose_number integer not null default 0, last_check_in_number integer not null default 0,
  last_visit_number integer not null default 0, last_diary_number integer not null default 0,
  last_fall_number integer not null default 0, last_tablet_count_number integer not null default 0,
  last_blood_pressure_number integer not null default 0
);
create index profiles_behind on profiles (user_id) where is_behind = 1;

create table slots (
  user_id text not null references profiles (user_id) on delete cascade,
  slot integer not null check (slot between 1 and 5), name text not null, since bigint not null,
  primary key (user_id, slot)
);

create table past_symptoms (
  user_id text not null references profiles (user_id) on delete cascade, name text not null,
  since bigint not null,
  primary key (user_id, name)
);

create table last_symptom_changes (
  user_id text primary key not null references profiles (user_id) on delete cascade,
  revision integer not null, former text not null
);

create table entries (
  user_id text not null references profiles (user_id) on delete cascade,
  kind text not null, entry_id text not null, number integer not null, at bigint not null,
  entered_at bigint not null, time_zone text not null, author text not null,
  author_id text not null, version integer not null, deleted_at bigint, changed bigint,
  fields text not null,
  primary key (user_id, kind, entry_id),
  unique (user_id, kind, number)
) ${byPerson};
create index entries_time on entries (user_id, kind, at, number);
create index entries_deleted on entries (deleted_at) where deleted_at is not null;
create index entries_changed on entries (user_id, changed) where changed is not null;

create table sheet_rows (
  user_id text not null, kind text not null, number integer not null, filled text not null,
  primary key (user_id, kind, number),
  foreign key (user_id, kind, number) references entries (user_id, kind, number) on delete cascade
) ${byPerson};

create table former_entries (
  user_id text not null references profiles (user_id) on delete cascade,
  kind text not null, entry_id text not null, version integer not null, at bigint not null,
  entered_at bigint not null, time_zone text not null, author text not null,
  author_id text not null, deleted_at bigint, fields text not null, replaced_at bigint not null,
  primary key (user_id, kind, entry_id, version)
) ${byPerson};
create index former_entries_deleted on former_entries (deleted_at) where deleted_at is not null;

create table spreadsheets (
  user_id text primary key not null references accounts (user_id) on delete cascade,
  is_on integer not null, spreadsheet_id text, is_ready integer not null, problem text not null,
  legacy text not null, tries integer not null, due_at bigint not null,
  written bigint not null default 0, days_from bigint, setbacks integer not null default 0
);
create index spreadsheets_unready on spreadsheets (due_at) where is_ready = 0;

create table reminders (
  user_id text primary key not null references profiles (user_id) on delete cascade,
  settings text not null, next_at bigint, handled_until bigint not null,
  ntfy text, ntfy_failures integer not null default 0
);
create index reminders_next on reminders (next_at) where next_at is not null;

create table push_devices (
  user_id text not null, device_id text not null,
  -- Deleting a session also deletes its device. If a session is renewed, this hash follows.
  token_hash text not null unique
    references sessions (token_hash) on delete cascade on update cascade,
  endpoint_hash text not null unique, sealed text not null, name text not null,
  added_at bigint not null, last_sent_at bigint,
  primary key (user_id, device_id)
) ${byPerson};

create table caregivers (
  user_id text not null references profiles (user_id) on delete cascade,
  caregiver_id text not null,
  helper_id text not null references accounts (user_id) on delete cascade, may text not null,
  reads_notes integer not null, since bigint not null, last_seen_at bigint,
  saved_day integer not null default 0, saved_today integer not null default 0,
  invited_at bigint not null default 0,
  primary key (user_id, caregiver_id),
  unique (user_id, helper_id)
) ${byPerson};
create index caregivers_helped on caregivers (helper_id);

create table invitations (
  user_id text not null references profiles (user_id) on delete cascade,
  invitation_id text not null, link_hash text not null unique, letter_hash text not null unique,
  email text not null, may text not null, reads_notes integer not null,
  created_at bigint not null, expires_at bigint not null,
  helper_id text references accounts (user_id) on delete cascade,
  primary key (user_id, invitation_id)
) ${byPerson};
create index invitations_expiry on invitations (expires_at);
create index invitations_helper on invitations (helper_id);

create table links (
  user_id text not null references profiles (user_id) on delete cascade,
  link_id text not null unique, kind text not null, secret_hash text not null unique,
  created_at bigint not null, expires_at bigint not null, ended_at bigint,
  label text not null default '', passcode_hash text not null default '', from_date text,
  medication integer not null default 0, diary integer not null default 0,
  check_ins integer not null default 0, falls integer not null default 0,
  blood_pressure integer not null default 0, notes integer not null default 0,
  wrong_passcodes integer not null default 0,
  -- The last column, because it is large: SQLite reads the others without it.
  file text not null default '',
  primary key (user_id, link_id)
) ${byPerson};
create index links_expiry on links (expires_at);
create index links_ended on links (ended_at);

create table link_openings (
  user_id text not null, link_id text not null, token_hash text not null unique,
  recipient text not null, opened_at bigint not null,
  primary key (user_id, link_id, token_hash),
  foreign key (user_id, link_id) references links (user_id, link_id) on delete cascade
) ${byPerson};
`;
}
