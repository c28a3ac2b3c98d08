import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** Runs `scripts/arrows.ts` in a project with these files. */
async function checked(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'symptom-tracker-arrows-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  spawnSync('git', ['init', '--quiet'], { cwd: folder });
  spawnSync('git', ['add', '--all'], { cwd: folder });
  const { stdout, status } = spawnSync(process.execPath, [resolve('scripts/arrows.ts')], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { stdout, status };
}

/** Each key is a file that imports its value, although the rules of its room forbid that. */
const FORBIDDEN = {
  'src/domain/a.ts': 'src/contract/a.ts',
  'src/charts/a.ts': 'src/server/profile/a.ts',
  'src/contract/b.ts': 'node_modules/kysely/index.js',
  'src/server/platform/db/a.ts': 'src/server/forms/a.ts',
  'src/server/identity/a.ts': 'src/server/spreadsheet/a.ts',
  'src/server/forms/b.ts': 'src/server/exchange/a.ts',
  'src/server/report/a.ts': 'src/server/exchange/b.ts',
  'src/server/backup/a.ts': 'src/server/identity/b.ts',
  'src/server/forms/c.ts': 'node_modules/kysely/index.js',
  'src/server/profile/queries/a.ts': 'node_modules/pg/index.js',
  'src/server/a.ts': 'src/web/a.ts',
  'src/server/b.ts': 'src/server/testing/a.ts',
  'src/web/b.ts': 'node_modules/zod/index.js',
  'src/web/c.ts': 'node_modules/fastify/index.js',
  'src/web/ui/a.ts': 'src/web/overview/a.ts',
  'src/web/ui/b.ts': 'src/domain/slots.ts',
  'src/web/platform/a.ts': 'src/web/entries/c.ts',
  'src/web/diary/a.ts': 'src/web/check-ins/row.ts',
  // A room that no rule names is a capability.
  'src/web/falls/a.ts': 'src/web/diary/list.ts',
  'src/service-worker/a.ts': 'src/web/d.ts',
};

it('reports an import cycle of types, and each forbidden import', async () => {
  const arrows = Object.entries(FORBIDDEN);
  const packages = ['kysely', 'pg', 'zod', 'fastify'].map(
    (name) => [`node_modules/${name}/package.json`, `{ "name": "${name}" }`] as const,
  );
  const { stdout, status } = await checked({
    ...Object.fromEntries(packages),
    ...Object.fromEntries(arrows.map(([, to]) => [to, 'export const x = 1;\n'])),
    ...Object.fromEntries(
      arrows.map(([from, to]) => {
        const name = to.startsWith('node_modules/')
          ? to.split('/')[1]
          : `./${relative(dirname(from), to)}`;
        return [from, `import { x } from '${name}';\nexport const y = x;\n`];
      }),
    ),
    'src/domain/b.ts': `import type { C } from './c.ts';\nexport interface B { c: C }\n`,
    'src/domain/c.ts': `import type { B } from './b.ts';\nexport interface C { b: B }\n`,
  });
  expect(status).toBe(1);
  expect(stdout).toMatch(/src\/domain\/(b|c)\.ts -> .*: breaks 'no import cycle'/);
  for (const [from, to] of arrows) expect(stdout).toContain(`${from} -> ${to}: breaks`);
});

it('allows the imports that the rules allow', async () => {
  const { stdout, status } = await checked({
    'src/domain/a.ts': 'export const a = 1;\n',
    'src/server/platform/db/b.ts': `import { a } from '../../../domain/a.ts';\nexport const b = a;\n`,
    'src/server/forms/queries/c.ts': `import { b } from '../../platform/db/b.ts';\nexport const c = b;\n`,
    'src/server/report/d.ts': `import { c } from '../forms/queries/c.ts';\nexport const d = c;\n`,
  });
  expect({ stdout, status }).toEqual({ stdout: '4 files, 0 faults\n', status: 0 });
});

it('fails if no file matches', async () => {
  const { status } = await checked({ 'src/a.css': '' });
  expect(status).toBe(1);
});
