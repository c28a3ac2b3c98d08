import type { TestProject } from 'vitest/node';
import { setUpDatabases } from '../../src/server/testing/set-up.ts';

/**
 * Starts a PostgreSQL that waits for the disk, and keeps SQLite's files on a disk, because the proof tests
 * durability.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  return await setUpDatabases(project, { isDurable: true });
}
