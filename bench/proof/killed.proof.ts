import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { newPlace } from '../../src/server/testing/databases.ts';
import {
  callOver,
  personOver,
  ROOMY,
  type ServerProcess,
  spawnServerAt,
  stopServerProcess,
} from '../../src/server/testing/process.ts';
import { tell, times } from './figures.ts';
import { Ledger, type Person } from './forms.ts';

const UP_AGAIN_MS = 2000;
/** The longest time that a server works before it is killed (ms). */
const LONGEST_MS = 600;
const IMPORTED = 200;
const LATEST_IMPORTED = Date.parse('2026-01-01T00:00:00Z');

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (engine) => {
  it('nothing acknowledged is lost if the server is killed during saves, edits and an import', async (context) => {
    const place = await newPlace(engine);
    const kills = times(200);
    let server = await spawnServerAt(place, ROOMY);
    await server.ready;
    const ledger = new Ledger(await personOver(server));
    const starts: number[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const running = server;
      const importer = await personOver(running, `importer${kill}@example.org`);
      const importing = importFile(running, importer).catch(() => 0);
      let isUp = true;
      const work = Array.from({ length: 8 }, async (_, worker) => {
        while (isUp) {
          const step = worker % 4 === 0 ? ledger.edit(running) : ledger.save(running);
          await step.catch(() => {
            isUp = false;
          });
        }
      });
      await setTimeout(Math.random() * LONGEST_MS);
      running.child.kill('SIGKILL');
      await running.ended;
      isUp = false;
      await Promise.all(work);
      const began = performance.now();
      server = await spawnServerAt(place, ROOMY);
      await server.ready;
      starts.push(performance.now() - began);
      await ledger.check(server);
      const { userId, cookie } = importer;
      const { text } = await callOver(server, 'getUserForms', { userId }, cookie);
      const imported = (JSON.parse(text) as unknown[]).length;
      expect((await importing) === 200 ? [IMPORTED] : [0, IMPORTED]).toContain(imported);
    }
    await stopServerProcess(server);
    const slowest = Math.max(...starts);
    tell(
      context,
      `${engine}: ${kills} kills, all ${ledger.acknowledged} acknowledged forms stored, imports complete or absent; up again within ${Math.round(slowest)} ms`,
    );
    expect(ledger.acknowledged).toBeGreaterThan(kills);
    expect(slowest).toBeLessThan(UP_AGAIN_MS);
  });
});

/** Imports forms into an account, and returns the status of the answer. */
async function importFile(server: ServerProcess, { userId, cookie }: Person): Promise<number> {
  const lines = Array.from({ length: IMPORTED }, (_, index) =>
    [userId, new Date(LATEST_IMPORTED - index * 60_000).toISOString(), 'Tremor', 3, 'note'].join(),
  );
  const input = { userId, format: 'legacy', content: lines.join('\n'), dryRun: false };
  return (await callOver(server, 'importData', input, cookie)).status;
}
