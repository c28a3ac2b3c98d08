import { letIn } from '../src/server/identity/let-in.ts';
import { connect } from '../src/server/platform/db/database.ts';
import { refuseNothing } from '../src/server/platform/db/usable.ts';
import { loadSecrets } from '../src/server/platform/secrets.ts';
import { runCommand } from './command.ts';

/** Prints a link that signs in to an account. The app may keep running. */
await runCommand('npm run let-in -- EMAIL', async (config, email = '') => {
  await refuseNothing(config);
  const secrets = loadSecrets(config.dataDir, { mayMake: false });
  const db = connect({ ...config, onError: () => {} });
  try {
    const link = await letIn({ config, db, secrets, clock: Date.now }, email);
    return `This link signs in as ${email}. It works once, for 15 minutes. Give it to nobody else:\n${link}`;
  } finally {
    await db.destroy();
  }
});
