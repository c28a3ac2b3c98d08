import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { DATABASES } from '../../scripts/cluster/cluster.ts';
import { canTry, gapOf, p95, primaryOf, Savers, seconds, startTrial } from '../cluster/trial.ts';
import { tell, times } from './figures.ts';

const CUT_MS = 4000;
/** How long the primary works without standbys after its restart (ms). */
const ALONE_MS = 15_000;

it.skipIf(!canTry)(
  'nothing is lost if the primary is cut off from its standbys and then killed',
  async (context) => {
    const trial = await startTrial();
    const savers = await Savers.start(trial);
    const gaps: number[] = [];
    const cuts = times(4);
    for (let cut = 0; cut < cuts; cut += 1) {
      const name = await primaryOf(trial);
      const others = DATABASES.filter((each) => each !== name);
      const harm = async () => {
        trial.network.cut(name, others);
        await pause(CUT_MS);
        trial.network.signal(name, 'SIGKILL');
      };
      const heal = () => {
        // Not earlier, because the system still sends what the killed programs wrote. A dead machine does not.
        trial.network.mend(name, others);
        trial.cluster.startDatabase(name);
      };
      gaps.push((await gapOf(trial, savers, { harm, heal })) - CUT_MS);
    }
    const saved = await savers.stop();
    tell(
      context,
      `cut off for ${CUT_MS / 1000} s and killed, ${cuts} times: all ${saved} acknowledged forms stored once; no save for ${p95(gaps)} s at most after the kill`,
    );
    expect(p95(gaps)).toBeLessThanOrEqual(20);
  },
);

it.skipIf(!canTry)(
  'nothing is acknowledged by a primary that restarts while it is cut off from its standbys',
  async (context) => {
    const trial = await startTrial();
    const savers = await Savers.start(trial);
    const name = await primaryOf(trial);
    const others = DATABASES.filter((each) => each !== name);
    let acknowledgedAlone = 0;
    let mendedAt = 0;
    const harm = async () => {
      trial.network.cut(name, others);
      await pause(CUT_MS);
      // Patroni starts it again in place. The people repeat the forms that this machine alone has.
      trial.cluster.killPostgres(name, 'SIGKILL');
      const before = savers.acknowledged;
      await pause(ALONE_MS);
      acknowledgedAlone = savers.acknowledged - before;
      expect(await trial.cluster.primary()).toBe(name);
      trial.network.mend(name, others);
      mendedAt = performance.now();
    };
    const begun = performance.now();
    const gap = await gapOf(trial, savers, { harm, heal: () => {} });
    const saved = await savers.stop();
    tell(
      context,
      `restarted in place while cut off: ${acknowledgedAlone} acknowledged in ${ALONE_MS / 1000} s; saves again ${seconds(gap - (mendedAt - begun))} s after the standbys were back; all ${saved} acknowledged forms stored once`,
    );
    expect(acknowledgedAlone).toBe(0);
  },
);
