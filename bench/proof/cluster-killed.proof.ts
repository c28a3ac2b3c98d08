import { it } from 'vitest';
import {
  expectShort,
  gapOf,
  Letters,
  p95,
  refusals,
  Savers,
  seconds,
  startTrial,
} from '../cluster/trial.ts';
import { tell, times } from './figures.ts';

/** How many letters a failover may repeat: those that two processes were sending, two each. */
const REPEATS_PER_KILL = 4;

it('nothing is lost if the machine of the primary is killed', async (context) => {
  const trial = await startTrial(context);
  const { cluster, network } = trial;
  const savers = await Savers.start(trial);
  const letters = new Letters(trial);
  const gaps: number[] = [];
  const kills = times(20);
  for (let kill = 0; kill < kills; kill += 1) {
    const name = await cluster.requirePrimary();
    const harm = () => network.signal(name, 'SIGKILL');
    const heal = () => cluster.startDatabase(name);
    gaps.push(await gapOf(trial, savers, { harm, heal }));
  }
  const saved = await savers.stop();
  const sent = await letters.stop(kills * REPEATS_PER_KILL);
  tell(
    context,
    `${kills} kills; all ${saved} acknowledged forms stored once; no save for ${p95(gaps)} s at most in 95 % (longest ${seconds(Math.max(...gaps))} s); refused: ${refusals(savers)}; ${sent}`,
  );
  expectShort(gaps);
});
