import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Config } from '../config.ts';
import { migrationsOf, openBulk, ownTables, TableSum } from '../platform/db/bulk.ts';
import type { BulkConnection } from '../platform/db/bulk-connection.ts';
import { refuseNothing } from '../platform/db/usable.ts';
import { giveName } from '../platform/new-file.ts';
import { Refusal } from '../platform/refusal.ts';
import { copyOfKey } from '../platform/secrets.ts';
import { framed, newHeader, sealed } from './file-format.ts';
import type { Line } from './lines.ts';

/**
 * Writes all that the database holds at one moment, and the key of what is sealed in it, to a file. Saves go
 * on meanwhile. The file has its name only once it is whole and on disk.
 *
 * @returns how many rows each table has
 * @throws Refusal where there is such a file already, it cannot be written, or there is no usable database
 * @throws ConfigError where DATA_DIR holds no key
 */
export async function writeBackup(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'backupKey'>,
  path: string,
): Promise<Record<string, number>> {
  if (existsSync(path)) throw taken(path);
  await refuseNothing(config);
  const connection = await openBulk(config);
  // Two backups to one name have drafts of their own, and neither is where anyone could have put a link.
  const draft = `${path}.${randomUUID()}.part`;
  const clear = () => rmSync(draft, { force: true });
  process.on('exit', clear);
  try {
    await connection.begin('reading');
    const rows: Record<string, number> = {};
    const lines = linesOf(connection, copyOfKey(config.dataDir), rows);
    const header = newHeader(config.backupKey !== undefined);
    // It is people's health: for its owner's eyes alone.
    const file = writing(path, () => openSync(draft, 'wx', 0o600));
    await pipeline(
      Readable.from(lines),
      createGzip(),
      (body) => sealed(header, config.backupKey, body),
      (body) => framed(header, body),
      (bytes) => writeTo(file, path, bytes),
    );
    if (!writing(path, () => giveName(draft, path))) throw taken(path);
    return rows;
  } finally {
    clear();
    process.off('exit', clear);
    await connection.close();
  }
}

/** Writes it all, and waits until it is on disk. */
async function writeTo(file: number, path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const part of bytes) writing(path, () => writeFileSync(file, part));
    writing(path, () => fsyncSync(file));
  } finally {
    closeSync(file);
  }
}

/** What the system says of a file that is not the app's own. */
function writing<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(`${path} cannot be written: ${reason}`);
  }
}

function taken(path: string): Refusal {
  return new Refusal(`${path} is there already. Please choose another name.`);
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
