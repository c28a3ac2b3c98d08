import { readConfig } from '../config.ts';
import { run } from '../run.ts';

/**
 * A server process whose clock is `ahead` milliseconds fast and runs at `speed` times real time, so that
 * pauses of minutes, and the leases of killed processes, expire within a test.
 */
const [, , ahead = '0', speed = '1'] = process.argv;
const begun = Date.now();

await run(async () => readConfig(process.env), {
  isClockRight: async () => true,
  clock: () => begun + Number(ahead) + Math.round((Date.now() - begun) * Number(speed)),
});
