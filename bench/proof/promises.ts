export interface Promised {
  readonly promise: string;
  readonly aim: string;
  /** The tests that would fail where it is not kept. */
  readonly files: readonly string[];
}

export const PROMISES: readonly Promised[] = [
  {
    promise: 'Killed at random moments',
    aim: '200 kills, every acknowledged form there and right, Form # without gaps; up again in under 2 s',
    files: ['bench/proof/killed.proof.ts', 'src/server/main.test.ts'],
  },
  {
    promise: 'The spreadsheet, while Google fails and the server is killed',
    aim: '200 forms are 200 right rows after ten kills, on both databases',
    files: ['bench/proof/mirrored.proof.ts', 'src/server/spreadsheet/failures.test.ts'],
  },
  {
    promise: 'Acknowledged means on disk',
    aim: 'no answer before the sync that covers it',
    files: ['bench/proof/synced.proof.ts', 'src/server/platform/db/sqlite.test.ts'],
  },
  {
    promise: 'Disk full, read-only or failing',
    aim: '503 with a clear message, nothing lost, works again without a restart',
    files: [
      'bench/proof/storage.proof.ts',
      'src/server/platform/db/storage-faults.test.ts',
      'src/server/platform/db/group-commit.test.ts',
    ],
  },
  {
    promise: 'PostgreSQL crashed, slow or away',
    aim: 'nothing lost, saves again within 2 s; every answer within 5 s; a start waits, then fails in one line',
    files: [
      'bench/proof/postgres.proof.ts',
      'src/server/platform/db/time-limit.test.ts',
      'src/server/platform/db/priority-semaphore.test.ts',
      'src/server/platform/db/unavailable.test.ts',
      'src/server/platform/db/usable.test.ts',
    ],
  },
  {
    promise: 'Double presses and retries, two processes',
    aim: 'exactly one form each',
    files: ['src/server/two-processes.test.ts'],
  },
  {
    promise: 'Backup, restore and move; encrypted backups',
    aim: 'no save waits; the same after restoring; a damaged file is refused before anything is touched; no planted text in it',
    files: [
      'src/server/backup/backup.test.ts',
      'src/server/backup/other-databases.test.ts',
      'src/server/backup/file-format.test.ts',
      'src/server/backup/move.test.ts',
      'src/server/platform/db/load.test.ts',
    ],
  },
  {
    promise: 'A damaged, foreign or newer database',
    aim: 'one line, the file untouched',
    files: ['src/server/platform/db/usable.test.ts'],
  },
  {
    promise: 'Migrations',
    aim: 'from every schema, with data, on both databases, killed in the middle: nothing changed or lost',
    files: ['bench/proof/migrations.proof.ts', 'src/server/platform/db/migrations.test.ts'],
  },
  {
    promise: 'Every endpoint fuzzed from its own document',
    aim: '10,000 requests each, no 5xx, no answer outside its schema',
    files: [
      'bench/proof/fuzzed.proof.ts',
      'src/server/every-body.test.ts',
      'src/server/every-field.test.ts',
    ],
  },
  {
    promise: 'Someone else’s data',
    aim: 'every endpoint answers as for ids that do not exist',
    files: [
      'bench/proof/others.proof.ts',
      'bench/proof/filters.proof.ts',
      'src/server/every-call.test.ts',
      'src/server/identity/visit-cookies.test.ts',
      'src/server/identity/refused-visits.test.ts',
    ],
  },
  {
    promise: 'Guessing',
    aim: '10 tries a minute, whatever headers are sent; the owner gets in afterwards',
    files: ['src/server/identity/attempts.test.ts', 'src/server/platform/http/proxies.test.ts'],
  },
  {
    promise: 'Cross-site posts, session fixing, stolen and expired cookies',
    aim: 'none accepted',
    files: [
      'src/server/platform/http/cross-site.test.ts',
      'src/server/identity/sessions.test.ts',
      'src/server/identity/queries/ended-sessions.test.ts',
    ],
  },
  {
    promise: 'Scripts in names, notes, symptoms, query and file names',
    aim: 'none runs on any screen, in mail, PDF or spreadsheet',
    files: [
      'bench/proof/scripts.proof.ts',
      'src/server/platform/mail/letters.test.ts',
      'src/server/report/pdf/writing.test.ts',
      'src/server/exchange/formula-guard.test.ts',
      'src/server/spreadsheet/rows.test.ts',
    ],
  },
  {
    promise: 'Headers',
    aim: 'A+, at least 130',
    files: [
      'bench/proof/headers.proof.ts',
      'src/server/platform/http/secure-headers.test.ts',
      'src/server/app.test.ts',
    ],
  },
  {
    promise: 'Slow senders, huge bodies, idle connections',
    aim: '10,000 idle connections, the others served as before',
    files: [
      'bench/proof/connections.proof.ts',
      'src/server/platform/http/held-bodies.test.ts',
      'src/server/platform/http/json-bodies.test.ts',
    ],
  },
  {
    promise: 'Secrets and health texts in logs',
    aim: 'none found, at any log level',
    files: ['src/server/logs.test.ts'],
  },
  {
    promise: 'An audit trail',
    aim: 'every edit, sign-in, export and deletion, without health texts',
    files: [
      'src/server/every-activity.test.ts',
      'src/server/identity/getActivity.test.ts',
      'src/server/identity/account-linking.test.ts',
    ],
  },
];
