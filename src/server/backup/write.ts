import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Config } from '../config.ts';
import { migrationsOf, openBulk, ownTables, TableSum } from '../db/bulk.ts';
import type { BulkConnection } from '../db/bulk-connection.ts';
import { Refusal } from '../refusal.ts';
import { copyOfKey } from '../secrets.ts';
import { framed, newHeader, sealed } from './file-format.ts';
import type { Line } from './lines.ts';

/**
 * Writes all that the database holds at one moment, and the key of what is sealed in it, to a file. Saves go
 * on meanwhile. The file has its name only once it is whole and on disk.
 *
 * @returns how many rows each table has
 * @throws Refusal where there is such a file already, or no database
 */
export async function writeBackup(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'backupKey'>,
  path: string,
): Promise<Record<string, number>> {
  if (existsSync(path)) throw new Refusal(`${path} is there already. Please choose another name.`);
  const connection = await openBulk(config);
  const draft = `${path}.part`;
  try {
    await connection.begin('reading');
    const rows: Record<string, number> = {};
    const lines = linesOf(connection, copyOfKey(config.dataDir), rows);
    const header = newHeader(config.backupKey !== undefined);
    await pipeline(
      Readable.from(lines),
      createGzip(),
      (body) => sealed(header, config.backupKey, body),
      (body) => framed(header, body),
      // `flush` waits until it is on disk. It is people's health: for its owner's eyes alone.
      createWriteStream(draft, { mode: 0o600, flush: true }),
    );
    await rename(draft, path);
    return rows;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await connection.close();
  }
}

async function* linesOf(
  connection: BulkConnection,
  secretKey: string,
  counts: Record<string, number>,
): AsyncIterable<string> {
  const line = (content: Line) => `${JSON.stringify(content)}\n`;
  yield line({ migrations: await migrationsOf(connection), secretKey });
  const sums: Record<string, { rows: number; digest: string }> = {};
  for (const table of (await ownTables(connection)).own) {
    const sum = new TableSum();
    for await (const rows of connection.rows(table)) {
      for (const row of rows) sum.add(row);
      yield line({ table, rows });
    }
    sums[table] = { rows: sum.rows, digest: sum.digest };
    counts[table] = sum.rows;
  }
  yield line({ sums });
}
