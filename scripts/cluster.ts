import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { explain } from '../src/server/platform/explain.ts';
import { Cluster } from './cluster/cluster.ts';
import { claimFolder } from './cluster/folder.ts';
import { explainMissing } from './cluster/programs.ts';
import { refuseTakenPorts } from './cluster/settings.ts';

/**
 * npm run cluster [-- FOLDER]
 *
 * Runs on this machine what `deploy/cluster` describes for several: three PostgreSQL under Patroni, three members of
 * etcd, HAProxy, two processes of the app and nginx. A signal stops all of it. The data is kept if a folder is named.
 * PORT=8081 chooses another port than 8080.
 */
const port = process.env.PORT ?? '8080';
const [named, ...others] = process.argv.slice(2);
const isUsable =
  !named?.startsWith('-') &&
  named !== '' &&
  others.length === 0 &&
  /^\d{1,5}$/.test(port) &&
  Number(port) <= 65_535;
const missing = explainMissing();
process.umask(0o077);
if (!isUsable) {
  process.stderr.write('Use: [PORT=8080] npm run cluster [-- FOLDER]\n');
  process.exitCode = 2;
} else if (missing) {
  process.stderr.write(`${missing}\n`);
  process.exitCode = 1;
} else {
  await run(named && resolve(named));
}

async function run(kept: string | undefined): Promise<void> {
  const say = (text: string) => void process.stdout.write(`${text}\n`);
  const folder = kept ?? join(tmpdir(), `symptom-tracker-cluster-${randomUUID()}`);
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => stopping.abort());
  }
  let cluster: Cluster | undefined;
  try {
    await claimFolder(folder, () => refuseTakenPorts(Number(port)));
    cluster = new Cluster({ folder, webPort: Number(port), say });
    await cluster.start(stopping.signal);
    const primary = await cluster.requirePrimary();
    say(`The cluster is ready at ${cluster.settings.PUBLIC_URL}. Its files and logs are in ${folder}.
The state of its database: patronictl -c ${folder}/pg1/patroni.yml list
To see another machine become the primary: kill -9 $(head -1 ${folder}/${primary}/postgresql/postmaster.pid)
Later, put the name beside 'Leader' in place of ${primary}.
Ctrl+C stops all of it${kept ? '. The data stays in the folder.' : ' and deletes the data. To keep it: npm run cluster -- FOLDER'}`);
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  } catch (error) {
    if (!stopping.signal.aborted) {
      const logs = cluster ? `The logs are in ${folder}.\n` : '';
      // A folder that cannot be used, for example. `explain` is about the app's own files.
      const isSystem = error instanceof Error && 'syscall' in error;
      process.stderr.write(`${isSystem ? error.message : explain(error)}\n${logs}`);
      process.exitCode = 1;
    }
  } finally {
    if (cluster) {
      say('Stopping');
      await cluster.stop();
      say('The cluster has stopped');
    }
  }
  if (cluster && !kept && !process.exitCode) {
    rmSync(folder, { recursive: true, force: true });
    say('Its data is deleted');
  }
}
