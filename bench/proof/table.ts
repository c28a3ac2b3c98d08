import { relative } from 'node:path';
import type { Promised } from './promises.ts';

/** What a run of tests was written down as; of Vitest's report what the table takes. */
export interface Report {
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  /** The file's whole path. */
  readonly name: string;
  /** Also 'failed' where something beside the tests did, such as what they begin with. */
  readonly status: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly meta: { readonly figure?: string };
  }[];
}

/** 'not measured' where a test could not be tried here, which is neither kept nor broken. */
type Verdict = 'yes' | 'NO' | 'not measured';

interface Row {
  readonly promise: string;
  readonly aim: string;
  readonly measured: string;
  readonly verdict: Verdict;
}

/** What became of each promise. What was not reported counts as broken. */
export function rowsOf(promises: readonly Promised[], { testResults }: Report): Row[] {
  const byFile = new Map(testResults.map((result) => [relative('.', result.name), result]));
  return promises.map(({ promise, aim, files }) => {
    const results = files.map((file) => byFile.get(file));
    const tests = results.flatMap((result) => result?.assertionResults ?? []);
    const count = (wanted: string) => tests.filter(({ status }) => status === wanted).length;
    const [passed, failed] = [count('passed'), count('failed')];
    const untried = tests.length - passed - failed;
    const isBroken = results.some(
      (result) => result?.status !== 'passed' || result.assertionResults.length === 0,
    );
    const tally = [
      `${passed} tests passed`,
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(untried > 0 ? [`${untried} not tried`] : []),
    ].join(', ');
    const measured = [...tests.flatMap(({ meta }) => meta.figure ?? []), tally].join('; ');
    const verdict = isBroken || failed > 0 ? 'NO' : untried > 0 ? 'not measured' : 'yes';
    return { promise, aim, measured, verdict };
  });
}

/** The rows as Markdown. A run of less than the whole says so beside every verdict. */
export function tableOf(rows: readonly Row[], share: number): string {
  const part = share < 1 ? `, at ${share} of the length` : '';
  return [
    `| promise | measured | aim | kept${part} |`,
    '| --- | --- | --- | --- |',
    ...rows.map(
      ({ promise, measured, aim, verdict }) =>
        `| ${promise} | ${measured} | ${aim} | ${verdict}${verdict === 'yes' ? part : ''} |`,
    ),
  ].join('\n');
}
