import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Place } from './databases.ts';

/** Runs `npm run let-in` as an operator does, in a process of its own. */
export function letIn({ dataDir, databaseUrl }: Place, ...names: string[]) {
  const script = resolve('scripts', 'let-in.ts');
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PUBLIC_URL: 'http://localhost:4711' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...names], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
