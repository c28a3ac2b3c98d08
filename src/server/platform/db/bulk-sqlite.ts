import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type BulkConnection, PAGE_ROWS, type Row } from './bulk-connection.ts';
import { sqlitePath } from './connecting.ts';
import { BUSY_LIMIT_MS } from './sqlite-file.ts';

/** Larger files are not checked for damage, because the check reads the whole file at every start. */
const LARGEST_CHECKED_BYTES = 256 * 1024 * 1024;

/** @throws if the file does not exist or SQLite cannot read it */
export function openSqlite(dataDir: string): BulkConnection {
  const path = sqlitePath(dataDir);
  const reading = new DatabaseSync(path, { readOnly: true, timeout: BUSY_LIMIT_MS });
  let file = reading;
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
  return {
    isShared: false,
    async begin(purpose) {
      if (purpose === 'reading') return file.exec('begin');
      reading.close();
      file = new DatabaseSync(path, { timeout: BUSY_LIMIT_MS });
      file.exec('pragma synchronous = full');
      file.exec('pragma foreign_keys = on');
      file.exec('begin immediate');
    },
    async fault() {
      if (statSync(path).size > LARGEST_CHECKED_BYTES) return undefined;
      const { quick_check: found } = { ...file.prepare('pragma quick_check(1)').get() };
      return found === 'ok' ? undefined : String(found);
    },
    async tables() {
      const names = file.prepare(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite%'",
      );
      return names.all().map(({ name }) => String(name));
    },
    async *rows(table) {
      let page: Row[] = [];
      for (const row of file.prepare(`select * from ${quoted(table)}`).iterate()) {
        page.push({ ...row } as Row);
        if (page.length < PAGE_ROWS) continue;
        yield page;
        page = [];
      }
      if (page.length > 0) yield page;
    },
    async close() {
      file.close();
    },
  };
}
