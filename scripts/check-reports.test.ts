import { expect, it } from 'vitest';
import {
  ProgressCounter,
  playwrightReport,
  stepOf,
  vitestReport,
  withExitCode,
} from './check-reports.ts';

const stack = 'AssertionError: no\n    at /app/src/a.test.ts:12:5\n    at /app/src/helper.ts:3:1';

it('reports a failed Vitest test with its file and line, and counts a skipped one as failed', () => {
  const results = {
    testResults: [
      {
        name: '/app/src/a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'adds', status: 'passed', failureMessages: [] },
          { fullName: 'takes', status: 'failed', failureMessages: [stack] },
          { fullName: 'waits', status: 'skipped', failureMessages: [], location: { line: 20 } },
        ],
      },
      { name: '/app/src/b.test.ts', status: 'failed', message: 'no', assertionResults: [] },
    ],
  };
  expect(vitestReport(results, '/app')).toEqual({
    passed: 1,
    failed: 3,
    failures: [
      'src/a.test.ts:12 takes',
      'src/a.test.ts:20 waits (skipped)',
      'src/b.test.ts: no test ran',
    ],
    parts: ['src/a.test.ts', 'src/b.test.ts'],
  });
});

it('reports a failed Playwright test, even in a nested suite', () => {
  const spec = (title: string, ...statuses: string[]) => ({
    title,
    file: 'a.spec.ts',
    line: 4,
    tests: statuses.map((status) => ({ status })),
  });
  const results = {
    suites: [
      {
        specs: [spec('one', 'expected', 'unexpected')],
        suites: [{ specs: [spec('two', 'flaky'), spec('three', 'skipped')] }],
      },
    ],
  };
  expect(playwrightReport(results)).toEqual({
    passed: 1,
    failed: 3,
    failures: [
      'e2e/a.spec.ts:4 one',
      'e2e/a.spec.ts:4 two (flaky)',
      'e2e/a.spec.ts:4 three (skipped)',
    ],
    parts: Array(4).fill('e2e/a.spec.ts'),
  });
});

it('counts a runner as failed if it failed without a failed test or ran no test', () => {
  const fine = { passed: 2, failed: 0, failures: [], parts: ['src/a.test.ts'] };
  const none = { passed: 0, failed: 0, failures: [], parts: [] };
  expect(withExitCode(fine, 0, 'unit')).toEqual(fine);
  expect(withExitCode(fine, 1, 'unit').failures).toEqual(['unit: exited with 1, see above']);
  expect(withExitCode(none, 0, 'unit')).toMatchObject({ failed: 1 });
  expect(withExitCode(vitestReport({}, '/app'), 0, 'unit')).toMatchObject({ failed: 1 });
  expect(withExitCode(playwrightReport({}), 1, 'journeys').failures).toHaveLength(2);
  expect(withExitCode(fine, 0, 'unit', ['src/a.test.ts:3', 'src/server/'])).toMatchObject({
    passed: 2,
    failed: 1,
    failures: ['unit: no test of src/server/ ran'],
  });
});

it.each([
  ['e2e/story.spec.ts', 'journeys'],
  ['e2e/story.spec.ts:12', 'journeys'],
  ['src/web/platform/navigation.test.tsx', 'components'],
  ['src/domain/zone.test.ts', 'unit'],
  ['unit', undefined],
  ['src/domain/zone.ts', undefined],
])('the step that runs %s is %s', (path, step) => {
  expect(stepOf(path)).toBe(step);
});

it('counts finished tests even if the output is split within a line', () => {
  const counter = new ProgressCounter();
  counter.read('  ✓   1 [phone] › e2e/a.spec.ts:1:1 › one (8.4s)\n  ✘  2 [ph');
  counter.read('one] › e2e/a.spec.ts:9:1 › two (1s)\n');
  expect(counter.finished).toBe(2);
  counter.read(' ✓ |server| src/server/a.test.ts (24 tests) 52ms\n');
  counter.read(' ❯ |logic| src/b.test.ts (3 tests | 1 failed) 5ms\n   × fails 3ms\n');
  expect(counter.finished).toBe(29);
});
