import { generate } from './load/generate.ts';
import { percentile } from './measuring/figure.ts';
import { addForms } from './measuring/forms.ts';
import { thisMachine } from './measuring/machine.ts';
import { addPeople, inDatabase } from './measuring/people.ts';
import { inPostgres } from './measuring/postgres.ts';
import { inFolder, type Program, startOurs } from './measuring/programs.ts';
import { machineText } from './measuring/table.ts';

/**
 * npm run bench:day
 *
 * A day's peak: everyone logs within an hour of the morning. An hour is replayed as fast as the servers can, by
 * 64 people at once who open the dashboard and save a form; so many people an hour would be served. With 1, 2
 * and 4 server processes on one PostgreSQL, and as many load generators.
 */
const PEOPLE = 64;
const DAYS = 90;
const STEP_MS = 6000;
const WARM_UP_MS = 2000;
const HOUR_S = 3600;
const PROCESSES = [1, 2, 4];
/** What one person's visit asks for: who they are, two readings of forms, and a form that is saved. */
const VISIT = { session: 1, read90: 2, save: 1 } as const;

process.stdout.write(`${machineText(thisMachine())}\n\n`);
process.stdout.write('| processes | saves /s | p99 | reads /s | p99 | visits an hour |\n');
process.stdout.write('| --- | --- | --- | --- | --- | --- |\n');
await inFolder((dataDir) =>
  inPostgres(async (freshStore) => {
    const store = await freshStore(dataDir);
    const people = await inDatabase(store, async (db) => {
      const added = await addPeople(db, PEOPLE);
      await addForms(db, { days: DAYS });
      return added;
    });
    for (const count of PROCESSES) {
      const servers: Program[] = [];
      for (let index = 0; index < count; index += 1) servers.push(await startOurs(store));
      const [session, read90, save] = [
        await load(servers, 'session'),
        await load(servers, 'read90'),
        await load(servers, 'save'),
      ];
      const secondsAVisit =
        VISIT.session / session.perSecond +
        VISIT.read90 / read90.perSecond +
        VISIT.save / save.perSecond;
      const cells = [
        count,
        save.perSecond.toFixed(0),
        `${save.p99.toFixed(0)} ms`,
        read90.perSecond.toFixed(0),
        `${read90.p99.toFixed(0)} ms`,
        Math.round(HOUR_S / secondsAVisit).toLocaleString('en-US'),
      ];
      process.stdout.write(`| ${cells.join(' | ')} |\n`);
      for (const server of servers) await server.stop();
    }

    /** The same people, spread over the servers; each server has a generator of its own. */
    async function load(servers: readonly Program[], request: keyof typeof VISIT) {
      const share = PEOPLE / servers.length;
      const outcomes = await Promise.all(
        servers.map(({ url }, index) =>
          generate({
            url,
            people: people.slice(index * share, (index + 1) * share),
            requests: [request],
            forMs: STEP_MS,
            warmUpMs: WARM_UP_MS,
          }),
        ),
      );
      const slowest = outcomes.map(({ p99 }) => p99).toSorted((a, b) => a - b);
      return {
        perSecond: outcomes.reduce((sum, { perSecond }) => sum + perSecond, 0),
        p99: percentile(slowest, 100),
      };
    }
  }),
);
