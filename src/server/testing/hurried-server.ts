import { readConfig } from '../config.ts';
import { run } from '../run.ts';

/**
 * The server in a process whose clock runs ahead by so many milliseconds, and so many times as fast: pauses of
 * minutes, and the leases of processes that were killed, are over before a test is.
 */
const [, , ahead = '0', speed = '1'] = process.argv;
const begun = Date.now();

await run(
  async () => readConfig(process.env),
  () => begun + Number(ahead) + Math.round((Date.now() - begun) * Number(speed)),
);
