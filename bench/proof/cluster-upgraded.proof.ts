import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { APPS } from '../../scripts/cluster/settings.ts';
import {
  copyOfApp,
  databaseOf,
  expectShort,
  gapOf,
  isPlanted,
  Letters,
  refusals,
  Savers,
  seconds,
  startTrial,
  type Trial,
} from '../cluster/trial.ts';
import { tell, times } from './figures.ts';

/** How many letters a process may repeat: those that it was sending. */
const REPEATS_PER_KILL = 2;
/** The other process goes on, so this is far below the limit of a failover (s). */
const GAP_LIMIT_S = 5;

it('nothing is lost if both processes are killed in turn, and upgraded with a migration', async (context) => {
  const trial = await startTrial(context);
  const { cluster } = trial;
  const newer = isPlanted('no-migration')
    ? undefined
    : newerVersion(join(cluster.machines.app1.folder, 'newer'));
  const savers = await Savers.start(trial);
  const letters = new Letters(trial);
  const gaps: number[] = [];
  const rounds = times(10);
  expect(await hasColumn(trial)).toBe(false);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of APPS) {
      const harm = async () => {
        const { kill, ended } = cluster.program(name, 'app');
        kill('SIGKILL');
        await ended;
        // In the first round the new version of one process migrates the database of the old version of the other.
        cluster.startApp(name, newer);
        await cluster.waitUntilUp(name);
      };
      gaps.push(await gapOf(trial, savers, { harm, heal: () => {} }));
    }
  }
  expect(await hasColumn(trial)).toBe(true);
  const saved = await savers.stop();
  const sent = await letters.stop(gaps.length * REPEATS_PER_KILL);
  tell(
    context,
    `${gaps.length} kills, the first two with a new version and its migration; all ${saved} acknowledged forms stored once; no save for ${seconds(Math.max(...gaps))} s at most; refused: ${refusals(savers)}; ${sent}`,
  );
  expectShort(gaps, GAP_LIMIT_S);
});

/** Makes a copy of the app with one more migration, and returns the script that starts it. */
function newerVersion(folder: string): string {
  const find = 'const LATER: Readonly<Record<string, string>> = {';
  const migration = `  '9999-later': \`
alter table entries add column later integer;
create index entries_later on entries (user_id, later);
\`,`;
  const file = 'server/platform/db/schema.ts';
  return copyOfApp(folder, { file, find, replace: `${find}\n${migration}` });
}

/** Whether the migration of the newer version has run. */
async function hasColumn(trial: Trial): Promise<boolean> {
  const db = databaseOf(trial);
  const { rows } = await sql`select from information_schema.columns
    where table_name = 'entries' and column_name = 'later'`.execute(db);
  await db.destroy();
  return rows.length > 0;
}
