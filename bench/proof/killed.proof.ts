import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newPlace } from '../../src/server/testing/databases.ts';
import { personOver, spawnServerAt, stopServerProcess } from '../../src/server/testing/process.ts';
import { tell, times } from './figures.ts';
import { Ledger } from './forms.ts';

const UP_AGAIN_MS = 2000;

it('killed under saves and edits', async (context) => {
  const place = await newPlace('SQLite');
  const kills = times(200);
  let server = await spawnServerAt(place);
  await server.ready;
  const ledger = new Ledger(await personOver(server));
  const starts: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const running = server;
    let isUp = true;
    const work = Array.from({ length: 8 }, async (_, worker) => {
      while (isUp) {
        const step = worker % 4 === 0 ? ledger.edit(running) : ledger.save(running);
        await step.catch(() => {
          isUp = false;
        });
      }
    });
    await setTimeout(Math.random() * 300);
    running.child.kill('SIGKILL');
    await running.ended;
    isUp = false;
    await Promise.all(work);
    const began = performance.now();
    server = await spawnServerAt(place);
    await server.ready;
    starts.push(performance.now() - began);
    await ledger.check(server);
  }
  await stopServerProcess(server);
  const slowest = Math.max(...starts);
  tell(
    context,
    `${kills} kills, ${ledger.acknowledged} acknowledged forms all there; up again in at most ${Math.round(slowest)} ms`,
  );
  expect(ledger.acknowledged).toBeGreaterThan(kills);
  expect(slowest).toBeLessThan(UP_AGAIN_MS);
});
