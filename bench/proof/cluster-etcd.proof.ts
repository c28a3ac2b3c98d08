import { it } from 'vitest';
import { ETCDS } from '../../scripts/cluster/settings.ts';
import { until } from '../../scripts/cluster/wait.ts';
import { expectShort, gapOf, p95, Savers, startTrial } from '../cluster/trial.ts';
import { tell, times } from './figures.ts';

it('nothing is lost if the primary is cut off from etcd', async (context) => {
  const trial = await startTrial(context);
  const { cluster, network } = trial;
  const savers = await Savers.start(trial);
  const gaps: number[] = [];
  const cuts = times(4);
  for (let cut = 0; cut < cuts; cut += 1) {
    const name = await cluster.requirePrimary();
    const harm = async () => {
      network.cut(name, ETCDS);
      await until('another primary', async () => {
        const next = await cluster.primary();
        return next !== undefined && next !== name;
      });
    };
    const heal = () => network.mend(name, ETCDS);
    gaps.push(await gapOf(trial, savers, { harm, heal }));
  }
  const saved = await savers.stop();
  tell(
    context,
    `cut off ${cuts} times; all ${saved} acknowledged forms stored once; no save for ${p95(gaps)} s at most`,
  );
  expectShort(gaps);
});
