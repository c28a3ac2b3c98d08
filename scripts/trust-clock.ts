import { trusted } from '../src/server/platform/clock/assess.ts';
import { noteTime } from '../src/server/platform/clock/queries/noted-times.ts';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { runCommand } from './command.ts';

/** Tells the servers of a database that the clock of this machine is right. They may keep running. */
await runCommand('npm run trust-clock', async (config) => {
  const now = Date.now();
  const db = await openDatabase({
    ...config,
    onError: (error) => {
      throw error;
    },
  });
  try {
    await noteTime(db, trusted(now));
  } finally {
    await db.destroy();
  }
  return `The clock is trusted: ${new Date(now).toISOString()}. A running server notices it within a minute.`;
});
