import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { canTry, gapOf, p95, primaryOf, Savers, startTrial } from '../cluster/trial.ts';
import { tell, times } from './figures.ts';

const HUNG_MS = 20_000;

it.skipIf(!canTry)('nothing is lost if the machine of the primary hangs', async (context) => {
  const trial = await startTrial();
  const savers = await Savers.start(trial);
  const gaps: number[] = [];
  const hangs = times(4);
  for (let hang = 0; hang < hangs; hang += 1) {
    const name = await primaryOf(trial);
    const harm = async () => {
      trial.network.signal(name, 'SIGSTOP');
      await pause(HUNG_MS);
      trial.network.signal(name, 'SIGCONT');
    };
    gaps.push(await gapOf(trial, savers, { harm, heal: () => {} }));
    expect(await trial.cluster.primary()).not.toBe(name);
  }
  const saved = await savers.stop();
  tell(
    context,
    `hung ${hangs} times for ${HUNG_MS / 1000} s; all ${saved} acknowledged forms stored once; no save for ${p95(gaps)} s at most`,
  );
  expect(p95(gaps)).toBeLessThanOrEqual(20);
});
