import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
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

it('names an import cycle of types, and each forbidden import', async () => {
  const { stdout, status } = await checked({
    'src/domain/a.ts': `import type { B } from './b.ts';\nexport interface A { b: B }\n`,
    'src/domain/b.ts': `import type { A } from './a.ts';\nexport interface B { a: A }\n`,
    'src/domain/c.ts': `import type { Db } from '../server/platform/db/d.ts';\nexport type C = Db;\n`,
    'src/server/platform/db/d.ts': 'export interface Db { x: 1 }\n',
    'src/server/platform/db/e.ts': `import type { Form } from '../../forms/f.ts';\nexport type E = Form;\n`,
    'src/server/forms/f.ts': `import type { Sql } from 'kysely';\nexport interface Form { sql: Sql }\n`,
    'src/web/ui/g.tsx': `import { h } from '../features/overview/h.ts';\nexport const g = h;\n`,
    'src/web/features/overview/h.ts': 'export const h = 1;\n',
    'node_modules/kysely/package.json': '{ "name": "kysely", "main": "index.js" }',
    'node_modules/kysely/index.js': '',
  });
  expect(status).toBe(1);
  expect(stdout).toMatch(/src\/domain\/(a|b)\.ts -> .*: breaks 'no import cycle'/);
  expect(stdout).toContain('src/domain/c.ts -> src/server/platform/db/d.ts: breaks');
  expect(stdout).toContain('src/server/platform/db/e.ts -> src/server/forms/f.ts: breaks');
  expect(stdout).toContain('src/server/forms/f.ts -> node_modules/kysely/index.js: breaks');
  expect(stdout).toContain('src/web/ui/g.tsx -> src/web/features/overview/h.ts: breaks');
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

it('fails if there is nothing to read', async () => {
  const { status } = await checked({ 'src/a.css': '' });
  expect(status).toBe(1);
});
