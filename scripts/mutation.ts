import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';

/**
 * npm run mutation -- [FOLDER …] [--mutate FILE:LINES …]
 *
 * Runs mutation tests on each folder. Each mutant changes the code in one place; the report lists the mutants
 * that no test detects.
 */

interface Folder {
  readonly mutate: readonly string[];
  /** Folders of tests, or prefixes of test files, that must detect the mutants. */
  readonly tests: readonly string[];
}

const FOLDERS: Readonly<Record<string, Folder>> = {
  domain: { mutate: ['src/domain/**/*.ts'], tests: ['src/domain'] },
  charts: { mutate: ['src/charts/**/*.ts'], tests: ['src/charts'] },
  entries: { mutate: ['src/server/entries/**/*.ts'], tests: ['src/server/entries'] },
  exchange: { mutate: ['src/server/exchange/**/*.ts'], tests: ['src/server/exchange'] },
  forms: {
    mutate: ['src/server/forms/**/*.ts', 'src/server/report/queries.ts'],
    tests: [
      'src/server/forms',
      'src/server/profile/updateSymptoms*',
      'src/server/profile/undo*',
      'src/server/exchange/export*',
      'src/server/report/sendExportEmail*',
      'src/server/report/reports*',
      'src/server/platform/mail/files*',
      'src/server/spreadsheet/mirror*',
    ],
  },
  identity: {
    mutate: ['src/server/identity/**/*.ts'],
    tests: [
      'src/server/identity',
      'src/server/profile/createUser*',
      'src/server/platform/http/proxies*',
      'src/server/spreadsheet/endings*',
      'src/server/spreadsheet/failures*',
    ],
  },
};

const NO_TESTS = ['!**/*.test.ts', '!**/testing/**'];

const { values, positionals } = parseArgs({
  options: { mutate: { type: 'string', multiple: true } },
  allowPositionals: true,
});

for (const name of positionals.length > 0 ? positionals : Object.keys(FOLDERS)) {
  const folder = FOLDERS[name];
  if (!folder)
    throw new Error(`No such folder: ${name}. The folders are ${Object.keys(FOLDERS).join(', ')}`);
  process.env.MUTATION_TESTS = folder.tests.join();
  const report = `test-results/mutation/${name}`;
  await new Stryker({
    mutate: [...(values.mutate ?? folder.mutate), ...NO_TESTS],
    jsonReporter: { fileName: `${report}.json` },
    htmlReporter: { fileName: `${report}.html` },
    // Skips mutants that run only while a test file loads: each would need a run of all tests, which are slow here.
    ignoreStatic: folder.mutate.some((path) => path.startsWith('src/server/')),
  }).runMutationTest();
}
