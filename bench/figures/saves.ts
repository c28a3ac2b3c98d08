import { addForms, addPeople, inDatabase } from '../measuring/data.ts';
import { type Figure, inRounds, only } from '../measuring/figure.ts';
import { generate, type Load, read90, save } from '../measuring/load.ts';
import {
  canDelaySyncs,
  canReadProcessorTime,
  inFolder,
  inPostgres,
  OURS_ROOMY,
  POSTGRES,
  type Program,
  processorMs,
  SQLITE,
  withServer,
} from '../measuring/programs.ts';

const CLIENTS = 64;
const FOR_MS = 5000;
const WARM_UP_MS = 2000;
/** How long a sync takes on an SD card or a hard disk (ms). */
const SLOW_DISK_MS = 5;

/**
 * Measures saves on SQLite with a synced disk: for many clients; for one client, with the server's processor time; and
 * for many clients on a slow disk.
 */
export const savesOnSqlite: Figure = async ({ rounds: count, scale }) => {
  const measure = async (script: string, clients: number, syncDelayMs: number) =>
    inFolder(async (dataDir) => {
      const people = await inDatabase({ dataDir }, (db) => addPeople(db, clients));
      const load = { people, forMs: FOR_MS * scale, warmUpMs: WARM_UP_MS * scale };
      const measureSaves = async ({ url, pid }: Program) => {
        await generate({ url, requestOf: save, ...load, forMs: load.warmUpMs, warmUpMs: 0 });
        const before = processorMs(pid);
        const outcome = await generate({ url, requestOf: save, ...load, warmUpMs: 0 });
        const saves = (outcome.perSecond * load.forMs) / 1000;
        return { ...outcome, processorUs: (1000 * (processorMs(pid) - before)) / saves };
      };
      return await withServer(script, { dataDir }, measureSaves, { syncDelayMs });
    });
  const rounds = (clients: number, syncDelayMs = 0) =>
    inRounds(
      count,
      () => measure(OURS_ROOMY, clients, syncDelayMs),
      () => measure(SQLITE, clients, syncDelayMs),
    );
  const many = await rounds(CLIENTS);
  const one = await rounds(1);
  const slow = canDelaySyncs() ? await rounds(CLIENTS, SLOW_DISK_MS) : [];
  const reference = 'bare `node:http` and `node:sqlite`, a sync for each save';
  const manySaves = { reference, unit: '/s', aim: ['ratio', 'at least', 8] } as const;
  const oneSave = { reference, unit: 'ms', aim: ['ratio', 'at most', 1.3] } as const;
  const figure = `durable saves a second, ${CLIENTS} clients, SQLite`;
  return [
    { figure, rounds: only(many, 'perSecond'), ...manySaves },
    {
      figure: `${figure}, a sync takes ${SLOW_DISK_MS} ms more`,
      rounds: only(slow, 'perSecond'),
      ...manySaves,
    },
    { figure: 'one save, one client, SQLite, p50', rounds: only(one, 'p50'), ...oneSave },
    { figure: 'one save, one client, SQLite, p99', rounds: only(one, 'p99'), ...oneSave },
    {
      figure: 'processor time of a save, one client, SQLite',
      reference,
      unit: 'µs',
      rounds: canReadProcessorTime() ? only(one, 'processorUs') : [],
      aim: ['ratio', 'at most', 1.4],
    },
  ];
};

/** Measures saves, and reads of 90 days, on PostgreSQL. */
export const onPostgres: Figure = async ({ rounds: count, scale }) =>
  await inPostgres(async (store) => {
    const people = await inDatabase(store, async (db) => {
      const added = await addPeople(db, CLIENTS);
      await addForms(db, 90);
      return added;
    });
    const load = { people, forMs: FOR_MS * scale, warmUpMs: WARM_UP_MS * scale };
    const rounds = async (requestOf: Load['requestOf']) => {
      const measure = (script: string) => () =>
        withServer(script, store, ({ url }) => generate({ url, requestOf, ...load }));
      return only(await inRounds(count, measure(OURS_ROOMY), measure(POSTGRES)), 'perSecond');
    };
    const common = {
      reference: 'bare `node:http` and `pg`, the same statements',
      unit: '/s',
      aim: ['ratio', 'at least', 0.7],
    } as const;
    // Reads are measured first, because each save would add rows to them.
    const reads = await rounds(read90);
    const saves = await rounds(save);
    return [
      { figure: `saves a second, ${CLIENTS} clients, PostgreSQL`, rounds: saves, ...common },
      { figure: `90-day reads a second, ${CLIENTS} clients, PostgreSQL`, rounds: reads, ...common },
    ];
  });
