import { parseArgs } from 'node:util';
import pg from 'pg';
import { generateVisits } from './load/generate.ts';
import type { VisitsOutcome } from './load/job.ts';
import { addForms } from './measuring/forms.ts';
import { thisMachine } from './measuring/machine.ts';
import { addPeople, inDatabase, type Person } from './measuring/people.ts';
import { inPostgres } from './measuring/postgres.ts';
import {
  inFolder,
  memoryOf,
  type Program,
  processorTimeOf,
  type Store,
  startOurs,
} from './measuring/programs.ts';
import { machineText, putInto } from './measuring/table.ts';

/**
 * Replays a morning: people come, more and more of them until the peak, and each opens the dashboard and saves a
 * form. With 1, 2 and 4 server processes on one PostgreSQL; takes less than five minutes.
 *
 *   npm run bench:day                            all of it
 *   npm run bench:day -- --peak 100              with so many people a second at the peak
 *   npm run bench:day -- --scale 0.2             a fifth as long, to try the measuring itself
 *   npm run bench:day -- --into docs/scaling.md  puts the table between the page's marks
 */
const PROCESSES = [1, 2, 4];
const PEOPLE = 300;
/** That each of them has logged for, three forms a day: what a visit reads. */
const DAYS = 90;
/** The rates of the morning, in parts of the peak; the last is what is told. */
const MORNING = [0.1, 0.3, 0.6, 1];
const STEP_MS = 14_000;

interface Peak extends VisitsOutcome {
  readonly processes: number;
  readonly connections: number;
  /** Of all server processes together, in MiB. */
  readonly memory: number;
  /** Of all server processes together, in milliseconds for each visit. */
  readonly processorTime: number;
}

const { values: options } = parseArgs({
  options: {
    peak: { type: 'string', default: '30' },
    scale: { type: 'string', default: '1' },
    into: { type: 'string' },
  },
});
const peakRate = Number(options.peak);
const stepMs = STEP_MS * Number(options.scale);

const peaks = await inFolder((dataDir) =>
  inPostgres(async (freshStore) => {
    const store = await freshStore(dataDir);
    const people = await inDatabase(store, async (db) => {
      const added = await addPeople(db, PEOPLE);
      await addForms(db, { days: DAYS });
      return added;
    });
    const taken: Peak[] = [];
    for (const processes of PROCESSES) {
      process.stdout.write(`${processes} of ${PROCESSES.join(', ')} …\n`);
      taken.push(await morning(store, people, processes));
    }
    return taken;
  }),
);

const day = new Date().toISOString().slice(0, 10);
const rates = MORNING.map((part) => Math.round(part * peakRate)).join(', ');
const isSmall = stepMs < STEP_MS ? ' Taken in small, to try the measuring itself.' : '';
const content = `On ${day}: ${machineText(thisMachine())}, which the servers, PostgreSQL and the visitors share.
${rates} people a second came, for ${stepMs / 1000} seconds each; this is the last of these.${isSmall}

${tableOf(peaks)}`;
process.stdout.write(`\n${content}\n`);
if (options.into) await putInto(options.into, content);

/** What there was to see at the end of a morning, the peak. */
async function morning(store: Store, people: readonly Person[], processes: number): Promise<Peak> {
  const servers: Program[] = [];
  try {
    for (let index = 0; index < processes; index += 1) servers.push(await startOurs(store));
    const urls = servers.map(({ url }) => url);
    const used = () => total(servers.map(processorTimeOf));
    let peak: Peak | undefined;
    for (const part of MORNING) {
      const before = await used();
      const job = { urls, people, perSecond: part * peakRate, forMs: stepMs };
      const outcome = await generateVisits(job);
      peak = {
        processes,
        ...outcome,
        connections: await connectionsTo(store),
        memory: await total(servers.map(memoryOf)),
        processorTime: ((await used()) - before) / outcome.done,
      };
    }
    return peak as Peak;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Without the one that asks. A pool closes those that have been idle for ten seconds. */
async function connectionsTo({ databaseUrl }: Store): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query(`select count(*)::integer - 1 as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'`);
  await client.end();
  return rows[0].count;
}

async function total(values: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(values)).reduce((sum, value) => sum + value, 0);
}

function tableOf(rows: readonly Peak[]): string {
  const head = [
    ...['processes', 'visits /s', 'refused', 'p50', 'p99', 'connections', 'memory in all'],
    'processor time of a visit',
  ];
  const lines = rows.map((peak) => [
    ...[peak.processes, peak.perSecond.toFixed(1), peak.refused],
    ...[peak.p50, peak.p99].map((time) => `${time.toFixed(0)} ms`),
    ...[peak.connections, `${peak.memory.toFixed(0)} MiB`, `${peak.processorTime.toFixed(1)} ms`],
  ]);
  const [first, last] = [rows[0], rows.at(-1)] as [Peak, Peak];
  const grown = (what: (peak: Peak) => number) => (what(last) / what(first)).toFixed(2);
  lines.push([
    ...[`${last.processes} to ${first.processes}`, grown((peak) => peak.perSecond), '-'],
    ...[grown((peak) => peak.p50), grown((peak) => peak.p99)],
    ...[grown((peak) => peak.connections), grown((peak) => peak.memory)],
    grown((peak) => peak.processorTime),
  ]);
  return [head, head.map(() => '---'), ...lines].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
