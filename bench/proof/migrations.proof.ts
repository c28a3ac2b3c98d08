import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { newPlace, type Place, schemaOf } from '../../src/server/testing/databases.ts';
import { tell, times } from './figures.ts';

const SCRIPT = resolve('src/server/testing/start-to-kill.ts');

/**
 * Makes the tables of a database in a process of its own.
 *
 * @param killAfter the number of statements after which the process kills itself
 * @returns the number of statements; undefined if the process was killed
 */
async function migrate(place: Place, killAfter = 0): Promise<number | undefined> {
  const { dataDir, databaseUrl = '' } = place;
  const child = spawn(process.execPath, [SCRIPT, dataDir, databaseUrl, String(killAfter)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return child.signalCode === 'SIGKILL' ? undefined : Number(printed);
}

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (engine) => {
  it('a first start that is killed after any statement is completed by the next', async (context) => {
    const fresh = await schemaOf(await newPlace(engine));
    const statements = (await migrate(await newPlace(engine))) ?? 0;
    // With `PROOF_SHARE` below 1, tries only some of the statements, spread evenly up to the last.
    const points = times(statements);
    for (let point = 1; point <= points; point += 1) {
      const place = await newPlace(engine);
      expect(await migrate(place, Math.ceil((statements * point) / points))).toBeUndefined();
      expect(await schemaOf(place)).toEqual(fresh);
    }
    tell(context, `${engine}: killed ${points} times, each completed by the next start`);
  });
});
