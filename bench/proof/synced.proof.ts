import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newPlace } from '../../src/server/testing/databases.ts';
import { personOver, startedServer } from '../../src/server/testing/process.ts';
import { tell, times } from './figures.ts';
import { Ledger } from './forms.ts';
import { answersBeforeTheirSync } from './synced-answers.ts';
import { trace } from './tracing.ts';

/** So many save at once, so that commits are shared. */
const SAVERS = 8;

it('an answer comes after the sync that covers it', async (context) => {
  const place = await newPlace('SQLite');
  const server = await startedServer(place);
  const ledger = new Ledger(await personOver(server));
  const log = join(place.dataDir, 'strace');
  const { pid = 0 } = server.child;
  const calls = 'trace=fdatasync,fsync,pwrite64,write,writev,sendto,sendmsg';
  // A page of the database and what is around it in full.
  const tracing = await trace(pid, ['-y', '-s', '20000', '-e', calls, '-o', log]);
  if (!tracing) {
    tell(context, 'not measured: strace is not there, or may not trace');
    context.skip();
    return;
  }
  const saves = times(200);
  await Promise.all(
    Array.from({ length: SAVERS }, async (_, saver) => {
      for (let save = saver; save < saves; save += SAVERS) {
        expect(await (save % 4 === 3 ? ledger.edit(server) : ledger.save(server))).toBe(200);
      }
    }),
  );
  await tracing.stop();

  const { answers, unsynced, syncs } = answersBeforeTheirSync(await readFile(log, 'utf8'));
  tell(
    context,
    `${answers} answers traced, ${SAVERS} at once, with ${syncs} syncs; ${unsynced} before their sync`,
  );
  expect(answers).toBe(saves);
  expect(unsynced).toBe(0);
});
