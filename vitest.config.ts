import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['src/server/testing/postgres.ts'],
    // Password hashing is slow on purpose, and two cores are shared with a PostgreSQL server.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
