import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { DAY_MS } from '../../src/domain/zone.ts';
import { inBrowser, slowDown } from '../measuring/browser.ts';
import { addDoses, addForms, addPeople, inDatabase, type Person } from '../measuring/data.ts';
import { type Figure, inRounds, type Measurement, only } from '../measuring/figure.ts';
import { generate, type Request, save } from '../measuring/load.ts';
import { inFolder, OURS, OURS_ROOMY, withServer } from '../measuring/programs.ts';
import { openDashboard, SLOWER, timeUntil } from './phone.ts';

const MONTH = 28;
const TEN_YEARS = 3653;
const FOR_MS = 5000;
const WARM_UP_MS = 2000;
const READS = 200;

interface Patient {
  readonly person: Person;
  readonly medicationId: string;
}

/** Runs the work with our server and a person with three forms a day and, if `hasDoses`, four doses a day. */
async function withPatient<Value>(
  days: number,
  hasDoses: boolean,
  work: (url: string, patient: Patient) => Promise<Value>,
  script = OURS,
): Promise<Value> {
  return await inFolder(async (dataDir) => {
    const patient = await inDatabase({ dataDir }, async (db) => {
      const [person] = (await addPeople(db, 1)) as [Person];
      await addForms(db, days);
      const medicationId = hasDoses ? await addDoses(db, person, days) : '';
      return { person, medicationId };
    });
    return await withServer(script, { dataDir }, ({ url }) => work(url, patient));
  });
}

/** How much time doses take: on a slow phone, in a save, and for a person with ten years of doses. */
export const doses: Figure = async ({ rounds: count, scale }) => [
  ...(await onSlowPhone(count)),
  await saveOfDose(count, scale),
  ...(await afterTenYears(count)),
];

async function onSlowPhone(count: number): Promise<Measurement[]> {
  const rounds: { logged: number; chart: number }[] = [];
  for (let round = 0; round < count; round += 1) {
    rounds.push(
      await withPatient(MONTH, true, (url, { person }) =>
        inBrowser(async (browser) => {
          const page = await openDashboard(browser, url, person);
          await page.getByRole('img').nth(2).waitFor();
          await slowDown(page, SLOWER);
          const symptom = page.getByLabel('Symptom', { exact: true });
          const drawn = '[role=img][aria-label^="Stiffness, severity after"]';
          const chart = await timeUntil(symptom, { value: 'Stiffness', drawn });
          const press = page.getByRole('button', { name: 'Took it' });
          const logged = await timeUntil(press, { drawn: '.dose-logged' });
          await page.context().close();
          return { logged, chart };
        }),
      ),
    );
  }
  const row = (figure: string, key: 'logged' | 'chart', limit: number): Measurement => ({
    figure: `${figure}, CPU slowed ${SLOWER} times`,
    unit: 'ms',
    rounds: rounds.map((round) => ({ ours: round[key] })),
    aim: ['value', 'at most', limit],
  });
  return [
    row("a press on 'Took it' until the row says 'Logged'", 'logged', 100),
    row("another symptom of 'After a dose', 28 days", 'chart', 120),
  ];
}

async function saveOfDose(count: number, scale: number): Promise<Measurement> {
  const measure = (requestOf: (patient: Patient) => Request) => () =>
    withPatient(
      MONTH,
      true,
      (url, patient) =>
        generate({
          url,
          people: [patient.person],
          requestOf: () => requestOf(patient),
          forMs: FOR_MS * scale,
          warmUpMs: WARM_UP_MS * scale,
        }),
      OURS_ROOMY,
    );
  const rounds = await inRounds(
    count,
    measure(logDose),
    measure(({ person }) => save(person)),
  );
  return {
    figure: 'saving a dose, one client, SQLite, p50',
    reference: 'saving a form',
    unit: 'ms',
    rounds: only(rounds, 'p50'),
    aim: ['ratio', 'at most', 1.05],
  };
}

async function afterTenYears(count: number): Promise<Measurement[]> {
  const timesOf = (days: number, hasDoses: boolean) => () =>
    withPatient(days, hasDoses, async (url, { person }) => ({
      window: await timeOfReads(url, person),
      report: days === TEN_YEARS ? await timeOfReport(url, person) : 0,
    }));
  const long = timesOf(TEN_YEARS, true);
  const windows = await inRounds(count, long, timesOf(MONTH, true));
  const reports = await inRounds(count, long, timesOf(TEN_YEARS, false));
  return [
    {
      figure: 'doses of 28 days of a person with ten years of them',
      reference: 'of a person with 28 days',
      unit: 'ms',
      rounds: only(windows, 'window'),
      aim: ['ratio', 'at most', 1.2],
    },
    {
      figure: 'report of ten years with 11,000 forms and 14,600 doses',
      reference: 'without doses',
      unit: 'ms',
      rounds: only(reports, 'report'),
      aim: ['value', 'at most', 3000],
    },
  ];
}

/** The mean time of a read of the last 28 days' doses (ms). */
async function timeOfReads(url: string, { userId, cookie }: Person): Promise<number> {
  const from = new Date(Date.now() - MONTH * DAY_MS).toISOString();
  const query = new URLSearchParams({ userId, from, limit: '4000' });
  const read = async () => {
    const { statusCode, body } = await request(`${url}/api/getDoses?${query}`, {
      headers: { cookie },
    });
    const answer = await body.text();
    if (statusCode !== 200) throw new Error(`Answered with ${statusCode}: ${answer}`);
  };
  await read();
  const begun = performance.now();
  for (let each = 0; each < READS; each += 1) await read();
  return (performance.now() - begun) / READS;
}

/** The time of a report of all days (ms). A first report is not measured, because it starts the worker process. */
async function timeOfReport(url: string, { userId, cookie }: Person): Promise<number> {
  const make = async () => {
    const begun = performance.now();
    const { statusCode, body } = await request(`${url}/api/sendExportEmail`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ userId, email: `${userId}@example.org`, method: 'simple' }),
    });
    const answer = await body.text();
    if (statusCode !== 200) throw new Error(`Answered with ${statusCode}: ${answer}`);
    return performance.now() - begun;
  };
  await make();
  return await make();
}

function logDose({ person: { userId, cookie }, medicationId }: Patient): Request {
  return {
    method: 'POST',
    path: '/api/logDose',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({
      userId,
      doseId: randomUUID(),
      medicationId,
      amount: 1,
      takenAt: new Date().toISOString(),
      status: 'taken',
    }),
  };
}
