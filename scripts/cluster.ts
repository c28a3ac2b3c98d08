import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { explain } from '../src/server/platform/explain.ts';
import { Cluster } from './cluster/cluster.ts';
import { explainMissing } from './cluster/programs.ts';

/**
 * npm run cluster [-- FOLDER]
 *
 * Runs on this machine what `deploy/cluster` describes for several: three PostgreSQL under Patroni, three members of
 * etcd, HAProxy, two processes of the app and nginx. A signal stops all of it. The data is kept if a folder is named.
 */
const PORT = 8080;
process.umask(0o077);
const [named] = process.argv.slice(2);
const missing = explainMissing();
if (missing) {
  process.stderr.write(`${missing}\n`);
  process.exitCode = 1;
} else {
  const folder = named ? resolve(named) : mkdtempSync(join(tmpdir(), 'symptom-tracker-cluster-'));
  await run(folder);
  if (!named && !process.exitCode) rmSync(folder, { recursive: true, force: true });
}

async function run(folder: string): Promise<void> {
  const say = (text: string) => void process.stdout.write(`${text}\n`);
  const settings = { WEB_PORT: String(PORT), PUBLIC_URL: `http://localhost:${PORT}` };
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => stopping.abort());
  }
  let cluster: Cluster | undefined;
  try {
    cluster = new Cluster({ folder, settings, say });
    await cluster.start(stopping.signal);
    const primary = await cluster.requirePrimary();
    say(`The cluster is ready at ${settings.PUBLIC_URL}. Its files and logs are in ${folder}.
The state of its database: patronictl -c ${folder}/pg1/patroni.yml list
To see another machine become the primary: kill -9 $(head -1 ${folder}/${primary}/postgresql/postmaster.pid)
Ctrl+C stops all of it.`);
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  } catch (error) {
    if (!stopping.signal.aborted) {
      const logs = cluster ? `The logs are in ${folder}.\n` : '';
      process.stderr.write(`${explain(error)}\n${logs}`);
      process.exitCode = 1;
    }
  } finally {
    if (cluster) {
      say('Stopping');
      await cluster.stop();
      say('The cluster has stopped');
    }
  }
}
