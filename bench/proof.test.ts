import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROMISES } from './proof/promises.ts';
import { rowsOf, tableOf } from './proof/table.ts';

const FILE = 'bench/proof/one.proof.ts';
const PROMISED = [{ promise: 'Killed', aim: '200 kills', files: [FILE] }];

function report(statuses: readonly string[], status = 'passed') {
  const assertionResults = statuses.map((each) => ({ status: each, meta: { figure: '7 kills' } }));
  return { testResults: [{ name: resolve(FILE), status, assertionResults }] };
}

const STAND_IN = `
  import { writeFileSync } from 'node:fs';
  import { resolve } from 'node:path';
  const files = process.argv.filter((each) => /\\.(test|proof)\\.ts$/.test(each));
  const [output] = process.argv.flatMap((each) => each.match(/(?<=^--outputFile.json=).+/) ?? []);
  const report = () => writeFileSync(output, JSON.stringify({
    testResults: files.map((file) => ({
      name: resolve(file), status: 'passed', assertionResults: [{ status: 'passed', meta: {} }],
    })),
  }));
`;

const verdictOf = (of: Parameters<typeof rowsOf>[1]) => rowsOf(PROMISED, of)[0]?.verdict;

describe('the table of the proof', () => {
  it('says yes where all tests passed', () => {
    expect(verdictOf(report(['passed', 'passed']))).toBe('yes');
  });

  it('is not measured where a test was skipped, however many passed', () => {
    expect(verdictOf(report(['passed', 'skipped']))).toBe('not measured');
  });

  it.each([
    ['a test failed', report(['passed', 'failed', 'skipped'], 'failed')],
    ['what the tests begin with failed', report(['skipped'], 'failed')],
    ['a file holds no test', report([])],
    ['a file was not reported', { testResults: [] }],
  ])('says NO where %s', (_, of) => {
    expect(verdictOf(of)).toBe('NO');
  });

  it('says of how much of the length it speaks', () => {
    const rows = rowsOf(PROMISED, report(['passed']));
    expect(tableOf(rows, 1)).toContain('| Killed | 7 kills; 1 tests passed | 200 kills | yes |');
    expect(tableOf(rows, 0.01)).toContain('| 200 kills | yes, at 0.01 of the length |');
  });
});

describe('npm run proof', () => {
  function proof(word: string, { cwd, ...env }: Record<string, string> = {}) {
    return spawnSync(process.execPath, [resolve('bench/proof.ts'), word], {
      encoding: 'utf8',
      cwd,
      env: { ...process.env, ...env },
    });
  }

  it('refuses a word that no promise holds', () => {
    const { status, stderr } = proof('no such promise');
    expect(status).toBe(1);
    expect(stderr).toContain("No promise holds 'no such promise'.");
    expect(stderr).toContain('  Headers\n');
  });

  it.each(['0', '-1', '2', 'half', ''])('refuses the share %j', (share) => {
    const { status, stderr } = proof('Headers', { PROOF_SHARE: share });
    expect(status).toBe(1);
    expect(stderr).toContain('PROOF_SHARE must be a number above 0 and at most 1');
  });

  /** A folder where Vitest is a script that has the files to run in `files`, and where to report in `output`. */
  function folderWhere(script: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'symptom-tracker-proof-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'node_modules/vitest'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/vitest/vitest.mjs'), `${STAND_IN}${script}`);
    return folder;
  }

  it('prints what a run has reported', () => {
    const { status, stdout } = proof('Headers', { cwd: folderWhere('report();') });
    expect(stdout).toContain('| Headers | 3 tests passed | A+, at least 130 | yes |');
    expect(status).toBe(0);
  });

  it('does not take the report of an earlier run for one that never came', () => {
    const cwd = folderWhere('process.exit(1);');
    mkdirSync(join(cwd, 'test-results'));
    const kept = PROMISES.flatMap(({ files }) => files).map((file) => ({
      name: join(cwd, file),
      status: 'passed',
      assertionResults: [{ status: 'passed', meta: {} }],
    }));
    writeFileSync(join(cwd, 'test-results/proof.json'), JSON.stringify({ testResults: kept }));
    const { status, stdout, stderr } = proof('Headers', { cwd });
    expect(stdout).not.toContain('yes');
    expect(stderr).toBe('The run ended before it had reported anything.\n');
    expect(status).toBe(1);
  });

  it('fails where something failed beside the tests', () => {
    const { status, stderr } = proof('Headers', {
      cwd: folderWhere('report(); process.exit(1);'),
    });
    expect(stderr).toContain('The run ended with 1');
    expect(status).toBe(1);
  });
});
