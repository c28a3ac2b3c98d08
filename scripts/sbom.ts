import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runCommand } from './command.ts';
import { RUNTIME, RUNTIMES } from './set-up.mjs';

/** What the lockfile says of a package. `npm sbom --omit=dev` leaves out packages that the tests use too. */
interface Locked {
  readonly version: string;
  readonly integrity: string;
  readonly license?: string;
  readonly dev?: true;
  readonly devOptional?: true;
}

/**
 * Writes the list of all software that runs a server (CycloneDX 1.6, JSON): the packages of the lockfile without those of
 * the tests, and the Node of each system.
 */
await runCommand('npm run sbom -- FILE', async (_config, file = '') => {
  const lockfile = join(import.meta.dirname, '../package-lock.json');
  const { packages, version } = JSON.parse(await readFile(lockfile, 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
    readonly version: string;
  };
  const components = [
    ...Object.entries(packages)
      .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
      .map(([path, locked]) => component('library', path.split('node_modules/').at(-1), locked)),
    ...Object.values(RUNTIMES).map(({ name, integrity }) =>
      component('platform', name, { version: RUNTIME, integrity, license: 'MIT' }),
    ),
  ];
  const list = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: { type: 'application', name: 'symptom-tracker', version },
    },
    components,
  };
  const path = resolve(file);
  await writeFile(path, `${JSON.stringify(list, undefined, 2)}\n`);
  return `Wrote ${components.length} components to ${path}.`;
});

function component(
  type: 'library' | 'platform',
  name = '',
  { version, integrity, license }: Locked,
) {
  const digest = Buffer.from(integrity.replace('sha512-', ''), 'base64');
  return {
    type,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: [{ alg: 'SHA-512', content: digest.toString('hex') }],
    ...(license && { licenses: [{ expression: license }] }),
  };
}
