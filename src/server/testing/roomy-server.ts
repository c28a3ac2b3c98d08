import { enableCompileCache } from 'node:module';

/**
 * The server process for tests and measurements that save in a minute what people save in years, and that
 * create all their accounts from one IP address. It starts like `main.ts`.
 */
enableCompileCache();
const [{ readConfig }, { LIMITS }, { run }] = await Promise.all([
  import('../config.ts'),
  import('../limits.ts'),
  import('../run.ts'),
]);

await run(async () => readConfig(process.env), {
  limits: {
    ...LIMITS,
    newAccounts: { ...LIMITS.newAccounts, max: 10_000 },
    savedToday: 10_000_000,
    entries: 10_000_000,
    textBytes: 2 ** 40,
  },
});
