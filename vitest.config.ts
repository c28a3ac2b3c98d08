import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { inDevelopment, inProduction } from './vitest.components.config.ts';

export default defineConfig({
  test: {
    // Each worker loads the app and compiles it again, and the journeys run at the same time.
    maxWorkers: availableParallelism(),
    // Safeguards for a busy machine. No test waits for one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Loading the app for each test file would take longer than the tests.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'logic',
          include: ['{src,scripts,bench}/**/*.test.ts'],
          exclude: ['src/{server,testing}/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/{server,testing}/**/*.test.ts'],
          globalSetup: ['src/server/testing/set-up.ts'],
          setupFiles: ['src/server/testing/cheap-age.ts'],
        },
      },
      inProduction,
      inDevelopment,
    ],
  },
});
