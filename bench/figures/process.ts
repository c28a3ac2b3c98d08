import { generate } from '../load/generate.ts';
import type { Figure, MeasuringOptions } from '../measuring/figure.ts';
import { addPeople, inDatabase, type Person } from '../measuring/people.ts';
import {
  inFolder,
  memoryOf,
  type Program,
  type Store,
  startOurs,
  startReference,
} from '../measuring/programs.ts';

const REQUESTS = 100_000;
/** Saves, readings and looks at who is signed in: what people ask for, unlike the request that bare Fastify knows. */
const REAL_REQUESTS = 50_000;
/**
 * No growth is aimed at. Two readings of a server that keeps nothing differ by some percent all the same, by what of
 * V8's heap is just not collected: what leaks by each request would show as far more.
 */
const NO_GROWTH = 1.05;
/** A reading has as many forms at the end as at the beginning. */
const REAL = ['save', 'latest', 'session'] as const;
const CLIENTS = 64;
/** A server that has just started has still memory to give back. */
const REST_MS = 2000;

interface Life {
  readonly startedIn: number;
  readonly atRest: number;
  readonly after: number;
}

/** How soon a server answers, and what memory it takes: at rest, and after many requests. */
export const processFigures: Figure = {
  name: 'process',
  async measure(options) {
    const lives: { ours: Life; reference: Life }[] = [];
    const growths: { ours: number; reference: number }[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      lives.push({
        ours: await lived(options, startOurs),
        reference: await lived(options, (store) => startReference('fastify', store)),
      });
      growths.push(await grown(options));
    }
    const of = (what: keyof Life) =>
      lives.map(({ ours, reference }) => ({ ours: ours[what], reference: reference[what] }));
    const common = { reference: 'bare Fastify, the same plugins', ratioAim: { atMost: 1.5 } };
    return [
      { figure: 'start to first answer', unit: 'ms', rounds: of('startedIn'), ...common },
      { figure: 'memory at rest', unit: 'MiB', rounds: of('atRest'), ...common },
      {
        figure: `memory after ${REQUESTS.toLocaleString('en-US')} requests`,
        unit: 'MiB',
        rounds: of('after'),
        ...common,
      },
      {
        figure: `memory after ${REAL_REQUESTS.toLocaleString('en-US')} saves, readings and sessions in turn`,
        reference: 'after the first half of them',
        unit: 'MiB',
        rounds: growths,
        ratioAim: { atMost: NO_GROWTH },
      },
    ];
  },
};

async function lived(
  { scale }: MeasuringOptions,
  start: (store: Store) => Promise<Program>,
): Promise<Life> {
  return await withPeople(async (dataDir, people) => {
    const begun = performance.now();
    const server = await start({ dataDir });
    try {
      await (await fetch(`${server.url}/healthz`)).text();
      const startedIn = performance.now() - begun;
      await new Promise((rested) => setTimeout(rested, REST_MS));
      const atRest = await memoryOf(server);
      const job = { people, requests: ['health'] as const, count: REQUESTS * scale };
      await generate({ url: server.url, ...job });
      return { startedIn, atRest, after: await memoryOf(server) };
    } finally {
      await server.stop();
    }
  });
}

/** The memory of ours after all of the real requests, and after half of them. */
async function grown({ scale }: MeasuringOptions): Promise<{ ours: number; reference: number }> {
  return await withPeople(async (dataDir, people) => {
    const server = await startOurs({ dataDir });
    const half = { people, requests: REAL, count: (REAL_REQUESTS * scale) / 2 };
    try {
      await generate({ url: server.url, ...half });
      const reference = await memoryOf(server);
      await generate({ url: server.url, ...half });
      return { ours: await memoryOf(server), reference };
    } finally {
      await server.stop();
    }
  });
}

async function withPeople<Value>(
  work: (dataDir: string, people: readonly Person[]) => Promise<Value>,
): Promise<Value> {
  return await inFolder(async (dataDir) =>
    work(dataDir, await inDatabase({ dataDir }, (db) => addPeople(db, CLIENTS))),
  );
}
