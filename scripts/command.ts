import { constants } from 'node:os';
import { type Config, readConfig } from '../src/server/config.ts';
import { explain } from '../src/server/platform/explain.ts';

/**
 * Runs a command of the operator. Its last line reports the result, or how to fix the error.
 *
 * @param usage the command line, with one word for each argument
 */
export async function runCommand(
  usage: string,
  work: (config: Config, ...names: string[]) => Promise<string>,
): Promise<void> {
  const names = process.argv.slice(2);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Exits with the code that shells use for a signal. The database or exit handlers roll back unfinished
    // work.
    process.on(name, () => process.exit(128 + constants.signals[name]));
  }
  try {
    process.umask(0o077);
    const wanted = usage.split(' -- ')[1]?.split(' ').length ?? 0;
    if (names.length !== wanted || names.includes('')) {
      process.stderr.write(`Use: ${usage}\n`);
      process.exitCode = 2;
      return;
    }
    process.stdout.write(`${await work(readConfig(process.env), ...names)}\n`);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

/** Lists the row counts, without empty tables: 'forms 12, accounts 3'. */
export function summaryOf(rows: Readonly<Record<string, number>>): string {
  const counts = Object.entries(rows).filter(([, count]) => count > 0);
  const texts = counts.map(([table, count]) => `${table} ${count}`);
  return texts.length > 0 ? texts.join(', ') : 'no rows';
}
