import { isAbsolute, relative } from 'node:path';

/** Converts the results of the test runners to one format. */

export interface Report {
  readonly passed: number;
  readonly failed: number;
  /** Each failed test with its file and line. */
  readonly failures: readonly string[];
  /** The files that ran at least one test, and the projects of Playwright. */
  readonly parts: readonly string[];
}

/** The results of a runner that did not write a report. */
export const NOTHING = {};

/** The part of Vitest's JSON report that is read here. */
export interface VitestResults {
  readonly testResults?: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
      /** The position of the test, if the project is configured to report it. */
      readonly location?: { readonly line: number } | null;
    }[];
  }[];
}

/** The part of Playwright's JSON report that is read here. */
export interface PlaywrightResults {
  readonly suites?: readonly Suite[];
}

interface Suite {
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly { readonly status: string }[];
  }[];
  readonly suites?: readonly Suite[];
}

/** A skipped test counts as failed. So does a file without a test, because it could not be run. */
export function vitestReport({ testResults = [] }: VitestResults, root: string): Report {
  const reports = testResults.map(({ name, assertionResults }): Report => {
    const file = relative(root, name);
    if (assertionResults.length === 0) {
      return { passed: 0, failed: 1, failures: [`${file}: no test ran`], parts: [file] };
    }
    const failed = assertionResults.filter(({ status }) => status !== 'passed');
    return {
      passed: assertionResults.length - failed.length,
      failed: failed.length,
      failures: failed.map(({ fullName, status, failureMessages, location }) => {
        // The reported location comes first, because a browser's stack has the line numbers of the compiled file.
        const line = location?.line ?? lineIn(failureMessages?.join('\n') ?? '', file);
        const place = line === undefined ? file : `${file}:${line}`;
        return `${place} ${fullName}${status === 'failed' ? '' : ` (${status})`}`;
      }),
      parts: [file],
    };
  });
  return sum(reports);
}

/** A test that was skipped, or that passed only on a retry, counts as failed. */
export function playwrightReport({ suites = [] }: PlaywrightResults): Report {
  const specs = suites.flatMap(specsIn);
  const tests = specs.flatMap(({ title, file, line, tests: runs }) =>
    runs.map(({ status }) => ({
      isPassed: status === 'expected',
      part: `e2e/${file}`,
      failure: `e2e/${file}:${line} ${title}${status === 'unexpected' ? '' : ` (${status})`}`,
    })),
  );
  const failed = tests.filter(({ isPassed }) => !isPassed);
  return {
    passed: tests.length - failed.length,
    failed: failed.length,
    failures: failed.map(({ failure }) => failure),
    parts: tests.map(({ part }) => part),
  };
}

function specsIn(suite: Suite): NonNullable<Suite['specs']> {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)];
}

/**
 * Adds a failure in three cases: the runner exited with an error although no test failed, no test ran, or no test of a
 * wanted file ran.
 *
 * @param wanted path prefixes; at least one test under each must have run
 */
export function withExitCode(
  report: Report,
  code: number,
  name: string,
  wanted: readonly string[] = [],
): Report {
  const failures = wanted
    .map((part) => part.replace(/:\d+$/, ''))
    .filter((part) => !report.parts.some((ran) => ran.startsWith(part)))
    .map((part) => `${name}: no test of ${part} ran`);
  if (report.passed + report.failed === 0) failures.push(`${name}: no test ran`);
  if (code !== 0 && report.failed === 0) failures.push(`${name}: exited with ${code}, see above`);
  return {
    ...report,
    failed: report.failed + failures.length,
    failures: [...report.failures, ...failures],
  };
}

export function sum(reports: readonly Report[]): Report {
  return {
    passed: reports.reduce((total, { passed }) => total + passed, 0),
    failed: reports.reduce((total, { failed }) => total + failed, 0),
    failures: reports.flatMap(({ failures }) => failures),
    parts: reports.flatMap(({ parts }) => parts),
  };
}

/** The step that runs a test file; undefined if the path is not a test file. */
export function stepOf(path: string): 'unit' | 'components' | 'journeys' | undefined {
  if (isAbsolute(path)) return undefined;
  // Playwright also accepts a line number: e2e/story.spec.ts:12.
  if (/^e2e\/.+\.spec\.ts(:\d+)?$/.test(path)) return 'journeys';
  if (path.endsWith('.test.tsx')) return 'components';
  return path.endsWith('.test.ts') ? 'unit' : undefined;
}

/** Counts the tests that a runner has finished, from the lines of its output. */
export class ProgressCounter {
  #finished = 0;
  #rest = '';

  get finished(): number {
    return this.#finished;
  }

  read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#finished += finishedIn(line);
  }
}

/** Playwright writes a line for each test, Vitest one for each file. */
function finishedIn(line: string): number {
  if (/^\s*[✓✘-]\s+\d+ \[/.test(line)) return 1;
  return Number(/^\s*[✓❯×↓].*\((\d+) tests?\b/.exec(line)?.[1] ?? 0);
}

function lineIn(stack: string, file: string): number | undefined {
  const at = stack.indexOf(`${file}:`);
  const line = at < 0 ? undefined : /^:(\d+)/.exec(stack.slice(at + file.length))?.[1];
  return line === undefined ? undefined : Number(line);
}
