import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tell } from './figures.ts';
import { needs, newFolder } from './home.ts';

const UNIT = readFileSync('deploy/symptom-tracker.service', 'utf8');
const MOST_EXPOSURE = 2;
const PACKAGES = { 'systemd-analyze': 'systemd' };

/** What systemd finds wrong with a unit, and how exposed it rates the service, from 0 (best) to 10. */
async function analyzed(unit: string): Promise<{ faults: string; exposure: number }> {
  const path = join(await newFolder(), 'symptom-tracker.service');
  writeFileSync(path, unit);
  const analyze = (...args: string[]) => {
    const { stdout, stderr } = spawnSync('systemd-analyze', [...args, path], { encoding: 'utf8' });
    return stdout + stderr;
  };
  const [, exposure = '10'] =
    /Overall exposure level .*: ([\d.]+)/.exec(
      analyze('security', '--offline=true', '--no-pager'),
    ) ?? [];
  return { faults: analyze('verify'), exposure: Number(exposure) };
}

/** The unit without the lines that begin with a text. */
function without(...begins: readonly string[]): string {
  const lines = UNIT.split('\n').filter((line) => !begins.some((begin) => line.startsWith(begin)));
  expect(lines.join('\n')).not.toBe(UNIT);
  return lines.join('\n');
}

it('systemd finds no fault in the unit, and rates its exposure at most 2.0', async (context) => {
  needs(context, PACKAGES);
  const { faults, exposure } = await analyzed(UNIT);
  expect(faults).toBe('');
  expect(exposure).toBeLessThanOrEqual(MOST_EXPOSURE);
  tell(context, `exposure ${exposure}`);
});

it('the unit waits for the clock, and its memory has a limit', () => {
  expect(UNIT).toMatch(/^After=.*\btime-sync\.target\b/m);
  expect(UNIT).toMatch(/^Wants=.*\btime-sync\.target\b/m);
  expect(UNIT).toMatch(/^MemoryMax=\d+G$/m);
});

it('is seen to fail: a unit with a wrong name, and one whose service may do more', async (context) => {
  needs(context, PACKAGES);
  const { faults } = await analyzed(UNIT.replace('MemoryMax=', 'MemoryMaximum='));
  expect(faults).toContain('MemoryMaximum');
  const { exposure } = await analyzed(
    without('SystemCallFilter', 'CapabilityBounding', 'PrivateUsers'),
  );
  expect(exposure).toBeGreaterThan(MOST_EXPOSURE);
});
