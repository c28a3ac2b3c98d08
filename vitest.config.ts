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
          include: ['{src,scripts,bench}/**/*.test.ts'],
          exclude: ['src/server/**', 'node_modules/**'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts'],
          globalSetup: ['src/server/testing/set-up.ts'],
        },
      },
    ],
  },
});
