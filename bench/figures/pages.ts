import { addDoses, addForms, addPeople, inDatabase } from '../measuring/data.ts';
import { type Figure, inRounds, only } from '../measuring/figure.ts';
import { generate, type Request } from '../measuring/load.ts';
import {
  canReadProcessorTime,
  inFolder,
  OURS_ROOMY,
  processorMs,
  withServer,
} from '../measuring/programs.ts';

const CLIENTS = 64;
const MONTH = 31;
const FOR_MS = 5000;
const WARM_UP_MS = 2000;

/** The overview as HTML, compared with the same page whose script draws it. Both carry the same data. */
export const pages: Figure = async ({ rounds: count, scale }) =>
  await inFolder(async (dataDir) => {
    const people = await inDatabase({ dataDir }, async (db) => {
      const added = await addPeople(db, CLIENTS);
      await addForms(db, MONTH);
      for (const person of added) await addDoses(db, person, MONTH);
      return added;
    });
    return await withServer(OURS_ROOMY, { dataDir }, async ({ url, pid }) => {
      const measure = (path: string) => async () => {
        const requestOf = ({ cookie }: { readonly cookie: string }): Request => {
          return { method: 'GET', path, headers: { cookie } };
        };
        const load = { url, people, requestOf };
        await generate({ ...load, forMs: WARM_UP_MS * scale, warmUpMs: 0 });
        const before = processorMs(pid);
        const { perSecond } = await generate({ ...load, forMs: FOR_MS * scale, warmUpMs: 0 });
        const answered = (perSecond * FOR_MS * scale) / 1000;
        return { perSecond, ms: (processorMs(pid) - before) / answered };
      };
      const rounds = await inRounds(
        count,
        measure('/dashboard'),
        measure('/dashboard?tab=settings'),
      );
      const figure = `pages of the overview, ${CLIENTS} clients, SQLite`;
      const reference = 'without HTML';
      return [
        {
          figure: `${figure}: pages a second`,
          ...{ reference, unit: '/s', rounds: only(rounds, 'perSecond') },
          aim: ['ratio', 'at least', 0.6],
        },
        {
          figure: `${figure}: processor time of one`,
          ...{ reference, unit: 'ms', rounds: canReadProcessorTime() ? only(rounds, 'ms') : [] },
          aim: ['value', 'at most', 8],
        },
      ];
    });
  });
