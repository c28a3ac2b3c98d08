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
const CLIENTS = 64;
/** A server that has just started has still memory to give back. */
const REST_MS = 2000;

interface Life {
  readonly startedIn: number;
  readonly atRest: number;
  readonly halfway: number;
  readonly after: number;
}

/** How soon a server answers, and what memory it takes: at rest, and after many requests. */
export const processFigures: Figure = {
  name: 'process',
  async measure(options) {
    const lives: { ours: Life; reference: Life }[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      lives.push({
        ours: await lived(options, startOurs),
        reference: await lived(options, (store) => startReference('fastify', store)),
      });
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
        figure: 'growth of memory in the second half of them',
        reference: 'memory after the first half',
        unit: 'MiB',
        rounds: lives.map(({ ours }) => ({ ours: ours.after, reference: ours.halfway })),
        ratioAim: { atMost: 1.05 },
      },
    ];
  },
};

async function lived(
  { scale }: MeasuringOptions,
  start: (store: Store) => Promise<Program>,
): Promise<Life> {
  return await inFolder(async (dataDir) => {
    const people = await inDatabase({ dataDir }, (db) => addPeople(db, CLIENTS));
    const begun = performance.now();
    const server = await start({ dataDir });
    try {
      await (await fetch(`${server.url}/healthz`)).text();
      const startedIn = performance.now() - begun;
      await new Promise((rested) => setTimeout(rested, REST_MS));
      const atRest = await memoryOf(server);
      const halfway = await asked(server, people, (REQUESTS * scale) / 2);
      const after = await asked(server, people, (REQUESTS * scale) / 2);
      return { startedIn, atRest, halfway, after };
    } finally {
      await server.stop();
    }
  });
}

async function asked(server: Program, people: readonly Person[], count: number): Promise<number> {
  await generate({ url: server.url, people, request: 'health', count });
  return await memoryOf(server);
}
