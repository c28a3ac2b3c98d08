import { readFileSync } from 'node:fs';
import { readConfig } from '../config.ts';
import { run } from '../run.ts';

/**
 * A server process whose clock stands at the time in a file (ms), so that a test can let a month pass in minutes, for
 * several processes at once.
 */
const [, , file = ''] = process.argv;

await run(async () => readConfig(process.env), {
  isClockRight: async () => true,
  clock: () => Number(readFileSync(file, 'utf8')),
});
