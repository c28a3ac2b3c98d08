import { defineConfig } from 'vitest/config';
import QuickestFirst from './quickest-first.ts';

/** The tests that must detect the mutants. `scripts/mutation.ts` sets their paths, separated by commas. */
const tests = (process.env.MUTATION_TESTS ?? 'src').split(',');
const isOfServer = tests.some((folder) => folder.startsWith('src/server'));

export default defineConfig({
  test: {
    include: tests.map((path) => (path.endsWith('*') ? `${path}.test.ts` : `${path}/**/*.test.ts`)),
    sequence: { sequencer: QuickestFirst },
    // Stryker has its own time limit. A slow machine must not make a test fail, which would count as
    // detection.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    ...(isOfServer
      ? {
          globalSetup: ['src/server/testing/set-up.ts'],
          runner: 'scripts/mutation/sqlite-runner.ts',
          setupFiles: ['scripts/mutation/processes.ts'],
        }
      : {}),
  },
});
