import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/server/config.ts';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { loadSecrets } from '../src/server/platform/secrets.ts';
import { run } from '../src/server/run.ts';
import { addDemoPatient, DEMO_EMAIL, DEMO_PASSWORD } from './demo-patient.ts';

/**
 * Runs the app with the demonstration patient, in a new SQLite file that is deleted on exit. So the newest
 * form is always recent, and no real data is touched.
 */
run(async () => {
  const settings = readConfig(process.env);
  const dataDir = await mkdtemp(join(tmpdir(), 'symptom-tracker-demo-'));
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const config = { ...settings, dataDir, databaseUrl: undefined };
  // Creates the key, as a server does if there are no accounts.
  loadSecrets(dataDir);
  process.stdout.write('Making the demonstration patient …\n');
  const db = await openDatabase({
    ...config,
    onError: (error) => {
      throw error;
    },
  });
  await addDemoPatient(db, config.timeZone, Date.now());
  await db.destroy();
  process.stdout.write(`Sign in as ${DEMO_EMAIL} with the password ${DEMO_PASSWORD}\n`);
  return config;
});
