import type { TestProject } from 'vitest/node';
import { setUpDatabases } from '../../src/server/testing/set-up.ts';

/** The proof tests durability: here PostgreSQL waits for the disk, and SQLite's files are on one. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  return await setUpDatabases(project, { isDurable: true });
}
