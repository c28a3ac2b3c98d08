import { generate } from '../load/generate.ts';
import type { RequestKind } from '../load/job.ts';
import { type Figure, inRounds, type MeasuringOptions } from '../measuring/figure.ts';
import { addForms } from '../measuring/forms.ts';
import { addPeople, inDatabase, type Person } from '../measuring/people.ts';
import { inPostgres } from '../measuring/postgres.ts';
import { inFolder, type Store, startOurs, startReference } from '../measuring/programs.ts';

const CLIENTS = 64;
const FOR_MS = 5000;
const WARM_UP_MS = 2000;
const DAYS = 90;

/** Saves, and reads of 90 days, on PostgreSQL: as many at once as clients. */
export const postgres: Figure = {
  name: 'postgres',
  async measure(options) {
    return await inFolder((dataDir) =>
      inPostgres(async (freshStore) => {
        const store = await freshStore(dataDir);
        const people = await inDatabase(store, async (db) => {
          const added = await addPeople(db, CLIENTS);
          await addForms(db, { days: DAYS });
          return added;
        });
        // Reads first: what is saved later is more to read.
        const reads = await rounds(options, store, people, 'read90');
        const saves = await rounds(options, store, people, 'save');
        const common = {
          reference: 'bare `node:http` and `pg`, the same statements',
          unit: '/s',
          ratioAim: { atLeast: 0.7 },
        };
        return [
          { figure: `saves a second, ${CLIENTS} clients, PostgreSQL`, rounds: saves, ...common },
          {
            figure: `90-day reads a second, ${CLIENTS} clients, PostgreSQL`,
            rounds: reads,
            ...common,
          },
        ];
      }),
    );
  },
};

async function rounds(
  { rounds: count, scale }: MeasuringOptions,
  store: Store,
  people: readonly Person[],
  request: RequestKind,
) {
  const measured = async (start: (store: Store) => ReturnType<typeof startOurs>) => {
    const server = await start(store);
    try {
      const job = {
        people,
        requests: [request],
        forMs: FOR_MS * scale,
        warmUpMs: WARM_UP_MS * scale,
      };
      return (await generate({ url: server.url, ...job })).perSecond;
    } finally {
      await server.stop();
    }
  };
  return await inRounds(
    count,
    () => measured(startOurs),
    () => measured((place) => startReference('postgres', place)),
  );
}
