import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../src/server/config.ts';
import { openDatabase } from '../src/server/db/database.ts';
import { run } from '../src/server/run.ts';
import { addDemoPatient, DEMO_EMAIL, DEMO_PASSWORD } from './demo-patient.ts';

/**
 * Runs the app with the demonstration patient, in a SQLite file of its own that is made anew each
 * time, so that its forms end today and nobody's own data is touched.
 */
run(async () => {
  const settings = readConfig(process.env);
  const config = { ...settings, dataDir: join(settings.dataDir, 'demo'), databaseUrl: undefined };
  await rm(config.dataDir, { recursive: true, force: true });
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
