import { defineConfig } from 'vitest/config';

/** The long runs of `npm run proof`, one after the other, because some close every connection of PostgreSQL. */
export default defineConfig({
  test: {
    include: ['bench/proof/*.proof.ts', 'src/**/*.test.ts', 'e2e/**/*.spec.ts'],
    globalSetup: ['bench/proof/set-up.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
