import { readdir } from 'node:fs/promises';
import { expect } from 'vitest';
import { Refusal } from '../../platform/refusal.ts';
import { newPlace, type Place } from '../../testing/databases.ts';
import { restoreBackup } from '../restore.ts';

export const DAMAGED = 'is damaged: it does not have the content of a backup.';

export async function restore(target: Place, path: string, key?: string) {
  return await restoreBackup({ ...target, backupKey: key }, path);
}

/** Expects that a backup is rejected with a message, and that an empty DATA_DIR stays empty. */
export async function expectUntouched(path: string, message: string, key?: string): Promise<void> {
  const target = await newPlace('SQLite');
  const error: unknown = await restore(target, path, key).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Refusal);
  expect(String(error)).toContain(message);
  const names = await readdir(target.dataDir);
  expect(names.filter((name) => name !== 'running.lock')).toEqual([]);
}
