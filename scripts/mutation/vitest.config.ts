import { defineConfig } from 'vitest/config';
import QuickestFirst from './quickest-first.ts';

/** The tests that judge mutants. `scripts/mutation.ts` sets their paths, separated by commas. */
const tests = (process.env.MUTATION_TESTS ?? 'src').split(',');
const isOfServer = tests.some((folder) => folder.startsWith('src/server'));

export default defineConfig({
  test: {
    include: tests.map((path) => (path.endsWith('*') ? `${path}.test.ts` : `${path}/**/*.test.ts`)),
    sequence: { sequencer: QuickestFirst },
    // Stryker has its own time limit; a busy machine must not fail a test that goes on to pass.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    ...(isOfServer
      ? {
          globalSetup: ['src/server/testing/set-up.ts'],
          runner: 'scripts/mutation/sqlite-runner.ts',
          setupFiles: ['scripts/mutation/threads.ts'],
        }
      : {}),
  },
});
