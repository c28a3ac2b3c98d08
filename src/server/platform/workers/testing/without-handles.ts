import { closeSync, openSync } from 'node:fs';
import { makeWorkers } from '../workers.ts';

/**
 * A script that runs a task while the process has no free file handle, and again after it has closed some. It prints
 * the outcome of both. The test that starts the script limits the number of handles.
 */
const job = {
  file: new URL('./tasks.ts', import.meta.url),
  name: 'whichProcess',
  input: undefined,
};
const run = { signal: new AbortController().signal, onProgress() {}, timeMs: 60_000 };
let problems = 0;
const workers = makeWorkers({
  processes: 2,
  mostOfAccount: 2,
  spending: { add() {}, isSpent: () => false },
  onError() {
    problems += 1;
  },
});
const handles: number[] = [];
try {
  for (;;) handles.push(openSync('/dev/null', 'r'));
} catch {
  // No handle is left.
}
const refused = await workers.run('one', job, run).catch((error: { code?: string }) => error.code);
for (const handle of handles) closeSync(handle);
const result = await workers.run('one', job, run);
process.stdout.write(JSON.stringify({ refused, isRun: typeof result === 'number', problems }));
await workers.stop();
