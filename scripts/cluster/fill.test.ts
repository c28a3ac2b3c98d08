import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { missingPackages } from './programs.ts';
import { NAMES } from './settings.ts';

const TEMPLATE = readFileSync('deploy/cluster/settings.env', 'utf8');
const FILLED_IN = TEMPLATE.replaceAll(/^(\w+_PASSWORD|SMTP_URL)=$/gm, '$1=filled-in');

/** Runs `fill.sh` with these settings. */
function fillWith(settings: string, path = process.env.PATH) {
  const folder = mkdtempSync(join(tmpdir(), 'symptom-tracker-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const SETTINGS = join(folder, 'settings.env');
  writeFileSync(SETTINGS, settings);
  const env = { PATH: path, SETTINGS };
  const result = spawnSync('/bin/sh', ['deploy/cluster/fill.sh'], { env, encoding: 'utf8' });
  return { ...result, filled: join(folder, 'filled') };
}

describe.skipIf(missingPackages().includes('gettext-base'))('fill.sh', () => {
  it('fills the files of all machines, with no setting left out', () => {
    const { status, filled } = fillWith(FILLED_IN);
    expect(status).toBe(0);
    expect(readdirSync(filled).sort()).toEqual([...NAMES].sort());
    for (const name of NAMES) {
      for (const file of readdirSync(join(filled, name))) {
        expect(readFileSync(join(filled, name, file), 'utf8')).not.toMatch(/\$\{[A-Z_0-9]+\}/);
      }
    }
    const patroni = readFileSync(join(filled, 'pg2', 'patroni.yml'), 'utf8');
    expect(patroni).toContain('name: pg2');
    expect(patroni).toContain('listen: 10.0.0.12:5432');
    const nginx = readFileSync(join(filled, 'web', 'nginx.conf'), 'utf8');
    expect(nginx).toContain('Host $http_host');
    // The machine that faces the internet has no passwords.
    expect(readdirSync(join(filled, 'web')).sort()).toEqual([
      'machine.env',
      'nginx.conf',
      'redirect.conf',
      'restart.conf',
    ]);
    expect(nginx).not.toContain('filled-in');
  });

  it.each([
    ['a password', TEMPLATE, 'SUPERUSER_PASSWORD='],
    ['an address', FILLED_IN.replace(/^PG3=.*$/m, ''), 'PG3'],
  ])('fails without %s, and leaves nothing', (_what, settings, message) => {
    const { status, stderr, filled } = fillWith(settings);
    expect(status).not.toBe(0);
    expect(stderr).toContain(message);
    expect(existsSync(filled)).toBe(false);
  });
});

it('says how to install what it needs', () => {
  const { status, stderr, filled } = fillWith(FILLED_IN, '/nowhere');
  expect(status).toBe(1);
  expect(stderr).toContain('apt-get install gettext-base');
  expect(existsSync(filled)).toBe(false);
});
