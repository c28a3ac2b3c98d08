import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { explain } from '../src/server/platform/explain.ts';
import { Cluster } from './cluster/cluster.ts';
import { missingPrograms } from './cluster/programs.ts';

/**
 * npm run cluster [-- FOLDER]
 *
 * Runs on this machine what `deploy/cluster` describes for several: three PostgreSQL under Patroni, three members of
 * etcd, HAProxy, two processes of the app and nginx. A signal stops all of it. The data is kept if a folder is named.
 */
const PORT = 8080;
process.umask(0o077);
const [named] = process.argv.slice(2);
const missing = missingPrograms();
if (missing) {
  process.stderr.write(`${missing}\n`);
  process.exitCode = 1;
} else {
  const folder = named ? resolve(named) : mkdtempSync(join(tmpdir(), 'symptom-tracker-cluster-'));
  await run(folder);
  if (!named) rmSync(folder, { recursive: true, force: true });
}

async function run(folder: string): Promise<void> {
  const say = (text: string) => void process.stdout.write(`${text}\n`);
  const settings = { WEB_PORT: String(PORT), PUBLIC_URL: `http://localhost:${PORT}` };
  const cluster = new Cluster({ folder, settings, say });
  const isOver = new Promise<void>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => resolve());
  });
  try {
    const isReady = cluster.start().then(() => {
      say(`The cluster is ready at ${settings.PUBLIC_URL}. Its files and logs are in ${folder}.`);
      say('Ctrl+C stops all of it.');
    });
    await Promise.race([isOver, isReady]);
    await isOver;
  } catch (error) {
    process.stderr.write(`${explain(error)}\nThe logs are in ${folder}.\n`);
    process.exitCode = 1;
  } finally {
    say('Stopping');
    await cluster.stop();
    say('The cluster has stopped');
  }
}
