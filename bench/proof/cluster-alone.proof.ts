import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { DATABASES } from '../../scripts/cluster/cluster.ts';
import {
  canTry,
  isWholeAgain,
  primaryOf,
  refusals,
  Savers,
  seconds,
  startTrial,
} from '../cluster/trial.ts';
import { tell } from './figures.ts';

/** How long only one of three machines lives (ms). */
const ALONE_MS = 30_000;
/** The time in which saves that were already committed on two machines are still answered (ms). */
const SETTLE_MS = 1000;

it.skipIf(!canTry)('nothing is acknowledged if two of three machines are dead', async (context) => {
  const trial = await startTrial();
  const savers = await Savers.start(trial);
  await savers.saveAgain();
  const name = await primaryOf(trial);
  const dead = [name, DATABASES.find((each) => each !== name) ?? 'pg2'] as const;
  for (const each of dead) trial.network.signal(each, 'SIGKILL');
  await pause(SETTLE_MS);
  savers.refused.clear();
  const before = savers.acknowledged;
  await pause(ALONE_MS);
  const [acknowledged, refused] = [savers.acknowledged - before, refusals(savers)];
  const statuses = [...savers.refused.keys()];
  const begun = performance.now();
  for (const each of dead) trial.cluster.startDatabase(each);
  await savers.saveAgain();
  const again = performance.now() - begun;
  await isWholeAgain(trial);
  const saved = await savers.stop();
  tell(
    context,
    `${acknowledged} acknowledged in ${ALONE_MS / 1000} s; refused: ${refused}; saves again ${seconds(again)} s after both were started; all ${saved} acknowledged forms stored once`,
  );
  expect(acknowledged).toBe(0);
  expect(statuses).toEqual([503]);
});
