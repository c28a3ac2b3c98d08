import { constants, rmSync, statfsSync } from 'node:fs';
import { access, chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../platform/db/database.ts';
import { createDatabase, TEMPLATE } from './postgres-databases.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the PostgreSQL server's default database, from which tests create theirs. */
    postgresUrl: string;
    /** The folder of the SQLite file that tests copy. */
    sqliteTemplate: string;
  }
}

/** An in-memory file system on Linux. */
const MEMORY = '/dev/shm';
/**
 * The free space that the in-memory file system must have. A run needs less, but Docker's default of 64 MiB is too
 * small.
 */
const ENOUGH_BYTES = 2 * 1024 ** 3;

/** One PostgreSQL server and a migrated template per engine for a whole test run, in memory where possible. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await temporaryFolder(), 'symptom-tracker-'));
  // PostgreSQL may run as its own user and must be able to enter the folder.
  await chmod(folder, 0o711);
  // Worker processes inherit the variable, so that the folder holds every temporary file of the run.
  process.env.TMPDIR = folder;
  // Also delete the folder when a signal stops the run: in /dev/shm it would keep occupying memory.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return await setUpDatabases(project, { isDurable: false });
}

async function temporaryFolder(): Promise<string> {
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** @param isDurable whether a commit on PostgreSQL waits for the disk */
export async function setUpDatabases(
  project: TestProject,
  { isDurable }: { isDurable: boolean },
): Promise<() => Promise<void>> {
  const postgres = await startPostgres({ isDurable });
  const databaseUrl = await createDatabase(postgres.url, TEMPLATE);
  const dataDir = await mkdtemp(join(tmpdir(), 'symptom-tracker-template-'));
  const onError = () => {};
  for (const url of [databaseUrl, undefined]) {
    await (await openDatabase({ databaseUrl: url, dataDir, onError })).destroy();
  }
  project.provide('postgresUrl', postgres.url);
  project.provide('sqliteTemplate', dataDir);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
