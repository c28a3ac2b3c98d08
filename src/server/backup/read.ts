import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Config } from '../config.ts';
import { TableSum } from '../platform/db/bulk.ts';
import { type Expected, loadDatabase } from '../platform/db/load.ts';
import { lockExclusively } from '../platform/db/process-lock.ts';
import { Refusal } from '../platform/refusal.ts';
import { putKey, refuseOtherKey } from '../platform/secrets.ts';
import { checkFile, type Header, unsealed } from './file-format.ts';
import { type Line, parseLines } from './lines.ts';

/**
 * Fills an empty database with what a backup holds, and puts back its key. The file is read whole and
 * checked before anything is touched.
 *
 * @returns how many rows each table has
 * @throws Refusal where the file is none, damaged, newer than this version or of another key, where the
 *   database is not empty, where DATA_DIR has another key, or while
 *   the app runs there
 */
export async function restoreBackup(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'backupKey'>,
  path: string,
): Promise<Record<string, number>> {
  const { header, bodyEnd } = await checkFile(path);
  if (config.backupKey && !header.salt) {
    throw new Refusal(
      `${path} is not encrypted, though BACKUP_KEY is set. Please unset BACKUP_KEY if you mean it. Nothing was changed.`,
    );
  }
  const read = () => contentOf(path, header, bodyEnd, config.backupKey);
  const about = await checkContent(path, read());
  refuseOtherKey(config.dataDir, about.secretKey);
  const alone = config.databaseUrl ? undefined : lockExclusively(config.dataDir);
  try {
    await loadDatabase(
      { ...config, onError: () => {} },
      {
        migrations: about.migrations,
        pages: pagesOf(read()),
        expected: () => about.sums,
        // Before they count, for rows without their key are worth nothing; it takes no other's place.
        beforeCommit: () => putKey(config.dataDir, about.secretKey),
      },
    );
  } finally {
    alone?.release();
  }
  return Object.fromEntries([...about.sums].map(([table, { rows }]) => [table, rows]));
}

function contentOf(
  path: string,
  header: Header,
  bodyEnd: number,
  key: string | undefined,
): AsyncIterable<Line> {
  const body = createReadStream(path, { start: header.line.length, end: bodyEnd - 1 });
  const gunzip = createGunzip();
  // Whatever breaks ends the last stream with the cause, which whoever reads it is told.
  pipeline(Readable.from(unsealed(header, key, body)), gunzip, () => {});
  return parseLines(gunzip);
}

interface About {
  readonly migrations: readonly string[];
  readonly secretKey: string;
  readonly sums: ReadonlyMap<string, Expected>;
}

/**
 * Reads a backup to its end, and says what it is of.
 *
 * @throws Refusal whatever is wrong with it: what a parser says of it would show people's words
 */
async function checkContent(path: string, content: AsyncIterable<Line>): Promise<About> {
  try {
    const about = await readContent(content);
    if (about) return about;
  } catch (error) {
    if (error instanceof Refusal) throw error;
  }
  throw new Refusal(
    `${path} is damaged: its content is not what a backup’s is. Nothing was changed. Please use another backup.`,
  );
}

/** What a backup is of; undefined where a line or a row is missing, or one too many. */
async function readContent(content: AsyncIterable<Line>): Promise<About | undefined> {
  const found = new Map<string, TableSum>();
  let first: Extract<Line, { secretKey: string }> | undefined;
  let last: Extract<Line, { sums: object }> | undefined;
  for await (const line of content) {
    const isFirst = 'secretKey' in line;
    // What it is of comes first and once, and after the sums comes nothing.
    if (isFirst !== (first === undefined) || last) return undefined;
    if (isFirst) first = line;
    else if ('sums' in line) last = line;
    else {
      const sum = found.get(line.table) ?? new TableSum();
      found.set(line.table, sum);
      for (const row of line.rows) sum.add(row);
    }
  }
  const sums = new Map(Object.entries(last?.sums ?? {}));
  const isWhole = [...new Set([...found.keys(), ...sums.keys()])].every((table) =>
    (found.get(table) ?? new TableSum()).equals(sums.get(table)),
  );
  return first && last && isWhole ? { ...first, sums } : undefined;
}

async function* pagesOf(content: AsyncIterable<Line>) {
  for await (const line of content) if ('table' in line) yield line;
}
