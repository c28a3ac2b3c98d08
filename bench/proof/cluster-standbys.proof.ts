import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Cluster } from '../../scripts/cluster/cluster.ts';
import { DATABASES } from '../../scripts/cluster/settings.ts';
import { expectShort, gapOf, p95, Savers, seconds, startTrial } from '../cluster/trial.ts';
import { tell, times } from './figures.ts';

const CUT_MS = 4000;
/** How long the primary works without standbys after its restart (ms), and how often we look at it. */
const ALONE_MS = 15_000;
const LOOK_EVERY_MS = 500;

it('nothing is lost if the primary is cut off from its standbys and then killed', async (context) => {
  const trial = await startTrial(context);
  const { cluster, network } = trial;
  const savers = await Savers.start(trial);
  const gaps: number[] = [];
  const cuts = times(4);
  for (let cut = 0; cut < cuts; cut += 1) {
    const name = await cluster.requirePrimary();
    const others = DATABASES.filter((each) => each !== name);
    const harm = async () => {
      network.cut(name, others);
      await pause(CUT_MS);
      network.signal(name, 'SIGKILL');
    };
    const heal = () => {
      // Not earlier, because the system still sends what the killed programs wrote. A dead machine does not.
      network.mend(name, others);
      cluster.startDatabase(name);
    };
    gaps.push((await gapOf(trial, savers, { harm, heal })) - CUT_MS);
  }
  const saved = await savers.stop();
  tell(
    context,
    `cut off for ${CUT_MS / 1000} s and killed, ${cuts} times: all ${saved} acknowledged forms stored once; no save for ${p95(gaps)} s at most after the kill`,
  );
  expectShort(gaps);
});

it('nothing is acknowledged by a primary that restarts while it is cut off from its standbys', async (context) => {
  const trial = await startTrial(context);
  const { cluster, network } = trial;
  const savers = await Savers.start(trial);
  const name = await cluster.requirePrimary();
  const others = DATABASES.filter((each) => each !== name);
  const refusedAlone = () => savers.refused.get(503) ?? 0;
  let [acknowledged, refused, waiting, mendedAt] = [0, 0, 0, 0];
  const harm = async () => {
    const { startedAt } = await lookAt(cluster, name);
    network.cut(name, others);
    await pause(CUT_MS);
    // Patroni starts it again in place. The people repeat the forms that this machine alone has.
    cluster.killPostgres(name, 'SIGKILL');
    [acknowledged, refused] = [savers.acknowledged, refusedAlone()];
    const endsAt = performance.now() + ALONE_MS;
    let restartedAt = startedAt;
    while (performance.now() < endsAt) {
      const seen = await lookAt(cluster, name).catch(() => undefined);
      if (seen && seen.startedAt !== startedAt) {
        restartedAt = seen.startedAt;
        waiting = Math.max(waiting, seen.waiting);
      }
      await pause(LOOK_EVERY_MS);
    }
    acknowledged = savers.acknowledged - acknowledged;
    refused = refusedAlone() - refused;
    expect(restartedAt).not.toBe(startedAt);
    expect(await cluster.primary()).toBe(name);
    network.mend(name, others);
    mendedAt = performance.now();
  };
  const begun = performance.now();
  const gap = await gapOf(trial, savers, { harm, heal: () => {} });
  const afterwards = gap - (mendedAt - begun);
  const saved = await savers.stop();
  tell(
    context,
    `restarted in place while cut off: in ${ALONE_MS / 1000} s ${acknowledged} acknowledged, ${refused} answers 503, up to ${waiting} commits waiting at once; saves again ${seconds(afterwards)} s after the standbys were back; all ${saved} acknowledged forms stored once`,
  );
  expect(acknowledged).toBe(0);
  // The repeats reached the primary after its restart.
  expect(refused).toBeGreaterThan(0);
  expect(waiting).toBeGreaterThan(0);
  expectShort([afterwards]);
});

/** When PostgreSQL of a machine was started, and how many of its commits wait for a standby. */
async function lookAt(
  cluster: Cluster,
  name: (typeof DATABASES)[number],
): Promise<{ startedAt: string; waiting: number }> {
  const client = await cluster.connectTo(name);
  try {
    const { rows } = await client.query<{ startedAt: string; waiting: number }>(
      `select pg_postmaster_start_time()::text as "startedAt",
        (select count(*)::integer from pg_stat_activity where wait_event = 'SyncRep') as waiting`,
    );
    const [row] = rows;
    if (!row) throw new Error('PostgreSQL gave no answer');
    return row;
  } finally {
    await client.end();
  }
}
