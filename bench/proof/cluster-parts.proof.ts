import { setTimeout as pause } from 'node:timers/promises';
import { it } from 'vitest';
import type { Cluster } from '../../scripts/cluster/cluster.ts';
import { APPS, DATABASES, ETCDS } from '../../scripts/cluster/settings.ts';
import {
  type Event,
  expectShort,
  gapOf,
  refusals,
  Savers,
  seconds,
  startTrial,
} from '../cluster/trial.ts';
import { tell } from './figures.ts';

/** How long a part stays dead (ms): three times as long as the lock of the primary lasts (`ttl`). */
const DEAD_MS = 30_000;
/** The time after which systemd starts nginx again, if `deploy/cluster/README.md` is followed, and some more (ms). */
const RESTART_MS = 2000;

it('nothing is lost if another part of the cluster is killed', async (context) => {
  const trial = await startTrial(context);
  const { cluster, network } = trial;
  const savers = await Savers.start(trial);
  const [synchronous, other] = [
    await standbyOf(cluster, 'sync_standby'),
    await standbyOf(cluster, 'replica'),
  ];
  const etcd = await etcdLeaderOf(cluster);
  const deadUntil = (start: () => void) => async () => {
    await pause(DEAD_MS);
    start();
  };
  const events: Readonly<Record<string, Event>> = {
    'the leader of etcd': {
      harm: () => network.signal(etcd, 'SIGKILL'),
      heal: deadUntil(() => cluster.startEtcd(etcd)),
    },
    'the synchronous standby': {
      harm: () => network.signal(synchronous, 'SIGKILL'),
      heal: deadUntil(() => cluster.startDatabase(synchronous)),
    },
    'the other standby': {
      harm: () => network.signal(other, 'SIGKILL'),
      heal: deadUntil(() => cluster.startDatabase(other)),
    },
    'one HAProxy': {
      harm: () => cluster.program(APPS[0], 'haproxy').kill('SIGKILL'),
      heal: deadUntil(() => cluster.startHaproxy(APPS[0])),
    },
    nginx: {
      harm: async () => {
        network.signal('web', 'SIGKILL');
        await pause(RESTART_MS);
        cluster.startNginx();
      },
      heal: () => {},
    },
  };
  const gaps: number[] = [];
  for (const [name, event] of Object.entries(events)) {
    const gap = await gapOf(trial, savers, event);
    gaps.push(gap);
    tell(context, `${name}: no save for ${seconds(gap)} s`);
  }
  const saved = await savers.stop();
  tell(
    context,
    `each but nginx dead for ${DEAD_MS / 1000} s; all ${saved} acknowledged forms stored once; refused: ${refusals(savers)}`,
  );
  expectShort(gaps);
});

async function standbyOf(cluster: Cluster, role: string): Promise<(typeof DATABASES)[number]> {
  const found = (await cluster.members()).find((member) => member.role === role)?.name;
  const standby = DATABASES.find((name) => name === found);
  if (!standby) throw new Error(`No machine is the ${role}`);
  return standby;
}

async function etcdLeaderOf({ machines }: Cluster): Promise<(typeof ETCDS)[number]> {
  for (const name of ETCDS) {
    const answer = await fetch(`http://${machines[name].address}:2379/v2/stats/self`);
    const { state } = (await answer.json()) as { state: string };
    if (state === 'StateLeader') return name;
  }
  throw new Error('etcd has no leader');
}
