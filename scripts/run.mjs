import { spawn } from 'node:child_process';
import { setUp } from './set-up.mjs';

/**
 * node scripts/run.mjs [--for-tests] SCRIPT [ARGUMENT …]
 *
 * Sets the project up, then runs a TypeScript file with the app's own Node.
 */
const [first, ...others] = process.argv.slice(2);
const forTests = first === '--for-tests';
const script = forTests ? others : [first ?? '', ...others];

try {
  const node = await setUp({ forTests });
  const child = spawn(node, script, { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  const watch = stopWithNpm(() => child.kill('SIGTERM'));
  child.on('close', (code) => {
    clearInterval(watch);
    process.exitCode = code ?? 1;
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

/**
 * npm passes a signal on to the shell it runs us in, and the shell ends without passing it on. So where
 * npm started us, losing our parent means to stop.
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) stop();
  }, 250);
}
