import { StatementSync } from 'node:sqlite';
import pg from 'pg';
import { openDatabase } from '../platform/db/database.ts';

/**
 * Makes the tables of a database in a process that kills itself after `killAfter` statements, or prints their number at
 * the end.
 */
const [, , dataDir = '', databaseUrl = '', killAfter = ''] = process.argv;
let statements = 0;

function killAtLast(): void {
  statements += 1;
  if (statements === Number(killAfter)) process.kill(process.pid, 'SIGKILL');
}

for (const name of ['run', 'all'] as const) {
  const original = StatementSync.prototype[name] as (...values: unknown[]) => unknown;
  Object.defineProperty(StatementSync.prototype, name, {
    value(this: StatementSync, ...values: unknown[]) {
      const result = original.apply(this, values);
      killAtLast();
      return result;
    },
  });
}
const query = pg.Client.prototype.query as (...values: unknown[]) => unknown;
Object.defineProperty(pg.Client.prototype, 'query', {
  value(this: pg.Client, ...values: unknown[]) {
    const result = query.apply(this, values);
    // At this point the statement is sent, but PostgreSQL has not answered.
    killAtLast();
    return result;
  },
});

const onError = () => {};
const db = await openDatabase({
  dataDir,
  databaseUrl: databaseUrl || undefined,
  onError,
});
await db.destroy();
process.stdout.write(String(statements));
