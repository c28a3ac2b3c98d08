import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { APPS } from '../../scripts/cluster/cluster.ts';
import {
  canTry,
  gapOf,
  Letters,
  p95,
  refusals,
  Savers,
  seconds,
  startTrial,
} from '../cluster/trial.ts';
import { tell, times } from './figures.ts';

const ROOMY = 'src/server/testing/roomy-server.ts';
/** How many letters a process may repeat: those that it was sending. */
const LETTERS_AT_ONCE = 2;

it.skipIf(!canTry)(
  'nothing is lost if both processes are killed in turn, and upgraded with a migration',
  async (context) => {
    const trial = await startTrial();
    const { cluster } = trial;
    const newer = newerVersion(join(cluster.machines.app1.folder, 'newer'));
    const savers = await Savers.start(trial);
    const letters = new Letters(trial);
    const gaps: number[] = [];
    const rounds = times(10);
    for (let round = 0; round < rounds; round += 1) {
      for (const name of APPS) {
        const harm = async () => {
          const { kill, ended } = cluster.program(name, 'app');
          kill('SIGKILL');
          await ended;
          // In the first round the new version of one process migrates the database of the old version of the other.
          cluster.startApp(name, newer);
          await cluster.isUp(name);
        };
        gaps.push(await gapOf(trial, savers, { harm, heal: () => {} }));
      }
    }
    const saved = await savers.stop();
    const sent = await letters.stop(gaps.length * LETTERS_AT_ONCE);
    tell(
      context,
      `${gaps.length} kills, the first two with a new version and its migration; all ${saved} acknowledged forms stored once; no save for ${seconds(Math.max(...gaps))} s at most; refused: ${refusals(savers)}; ${sent}`,
    );
    expect(p95(gaps)).toBeLessThanOrEqual(20);
  },
);

/** Makes a copy of the app with one more migration, and returns the script that starts it. */
function newerVersion(folder: string): string {
  cpSync('src', join(folder, 'src'), { recursive: true });
  for (const name of ['node_modules', 'dist', 'package.json']) {
    symlinkSync(resolve(name), join(folder, name));
  }
  const path = join(folder, 'src/server/platform/db/schema.ts');
  const schema = readFileSync(path, 'utf8');
  const next = `  '0002-later': {
    async up(db: Kysely<unknown>) {
      await sql.raw('alter table entries add column later integer').execute(db);
      await sql.raw('create index entries_later on entries (user_id, later)').execute(db);
    },
  },
};

/** The names of all migrations`;
  const changed = schema.replace('};\n\n/** The names of all migrations', next);
  expect(changed).not.toBe(schema);
  writeFileSync(path, changed);
  return join(folder, ROOMY);
}
