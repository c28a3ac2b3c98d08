import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // A safeguard: password hashing is slow on purpose, and the cores may be busy with something else.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'logic',
          include: ['src/{domain,charts,contract,web,service-worker}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{src/server,scripts,bench}/**/*.test.ts'],
          globalSetup: ['src/server/testing/postgres.ts'],
          // As many as the smallest machine this is run on has cores.
          maxWorkers: 2,
        },
      },
      'vitest.components.config.ts',
    ],
  },
});
