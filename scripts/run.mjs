import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { setUp, stopSetUp } from './set-up.mjs';

/**
 * node scripts/run.mjs [--for-tests] SCRIPT [ARGUMENT …]
 *
 * Sets up the project, then runs a TypeScript file with the app's own Node. With `--for-tests` the set-up
 * includes the tools of the tests. Without it, the settings in a file `.env` of the working folder count, unless the
 * environment sets them.
 */
const [first, ...others] = process.argv.slice(2);
const forTests = first === '--for-tests';
const script = forTests ? others : [first ?? '', ...others];

/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
let isStopped = false;

/** @param {NodeJS.Signals} signal */
function stop(signal) {
  isStopped = true;
  stopSetUp();
  child?.kill(signal);
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => stop(signal));
}

// npm runs this script in a shell. On a signal the shell ends without forwarding the signal. So if npm started this
// script, the script stops when its parent process has ended.
const parent = process.ppid;
const watch = process.env.npm_lifecycle_event
  ? setInterval(() => {
      if (process.ppid !== parent && !isStopped) stop('SIGTERM');
    }, 250)
  : undefined;

try {
  if (!forTests && existsSync('.env')) process.loadEnvFile('.env');
  const node = await setUp({ forTests });
  if (!isStopped) {
    child = spawn(node, script, { stdio: 'inherit' });
    process.exitCode = await new Promise((resolve, reject) => {
      child?.on('error', reject);
      // A server that stops gracefully exits with 0. A child that a signal ended has no exit code and counts
      // as failed.
      child?.on('close', (code, signal) =>
        resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']),
      );
    });
  }
} catch (error) {
  if (!isStopped) process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  clearInterval(watch);
}
