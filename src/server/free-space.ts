import { statfs } from 'node:fs/promises';

const LEAST_FREE_PERCENT = 10;

/** The free space of the disk that has a folder. */
export async function freeSpace(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder);
  const freePercent = Math.floor((100 * bavail) / blocks);
  return {
    freeMiB: Math.floor((bavail * bsize) / 2 ** 20),
    freePercent,
    isNearlyFull: freePercent < LEAST_FREE_PERCENT,
  };
}
