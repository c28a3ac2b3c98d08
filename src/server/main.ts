import { enableCompileCache } from 'node:module';

// What was compiled once, types stripped, is not compiled again at the next start.
enableCompileCache();
const [{ readConfig }, { run }] = await Promise.all([import('./config.ts'), import('./run.ts')]);

run(async () => readConfig(process.env));
