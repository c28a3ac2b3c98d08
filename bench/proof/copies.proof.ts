import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DAY_MS } from '../../src/domain/zone.ts';
import { copiesIn, MARK } from '../../src/server/backup/copies-folder.ts';
import { type CopyOrder, makeCopy } from '../../src/server/backup/make-copy.ts';
import { copyKilledAfter, expectGoodCopies } from '../../src/server/backup/testing/killing.ts';
import { loadSecrets } from '../../src/server/platform/secrets.ts';
import { newMigratedPlace } from '../../src/server/testing/databases.ts';
import { tell, times } from './figures.ts';

const START = Date.parse('2026-11-18T17:00:00Z');

it('the last good copy is always there, however often a copy is killed', async (context) => {
  const place = await newMigratedPlace('SQLite');
  loadSecrets(place.dataDir);
  const folder = await mkdtemp(join(tmpdir(), 'copies-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const copies = { folder, everyMs: DAY_MS, keep: 3 };
  const order: CopyOrder = { ...place, backupKey: 'a key of some length', copies, now: START };
  const began = performance.now();
  await makeCopy(order);
  const longest = 2 * (performance.now() - began);
  const kills = times(50);
  let finished = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    const [before] = copiesIn(folder);
    const now = START + kill * DAY_MS;
    const answer = await copyKilledAfter({ ...order, now }, Math.random() * longest);
    if (answer) finished += 1;
    expect(await expectGoodCopies(order)).toBeGreaterThan(0);
    expect(copiesIn(folder)[0]?.number).toBeGreaterThanOrEqual(before?.number ?? 0);
  }
  await makeCopy({ ...order, now: START + 999 * DAY_MS });
  const names = await readdir(folder);
  expect(names.filter((name) => name !== MARK && !name.endsWith('.backup'))).toEqual([]);
  expect(copiesIn(folder)).toHaveLength(Math.min(copies.keep, copiesIn(folder).length));
  tell(
    context,
    `${kills} kills, ${kills - finished} before the copy was done; the newest copy always opened`,
  );
}, 900_000);
