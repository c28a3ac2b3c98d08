import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import lockfile from '../package-lock.json' with { type: 'json' };

const { version } = packageFile;

it('the lockfile and the changelog have the version of package.json', () => {
  expect([lockfile.version, lockfile.packages[''].version]).toEqual([version, version]);
  const released = readFileSync('CHANGELOG.md', 'utf8').match(/^## \[\d.*$/gm) ?? [];
  expect(released[0]).toMatch(new RegExp(`^## \\[${version}\\] - \\d{4}-\\d\\d-\\d\\d$`));
  expect(readFileSync('docs/upgrading.md', 'utf8')).toContain(`### To ${version}`);
});

it('no other file of the app states the version', () => {
  const files = globSync('src/**/*.{ts,tsx,html,webmanifest}').filter(
    (file) => !file.includes('.test.') && readFileSync(file, 'utf8').includes(`'${version}'`),
  );
  expect(files).toEqual([]);
});
