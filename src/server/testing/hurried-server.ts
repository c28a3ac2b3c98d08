import { readConfig } from '../config.ts';
import { run } from '../run.ts';

/**
 * The server in a process whose time runs ahead, and sixty times as fast: pauses of minutes, and the leases
 * of processes that were killed, are over before a test is.
 */
const SPEED = 60;
const [, , ahead = '0'] = process.argv;
const begun = Date.now();

await run(
  async () => readConfig(process.env),
  () => begun + Number(ahead) + Math.round((Date.now() - begun) * SPEED),
);
