import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { DATABASES } from '../../scripts/cluster/cluster.ts';
import {
  canTry,
  type Event,
  gapOf,
  p95,
  refusals,
  Savers,
  seconds,
  startTrial,
} from '../cluster/trial.ts';
import { tell } from './figures.ts';

/** The time after which systemd starts a program again, and some more (ms). */
const RESTART_MS = 2000;

it.skipIf(!canTry)('nothing is lost if another part of the cluster is killed', async (context) => {
  const trial = await startTrial();
  const { cluster, network } = trial;
  const savers = await Savers.start(trial);
  const standby = async (role: string) => {
    const found = (await cluster.members()).find((member) => member.role === role)?.name;
    return DATABASES.find((name) => name === found) ?? 'pg2';
  };
  const [synchronous, other] = [await standby('sync_standby'), await standby('replica')];
  const events: Readonly<Record<string, Event>> = {
    'a member of etcd': {
      harm: () => network.signal('etcd1', 'SIGKILL'),
      heal: () => cluster.startEtcd('etcd1'),
    },
    'the synchronous standby': {
      harm: () => network.signal(synchronous, 'SIGKILL'),
      heal: () => cluster.startDatabase(synchronous),
    },
    'the other standby': {
      harm: () => network.signal(other, 'SIGKILL'),
      heal: () => cluster.startDatabase(other),
    },
    'one HAProxy': {
      harm: async () => {
        cluster.program('app1', 'haproxy').kill('SIGKILL');
        await pause(RESTART_MS);
        cluster.startHaproxy('app1');
      },
      heal: () => {},
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
  tell(context, `all ${saved} acknowledged forms stored once; refused: ${refusals(savers)}`);
  expect(p95(gaps)).toBeLessThanOrEqual(20);
});
