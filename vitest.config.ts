import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['src/server/testing/postgres.ts'],
    // As many as the smallest machine this is run on has cores.
    maxWorkers: 2,
    // Password hashing is slow on purpose, and two cores are shared with a PostgreSQL server.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
