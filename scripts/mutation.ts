import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';

/**
 * npm run mutation -- [FOLDER …] [--mutate FILE:LINES …]
 *
 * Plants faults in each folder, one at a time, and reports which of them no test notices.
 */

interface Folder {
  readonly mutate: readonly string[];
  /** Folders, or the beginnings of files, of the tests that judge its mutants. */
  readonly tests: readonly string[];
}

const FOLDERS: Readonly<Record<string, Folder>> = {
  domain: { mutate: ['src/domain/**/*.ts'], tests: ['src/domain'] },
  charts: { mutate: ['src/charts/**/*.ts'], tests: ['src/charts'] },
  formats: {
    mutate: ['src/server/formats/**/*.ts'],
    tests: ['src/server/formats', 'src/server/routes/import*', 'src/server/routes/export*'],
  },
  forms: {
    mutate: ['src/server/db/*forms.ts', 'src/server/forms/queries/form-pages.ts'],
    tests: [
      'src/server/routes/*Form*',
      'src/server/routes/updateSymptoms*',
      'src/server/routes/undo*',
      'src/server/routes/export*',
      'src/server/routes/sendExportEmail*',
      'src/server/report/reports*',
      'src/server/mail/files*',
      'src/server/spreadsheets/mirror*',
    ],
  },
  auth: {
    mutate: ['src/server/auth/**/*.ts'],
    tests: [
      'src/server/auth',
      'src/server/routes/createUser*',
      'src/server/routes/sign*',
      'src/server/routes/sendSignInLink*',
      'src/server/routes/change*',
      'src/server/routes/reset*',
      'src/server/routes/deleteAccount*',
      'src/server/routes/getSession*',
      'src/server/routes/getAccount*',
      'src/server/http/proxies*',
      'src/server/spreadsheets/endings*',
      'src/server/spreadsheets/failures*',
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
    throw new Error(`No such folder: ${name}. There are ${Object.keys(FOLDERS).join(', ')}`);
  process.env.MUTATION_TESTS = folder.tests.join();
  const report = `test-results/mutation/${name}`;
  await new Stryker({
    mutate: [...(values.mutate ?? folder.mutate), ...NO_TESTS],
    jsonReporter: { fileName: `${report}.json` },
    htmlReporter: { fileName: `${report}.html` },
    // Code that runs before the first test of a file counts as static: most of the server does.
    ignoreStatic: folder.mutate.some((path) => path.startsWith('src/server/')),
  }).runMutationTest();
}
