import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { expectShort, gapOf, p95, Savers, startTrial } from '../cluster/trial.ts';
import { tell, times } from './figures.ts';

const HUNG_MS = 20_000;

it('nothing is lost if the machine of the primary hangs', async (context) => {
  const trial = await startTrial(context);
  const { cluster, network } = trial;
  const savers = await Savers.start(trial);
  const gaps: number[] = [];
  const hangs = times(4);
  for (let hang = 0; hang < hangs; hang += 1) {
    const name = await cluster.requirePrimary();
    const harm = async () => {
      network.signal(name, 'SIGSTOP');
      await pause(HUNG_MS);
      network.signal(name, 'SIGCONT');
    };
    gaps.push(await gapOf(trial, savers, { harm, heal: () => {} }));
    expect(await cluster.primary()).not.toBe(name);
  }
  const saved = await savers.stop();
  tell(
    context,
    `hung ${hangs} times for ${HUNG_MS / 1000} s; all ${saved} acknowledged forms stored once; no save for ${p95(gaps)} s at most`,
  );
  expectShort(gaps);
});
