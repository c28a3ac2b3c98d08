export interface Promised {
  readonly promise: string;
  readonly aim: string;
  /** The tests that fail if the promise is broken. */
  readonly files: readonly string[];
}

const proof = (name: string) => `bench/proof/${name}.proof.ts`;
const server = (name: string) => `src/server/${name}.test.ts`;
const database = (name: string) => server(`platform/db/${name}`);
const http = (name: string) => server(`platform/http/${name}`);
const identity = (name: string) => server(`identity/${name}`);
const backup = (name: string) => server(`backup/${name}`);

export const PROMISES: readonly Promised[] = [
  {
    promise: 'Copies at home, killed at random moments',
    aim: '50 kills while a copy is made; the last good copy is always there and opens; nothing is left over',
    files: [proof('copies'), backup('copies')],
  },
  {
    promise: 'A container at home',
    aim: 'no build tools and no rights; the main journey; stops within 10 s; data stays in the volume; behind nginx with TLS; everything back from the folder of copies and the key',
    files: [proof('home-container')],
  },
  {
    promise: 'nginx and Caddy at home, as documented',
    aim: 'an import and a report of 32,000 forms go through; no health data in temporary files, no ids and secrets in logs',
    files: [proof('home-proxies')],
  },
  {
    promise: 'A disk with exFAT at home',
    aim: 'killed, full and not mounted: the last good copy stays and opens',
    files: [proof('home-disk')],
  },
  {
    promise: 'The systemd unit at home',
    aim: 'verified without a fault; exposure at most 2.0; it waits for the clock, and its memory has a limit',
    files: [proof('home-unit')],
  },
  {
    promise: 'npm run doctor at home',
    aim: 'one line for each thing that is wrong, and none if nothing is',
    files: [server('doctor')],
  },
  {
    promise: 'Killed at random moments',
    aim: '200 kills; every acknowledged form is stored correctly, Form # has no gaps; up again in under 2 s',
    files: [proof('killed'), server('main')],
  },
  {
    promise: 'The spreadsheet, while Google fails and the server is killed',
    aim: '200 forms give 200 correct rows after ten kills, on both databases',
    files: [proof('mirrored'), server('spreadsheet/failures')],
  },
  {
    promise: 'The reminders, while the server is killed',
    aim: '50 kills in a day; no useful reminder is lost; a reminder that is sent again has the same tag and topic, and a weekly report the same Message-ID; each kill repeats at most one weekly report',
    files: [proof('reminders'), server('reminders/remind')],
  },
  {
    promise: 'Acknowledged means on disk',
    aim: 'a save whose sync fails is answered with 503; SQLite syncs at every commit',
    files: [proof('storage'), database('sqlite'), database('group-commit')],
  },
  {
    promise: 'Disk full, read-only or failing',
    aim: '503 with a clear message; nothing is lost; the server works again without a restart',
    files: [proof('storage'), database('storage-faults'), database('group-commit')],
  },
  {
    promise: 'PostgreSQL crashed, slow or away',
    aim: 'nothing is lost, saves work again within 2 s; statements end after 4 s, every answer arrives within 15 s, and a refused save succeeds at its second try; a start waits, then fails with one line',
    files: [proof('postgres'), ...['role-limits', 'unavailable', 'usable'].map(database)],
  },
  {
    promise: 'A cluster whose primary is killed',
    aim: '20 kills; every acknowledged form is stored once; no letter is lost; no save for at most 20 s at the 95th percentile',
    files: [proof('cluster-killed')],
  },
  {
    promise: 'A cluster whose primary hangs',
    aim: 'hung for 20 s four times; the same',
    files: [proof('cluster-hung')],
  },
  {
    promise: 'A cluster whose primary is cut off from etcd',
    aim: 'four times; the same',
    files: [proof('cluster-etcd')],
  },
  {
    promise: 'A cluster whose primary is cut off from its standbys',
    aim: 'then killed four times: the same; restarted in place: it acknowledges nothing while it is cut off, and saves again within 20 s afterwards',
    files: [proof('cluster-standbys')],
  },
  {
    promise: 'A cluster whose primary has a full disk',
    aim: 'the same',
    files: [proof('cluster-disk')],
  },
  {
    promise: 'A cluster that loses the leader of etcd, a standby, HAProxy or nginx',
    aim: 'each but nginx for 30 s; the same',
    files: [proof('cluster-parts')],
  },
  {
    promise: 'A cluster whose two processes are killed in turn, and upgraded',
    aim: '20 kills, with a migration in the middle; the same, but no save for at most 5 s; no letter is lost',
    files: [proof('cluster-upgraded')],
  },
  {
    promise: 'A cluster with two of three machines dead',
    aim: 'nothing is acknowledged; every answer is 503; a browser keeps the form, also if the page is loaded again',
    files: [proof('cluster-alone')],
  },
  {
    promise: 'A cluster in use: half an hour of visits with four failovers',
    aim: '20 visits a second; every acknowledged form is stored once; p99 between failovers at most 1.5 times that of half an hour without',
    files: [proof('cluster-visits')],
  },
  {
    promise: 'A cluster restored to a second',
    aim: 'holds every form that was committed before it, and none after it',
    files: [proof('cluster-restored')],
  },
  {
    promise: 'Two devices of one person',
    aim: '10,000 steps on each database: every acknowledged name is stored, every acknowledged rating is in exactly one form, and both devices agree',
    files: [proof('two-devices'), 'src/testing/two-devices.test.ts'],
  },
  {
    promise: 'Double presses and retries, two processes',
    aim: 'exactly one form each',
    files: [server('two-processes')],
  },
  {
    promise: 'Backup, restore and move; encrypted backups',
    aim: 'no save waits; restored data is identical; a damaged file is refused before anything changes; an encrypted backup contains no planted text',
    files: ['backup', 'other-databases', 'move', 'move-at-once'].map(backup),
  },
  {
    promise: 'A damaged, foreign or newer database',
    aim: 'the start fails with one line, and the file is unchanged',
    files: [database('usable')],
  },
  {
    promise: 'Migrations',
    aim: 'killed after any statement of the first start, on both databases: the next start completes it',
    files: [proof('migrations'), database('schema')],
  },
  {
    promise: 'Every endpoint fuzzed from its own document',
    aim: '10,000 requests each, valid except for up to three fields; no 5xx, no answer outside its schema',
    files: [proof('fuzzed'), server('every-body'), server('every-field')],
  },
  {
    promise: 'Someone else’s data',
    aim: 'every call with another’s id answers as for an id that does not exist',
    files: [
      proof('others'),
      server('every-call'),
      identity('flow-cookies'),
      identity('refused-flows'),
    ],
  },
  {
    promise: 'Readers',
    aim: '10,000 requests of a reader on every call: nothing outside the link is read or written',
    files: [proof('readers'), server('every-call'), server('sharing/openShare')],
  },
  {
    promise: 'People who help',
    aim: '10,000 requests as both kinds of caregiver on each database: nothing that the person does not allow is read or written',
    files: [proof('caregivers'), server('every-call'), server('caregivers/caregivers')],
  },
  {
    promise: 'Fair use',
    aim: '20 new accounts an hour and 128 MiB of files an hour from an address; 500 saves a day, 200,000 entries and 256 MiB of text of an account; exports always work',
    files: [
      server('entries/fair-use'),
      identity('new-accounts'),
      identity('flow-starts'),
      server('exchange/importData.bytes'),
    ],
  },
  {
    promise: 'A flood from one address',
    aim: 'ten minutes of sign-ups and imports: the database grows by at most 256 MiB; each save of another person succeeds within 2 s',
    files: [proof('flood')],
  },
  {
    promise: 'Guessing',
    aim: '10 tries a minute, whatever the headers; the owner can sign in afterwards',
    files: [identity('attempts'), http('proxies')],
  },
  {
    promise: 'The doors: guesses',
    aim: 'a month of ten guesses a minute: at most 100 are checked, and the owner signs in within 1 s in a browser that is known, or with `npm run let-in` on a new phone; during 2,560 sign-ins from one /56, 99 of 100 others sign in; the same where all have one address',
    files: [
      proof('doors-guesses'),
      ...['guesses', 'known-browsers', 'floods', 'let-in', 'hash-queue'].map(identity),
    ],
  },
  {
    promise: 'The doors: letters',
    aim: 'strangers ask for links and codes all day: the owner on a new phone asks for a link once and is in within 10 minutes, 100 of 100',
    files: [proof('doors-letters'), identity('mail-limits')],
  },
  {
    promise: 'The doors: one account against all',
    aim: '150 sockets that never read take at most 600 MiB, given back within 60 s; a short report within 5 s while four accounts ask for long ones; `/healthz` within 200 ms during 20 searches; 5,005 exports hide no link in the activity',
    files: [
      proof('doors-load'),
      ...['answers', 'departure'].map(http),
      server('forms/heavy-reads'),
      server('report/lanes'),
      identity('getActivity'),
    ],
  },
  {
    promise: 'The doors: a mistyped address',
    aim: 'its owner proves it: the diary is not read, and its author is still in',
    files: [proof('doors-address'), identity('splits')],
  },
  {
    promise: 'The doors: joining accounts',
    aim: 'a stranger with a provider that shows a proven address is not in, and one letter says so',
    files: ['joining', 'account-linking', 'removeWayIn', 'proveOwner'].map(identity),
  },
  {
    promise: 'Cross-site posts, session fixing, stolen and expired cookies',
    aim: 'none accepted',
    files: [http('cross-site'), identity('sessions'), identity('queries/ended-sessions')],
  },
  {
    promise: 'Scripts in names, notes, symptoms, query and file names',
    aim: 'none runs in mail, PDF or spreadsheet, and the policy allows no inline script; `npm test` checks the screens',
    files: [
      server('platform/mail/letters'),
      server('report/pdf/writing'),
      server('exchange/formula-guard'),
      server('spreadsheet/rows'),
      http('secure-headers'),
    ],
  },
  {
    promise: 'Headers',
    aim: 'the same as those that the HTTP Observatory gave A+ and 130 on 2026-11-21',
    files: [proof('headers'), http('secure-headers'), server('app')],
  },
  {
    promise: 'Slow senders, huge bodies, idle connections',
    aim: 'other requests are served as before, with 10,000 idle connections',
    files: [proof('connections'), http('held-bodies'), http('json-bodies')],
  },
  {
    promise: 'Secrets and health texts in logs',
    aim: 'none found, at any log level',
    files: [server('logs')],
  },
  {
    promise: 'An audit trail',
    aim: 'records every edit, sign-in, export and deletion, without health texts',
    files: [server('every-activity'), identity('getActivity'), identity('account-linking')],
  },
];
