import { generate } from '../load/generate.ts';
import type { Outcome } from '../load/job.ts';
import type { Figure, MeasuringOptions } from '../measuring/figure.ts';
import { addPeople, inDatabase, type Person } from '../measuring/people.ts';
import {
  canDelaySyncs,
  inFolder,
  type Program,
  type RunningOptions,
  type Store,
  startOurs,
  startReference,
} from '../measuring/programs.ts';

const REFERENCE = 'bare `node:http` and `node:sqlite`, a sync for each save';
const CLIENTS = 64;
const FOR_MS = 5000;
const WARM_UP_MS = 1500;
/** As long as an SD card or a hard disk takes for a sync, in milliseconds. */
const SLOW_DISK_MS = 5;

/** Saves on SQLite whose disk is synced: many at once, and one after the other; and on a disk that is slow. */
export const savesOnSqlite: Figure = {
  name: 'saves-on-sqlite',
  async measure(options) {
    const many = await rounds(options, CLIENTS);
    const one = await rounds(options, 1);
    const slow = canDelaySyncs()
      ? await rounds(options, CLIENTS, { syncDelayMs: SLOW_DISK_MS })
      : [];
    const take = (from: typeof many, what: keyof Outcome) =>
      from.map(({ ours, reference }) => ({ ours: ours[what], reference: reference[what] }));
    const manySaves = { reference: REFERENCE, unit: '/s', ratioAim: { atLeast: 8 } };
    const figure = `durable saves a second, ${CLIENTS} clients, SQLite`;
    return [
      { figure, rounds: take(many, 'perSecond'), ...manySaves },
      {
        figure: `${figure}, a sync takes ${SLOW_DISK_MS} ms more`,
        rounds: take(slow, 'perSecond'),
        ...manySaves,
      },
      {
        figure: 'one save, one client, SQLite, p50',
        reference: REFERENCE,
        unit: 'ms',
        rounds: take(one, 'p50'),
        ratioAim: { atMost: 1.3 },
      },
      {
        figure: 'one save, one client, SQLite, p99',
        reference: REFERENCE,
        unit: 'ms',
        rounds: take(one, 'p99'),
        ratioAim: { atMost: 1.3 },
      },
    ];
  },
};

/** Each round on fresh databases, ours and the reference's by turns. */
async function rounds(options: MeasuringOptions, clients: number, running?: RunningOptions) {
  const taken: { ours: Outcome; reference: Outcome }[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const runs = {
      ours: () => measured(options, clients, (store) => startOurs(store, running)),
      reference: () =>
        measured(options, clients, (store) => startReference('sqlite', store, running)),
    };
    const early = round % 2 === 0 ? undefined : await runs.reference();
    const ours = await runs.ours();
    taken.push({ ours, reference: early ?? (await runs.reference()) });
  }
  return taken;
}

async function measured(
  { scale }: MeasuringOptions,
  clients: number,
  start: (store: Store) => Promise<Program>,
): Promise<Outcome> {
  return await inFolder(async (dataDir) => {
    const store: Store = { dataDir };
    const people: Person[] = await inDatabase(store, (db) => addPeople(db, clients));
    const server = await start(store);
    try {
      return await generate({
        url: server.url,
        people,
        requests: ['save'],
        forMs: FOR_MS * scale,
        warmUpMs: WARM_UP_MS * scale,
      });
    } finally {
      await server.stop();
    }
  });
}
