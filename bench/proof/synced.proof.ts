import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newPlace } from '../../src/server/testing/databases.ts';
import { personOver, startedServer } from '../../src/server/testing/process.ts';
import { tell, times } from './figures.ts';
import { Ledger } from './forms.ts';
import { trace } from './tracing.ts';

it('an answer comes after the sync that covers it', async (context) => {
  const place = await newPlace('SQLite');
  const server = await startedServer(place);
  const ledger = new Ledger(await personOver(server));
  const log = join(place.dataDir, 'strace');
  const { pid = 0 } = server.child;
  const calls = 'trace=fdatasync,fsync,pwrite64,write,writev,sendto,sendmsg';
  const tracing = await trace(pid, ['-y', '-s', '40', '-e', calls, '-o', log]);
  if (!tracing) {
    tell(context, 'not measured: strace is not there, or may not trace');
    context.skip();
    return;
  }
  const saves = times(200);
  for (let save = 0; save < saves; save += 1) await ledger.save(server);
  await tracing.stop();

  let answers = 0;
  let unsynced = 0;
  let isWritten = false;
  let isSynced = false;
  for (const line of (await readFile(log, 'utf8')).split('\n')) {
    if (/pwrite64\(\d+<[^>]*db-wal>/.test(line)) {
      isWritten = true;
      isSynced = false;
    } else if (/f(data)?sync\(\d+<[^>]*db-wal>\)\s+= 0/.test(line)) {
      isSynced = true;
    } else if (line.includes('HTTP/1.1 200')) {
      answers += 1;
      if (!isWritten || !isSynced) unsynced += 1;
      isWritten = false;
      isSynced = false;
    }
  }
  tell(context, `${answers} answers traced, ${unsynced} before their sync`);
  expect(answers).toBe(saves);
  expect(unsynced).toBe(0);
});
