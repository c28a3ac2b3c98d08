import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { packTar } from 'modern-tar/fs';
import type { Config } from '../config.ts';
import { countRows } from '../platform/db/bulk.ts';
import { sqlitePath } from '../platform/db/connecting.ts';
import { withDraft } from '../platform/db/drafts.ts';
import { copySqlite } from '../platform/db/sqlite-copy.ts';
import { refuseNothing } from '../platform/db/usable.ts';
import { giveName } from '../platform/new-file.ts';
import { Refusal } from '../platform/refusal.ts';
import { copyOfKey, KEY_FILE } from '../platform/secrets.ts';
import { encrypted } from './age.ts';
import { dumpInstead } from './refusals.ts';

/**
 * Writes a snapshot of the SQLite database, and the server's key, to a file: a compressed tar archive,
 * encrypted with age if BACKUP_KEY is set. It blocks no save. The file gets its name only when it is complete
 * and on disk.
 *
 * @param give gives the complete file its name, and returns whether the name was free
 * @returns the number of rows of each table
 * @throws Refusal if the file exists or cannot be written, if DATABASE_URL is set, or if DATA_DIR has no
 *   usable database
 * @throws ConfigError if DATA_DIR contains no key
 */
export async function writeBackup(
  { dataDir, databaseUrl, backupKey }: Pick<Config, 'dataDir' | 'databaseUrl' | 'backupKey'>,
  path: string,
  give = giveName,
): Promise<Record<string, number>> {
  if (databaseUrl) throw dumpInstead(path);
  if (existsSync(path)) throw taken(path);
  await refuseNothing({ dataDir, databaseUrl });
  const key = copyOfKey(dataDir);
  // The random name gives concurrent backups different temporary files, and prevents anyone from placing a link at this
  // path beforehand.
  const draft = `${path}.${randomUUID()}.part`;
  const file = writing(path, () => openSync(draft, 'wx', 0o600));
  const remove = () => rmSync(draft, { force: true });
  process.on('exit', remove);
  try {
    const rows = await withDraft(dataDir, async (folder) => {
      copySqlite(dataDir, folder);
      const copy = sqlitePath(folder);
      await pipeline(
        packTar([
          { type: 'content', target: KEY_FILE, content: `${key}\n`, mode: 0o600 },
          { type: 'file', target: basename(copy), source: copy, mode: 0o600 },
        ]),
        createGzip(),
        (bytes) => encrypted(bytes, backupKey),
        async (bytes: AsyncIterable<Uint8Array>) => {
          for await (const part of bytes) writing(path, () => writeFileSync(file, part));
        },
      );
      return await countRows({ dataDir: folder, databaseUrl: undefined });
    });
    writing(path, () => fsyncSync(file));
    if (!writing(path, () => give(draft, path))) throw taken(path);
    return rows;
  } finally {
    closeSync(file);
    remove();
    process.off('exit', remove);
  }
}

/** Converts an error of the file system to a message for the person who chose the file's name. */
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
