import { mkdirSync } from 'node:fs';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely';
import { sqlitePath } from './connecting.ts';
import { GroupCommit } from './group-commit.ts';
import { PATIENT_PAUSE_MS, patiently, SqliteFile } from './sqlite-file.ts';

const WRITER_PRAGMAS = [
  'journal_mode = wal',
  // A confirmed save is on disk: in WAL mode only FULL syncs the log at every commit.
  'synchronous = full',
  'foreign_keys = on',
  // On macOS, data reaches the disk itself only with this pragma; elsewhere it is a no-op.
  'fullfsync = on',
  // Overwrites deleted data, because it is people's health records.
  'secure_delete = on',
];

/**
 * Kysely's dialect for the SQLite file in a folder: one connection writes, the other reads committed data.
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #dataDir: string;
  readonly #pauseMs: number | undefined;

  constructor(dataDir: string, { isPatient = false }: { readonly isPatient?: boolean } = {}) {
    // Kysely never calls this function, because the driver below opens the file.
    super({ database: () => Promise.reject(new Error('Not opened here')) });
    this.#dataDir = dataDir;
    this.#pauseMs = isPatient ? PATIENT_PAUSE_MS : undefined;
  }

  override createDriver(): NodeSqliteDriver {
    return new NodeSqliteDriver(this.#dataDir, this.#pauseMs);
  }

  override createAdapter(): SqliteAdapter {
    return new NodeSqliteAdapter();
  }
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** SQLite rolls back schema changes like other changes, so an interrupted migration leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** True: the driver itself runs one transaction at a time. With false, Kysely would make reads wait too. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class NodeSqliteDriver implements Driver {
  readonly #writer: SqliteFile;
  readonly #reader: SqliteFile;
  readonly #commits: GroupCommit;

  constructor(dataDir: string, pauseMs: number | undefined) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const path = sqlitePath(dataDir);
    this.#writer = new SqliteFile(path, WRITER_PRAGMAS);
    this.#reader = new SqliteFile(path, [], { isReadOnly: true });
    this.#commits = new GroupCommit(this.#writer, pauseMs);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<NodeSqliteConnection> {
    return new NodeSqliteConnection(this.#writer, this.#reader, this.#commits);
  }

  async beginTransaction(connection: NodeSqliteConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: NodeSqliteConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: NodeSqliteConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#commits.end();
    this.#reader.close();
    this.#writer.close();
  }
}

/**
 * A connection as Kysely sees it. It runs one query or one transaction, on the driver's two connections to the file:
 * one that writes and one that reads.
 */
class NodeSqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteFile;
  readonly #reader: SqliteFile;
  readonly #commits: GroupCommit;
  #isInTransaction = false;

  constructor(writer: SqliteFile, reader: SqliteFile, commits: GroupCommit) {
    this.#writer = writer;
    this.#reader = reader;
    this.#commits = commits;
  }

  async begin(): Promise<void> {
    await this.#commits.begin();
    this.#isInTransaction = true;
  }

  async commit(): Promise<void> {
    this.#isInTransaction = false;
    await this.#commits.commit();
  }

  async rollback(): Promise<void> {
    // If the commit failed, it has already rolled the transaction back.
    if (!this.#isInTransaction) return;
    this.#isInTransaction = false;
    await this.#commits.rollback();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isInTransaction) {
      // If SQLite has rolled back the transaction by itself, for example because the disk is full, a further statement
      // would run outside the transaction and be committed on its own.
      if (!this.#writer.isInTransaction) throw this.#writer.undoneBy;
      return this.#writer.run(query);
    }
    if (SelectQueryNode.is(query.query)) return await patiently(() => this.#reader.run(query));
    await this.begin();
    try {
      const result = this.#writer.run<Row>(query);
      await this.commit();
      return result;
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported: the app reads rows in pages');
  }
}
