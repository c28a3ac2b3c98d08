/** What is promised, and the tests that would fail where it is not kept. */
export const PROMISES: readonly { readonly promise: string; readonly files: readonly string[] }[] =
  [
    {
      promise: 'Killed at random moments',
      files: ['bench/proof/killed.proof.ts', 'src/server/main.test.ts'],
    },
    {
      promise: 'Acknowledged means on disk',
      files: ['bench/proof/synced.proof.ts', 'src/server/db/sqlite.test.ts'],
    },
    {
      promise: 'Disk full, read-only or failing',
      files: ['bench/proof/storage.proof.ts', 'src/server/db/storage-faults.test.ts'],
    },
    {
      promise: 'PostgreSQL crashed, slow or away',
      files: ['bench/proof/postgres.proof.ts', 'src/server/db/unavailable.test.ts'],
    },
    {
      promise: 'Double presses and retries, two processes',
      files: ['src/server/two-processes.test.ts'],
    },
    {
      promise: 'Backup, restore and move; encrypted backups',
      files: [
        'src/server/backup/backup.test.ts',
        'src/server/backup/file-format.test.ts',
        'src/server/backup/move.test.ts',
      ],
    },
    { promise: 'A damaged, foreign or newer database', files: ['src/server/db/usable.test.ts'] },
    {
      promise: 'Every endpoint fuzzed from its own document',
      files: [
        'bench/proof/fuzzed.proof.ts',
        'src/server/routes/every-body.test.ts',
        'src/server/routes/every-field.test.ts',
      ],
    },
    {
      promise: 'Someone else’s data',
      files: ['bench/proof/others.proof.ts', 'src/server/routes/every-call.test.ts'],
    },
    {
      promise: 'Guessing',
      files: ['src/server/auth/attempts.test.ts', 'src/server/http/proxies.test.ts'],
    },
    {
      promise: 'Cross-site posts, session fixing, stolen and expired cookies',
      files: ['src/server/http/cross-site.test.ts', 'src/server/auth/sessions.test.ts'],
    },
    { promise: 'Headers', files: ['bench/proof/headers.proof.ts', 'src/server/app.test.ts'] },
    {
      promise: 'Slow senders, huge bodies, idle connections',
      files: ['bench/proof/connections.proof.ts', 'src/server/http/held-bodies.test.ts'],
    },
    { promise: 'Secrets and health texts in logs', files: ['src/server/logs.test.ts'] },
    { promise: 'An audit trail', files: ['src/server/routes/getActivity.test.ts'] },
  ];
