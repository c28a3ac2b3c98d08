const UUIDS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/**
 * Reads from what strace has seen of a server, with `-f -y` and whole buffers, which answers to saves came before the
 * sync of what they tell of. A save is known by its UUIDs: they are in the pages of SQLite's log and in the answer.
 */
export function answersBeforeTheirSync(log: string): {
  readonly answers: number;
  readonly unsynced: number;
  readonly syncs: number;
} {
  const written = new Set<string>();
  const synced = new Set<string>();
  /** What a thread's sync covers that has not come back yet. */
  const underWay = new Map<string, readonly string[]>();
  let [answers, unsynced, syncs] = [0, 0, 0];
  for (const line of log.split('\n')) {
    const [thread = ''] = line.split(' ', 1);
    if (/pwrite64\(\d+<[^>]*db-wal>/.test(line)) {
      for (const id of line.match(UUIDS) ?? []) written.add(id);
    } else if (/f(data)?sync\(\d+<[^>]*db-wal>/.test(line)) {
      underWay.set(thread, [...written]);
    }
    if (/f(data)?sync(\(.*| resumed>.*)\)\s+= 0/.test(line)) {
      for (const id of underWay.get(thread) ?? []) synced.add(id);
      if (underWay.delete(thread)) syncs += 1;
    } else if (line.includes('HTTP/1.1 200')) {
      answers += 1;
      const told = line.match(UUIDS) ?? [];
      // One that tells of nothing has not been read whole, and shows nothing.
      if (told.length === 0 || !told.every((id) => synced.has(id))) unsynced += 1;
    }
  }
  return { answers, unsynced, syncs };
}
