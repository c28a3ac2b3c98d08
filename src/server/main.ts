import { enableCompileCache } from 'node:module';

// Caches the compiled code, with types stripped, for the next start.
enableCompileCache();
const [{ readConfig }, { run }] = await Promise.all([import('./config.ts'), import('./run.ts')]);

run(async () => readConfig(process.env));
