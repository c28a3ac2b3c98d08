/** The settings of all mutation runs; `scripts/mutation.ts` adds the folder. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // Vitest's search for related tests misses the code of worker processes.
  vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Stryker 10.1.1 fails on TypeScript 7, so it must not find a tsconfig.json. Vitest checks no types.
  tsconfigFile: 'no-tsconfig.json',
  disableTypeChecks: false,
  concurrency: 1,
  // On a busy machine a slow mutant must not count as one that never ends.
  timeoutMS: 60_000,
  timeoutFactor: 2,
  dryRunTimeoutMinutes: 60,
  tempDirName: 'test-results/mutation/sandbox',
  ignorePatterns: ['data', 'test-results'],
  reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false },
};
