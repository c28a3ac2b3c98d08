import { generate } from '../load/generate.ts';
import { type Figure, inRounds } from '../measuring/figure.ts';
import { addForms } from '../measuring/forms.ts';
import { addPeople, inDatabase, type Person } from '../measuring/people.ts';
import { inPostgres } from '../measuring/postgres.ts';
import { inFolder, type Program, type Store, startOurs } from '../measuring/programs.ts';

const PEOPLE = 10_000;
/** That all of them have logged for, three forms a day: together two million. */
const DAYS = 67;
const TEN_YEARS = 3653;
const QUARTER = 90;
const FOR_MS = 3000;

/** Whether a chart of 90 days comes as fast from a large database as from an empty one, on either engine. */
export const chartRead: Figure = {
  name: 'chart-read',
  async measure({ rounds: count, scale }) {
    const read = async ({ url }: Program, person: Person) => {
      const job = { people: [person], warmUpMs: 500, forMs: FOR_MS * scale };
      return (await generate({ url, requests: ['read90'], ...job })).p50;
    };
    const compare = async (engine: string, large: Store, small: Store) => {
      const veteran = await filled(large, PEOPLE * scale, TEN_YEARS);
      const newcomer = await filled(small, 0, QUARTER);
      const servers = { large: await startOurs(large), small: await startOurs(small) };
      try {
        const forms = ((PEOPLE * scale * DAYS + TEN_YEARS) * 3) / 1e6;
        return {
          figure: `90-day read, one of ten years among ${forms.toFixed(1)} million forms, ${engine}`,
          reference: 'the same for one of 90 days, alone in the database',
          unit: 'ms',
          rounds: await inRounds(
            count,
            () => read(servers.large, veteran),
            () => read(servers.small, newcomer),
          ),
          ratioAim: { atMost: 1.2 },
        };
      } finally {
        await servers.large.stop();
        await servers.small.stop();
      }
    };
    const onSqlite = await inFolder((large) =>
      inFolder((small) => compare('SQLite', { dataDir: large }, { dataDir: small })),
    );
    const onPostgres = await inFolder((dataDir) =>
      inPostgres(async (fresh) =>
        compare('PostgreSQL', await fresh(dataDir), await fresh(dataDir)),
      ),
    );
    return [onSqlite, onPostgres];
  },
};

/** Someone with so many days of forms, the last of them among others'. */
async function filled(store: Store, others: number, days: number): Promise<Person> {
  return await inDatabase(store, async (db) => {
    const [person] = (await addPeople(db, 1)) as [Person];
    await addForms(db, { days: days - DAYS, daysAgo: DAYS });
    await addPeople(db, others);
    await addForms(db, { days: DAYS });
    return person;
  });
}
