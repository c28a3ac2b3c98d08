import { defineConfig } from 'vitest/config';
import QuickestFirst from './quickest-first.ts';

/** The tests that judge mutants. `scripts/mutation.ts` sets their paths, separated by commas. */
const tests = (process.env.MUTATION_TESTS ?? 'src').split(',');
const isOfServer = tests.some((folder) => folder.startsWith('src/server'));

export default defineConfig({
  test: {
    include: tests.map((path) => (path.endsWith('*') ? `${path}.test.ts` : `${path}/**/*.test.ts`)),
    sequence: { sequencer: QuickestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...(isOfServer
      ? {
          // Loading the server again for each file takes longer than most of its tests.
          isolate: false,
          globalSetup: ['src/server/testing/postgres.ts'],
          runner: 'scripts/mutation/sqlite-runner.ts',
          setupFiles: ['scripts/mutation/threads.ts'],
        }
      : {}),
  },
});
