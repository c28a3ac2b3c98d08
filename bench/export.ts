import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type CallName, calls } from '../src/contract/calls.ts';
import { EXPORT_FORMATS, EXPORT_TOTAL_HEADER } from '../src/contract/file-formats.ts';
import { freePort } from '../src/server/testing/free-port.ts';

/**
 * npm run bench:export
 *
 * What exports and imports of one year and of ten cost a server of its own on a SQLite file: time, size, the
 * most memory meanwhile, and the slowest answers of a second person who loads their dashboard and saves forms
 * all the time.
 */

const DAY_MS = 86_400_000;
const FORMS_A_DAY = 3;
const SAMPLE_EVERY_MS = 10;
/** Much more often than anyone does, and seldom enough that the second person's forms stay few. */
const SAVE_EVERY_MS = 100;
const MIB = 1_048_576;
const NOTE = 'Slept badly, better after a walk and breakfast';
/** Makes 48 MB of ten years. */
const LONG_NOTE = NOTE.padEnd(7000, '. And so on');
const PASSWORD = 'correct horse 1';

const dataDir = await mkdtemp(join(tmpdir(), 'symptom-tracker-export-'));
const port = await freePort();
const server = spawn(process.execPath, [resolve(import.meta.dirname, '../src/server/main.ts')], {
  env: { PORT: String(port), DATA_DIR: dataDir },
  stdio: ['ignore', 'pipe', 'inherit'],
});

interface Person {
  readonly userId: string;
  readonly cookie: string;
}

try {
  await ready();
  const other = await person('second');
  say('', 'time', 'size', 'memory before', 'at most', 'slowest load', 'slowest save');
  // The first of each is not told: the server is still being compiled.
  const first = await person('first');
  await measured('', other, async () => {
    await importInto(first, fileOf(30));
    return exportOf(first, 'csv');
  });
  await measured('nothing, 2 s', other, () => setTimeout(2000, 0));
  for (const years of [1, 10]) {
    const content = fileOf(365 * years);
    const owner = await person(`years${years}`);
    await measured(`import, ${years} y`, other, () => importInto(owner, content));
    for (const format of EXPORT_FORMATS) {
      await measured(`${format}, ${years} y`, other, () => exportOf(owner, format));
    }
  }
  const large = fileOf(3650, LONG_NOTE);
  await measured('long notes', other, async () => importInto(await person('large'), large));
} finally {
  server.kill('SIGTERM');
  await once(server, 'close');
  await rm(dataDir, { recursive: true, force: true });
}

async function ready(): Promise<void> {
  let said = '';
  await new Promise<void>((done, reject) => {
    server.stdout.on('data', (part) => {
      said += part;
      if (said.includes('is ready at')) done();
    });
    server.on('close', (code) => reject(new Error(`The server ended with ${code}`)));
  });
}

/** Rows as the legacy table has them: three symptoms a form, a note in every fifth. */
function fileOf(days: number, fifthNote = NOTE): string {
  const newest = Date.now() - DAY_MS;
  const rows = Array.from({ length: days * FORMS_A_DAY }, (_, form) => {
    const time = new Date(newest - (form * DAY_MS) / FORMS_A_DAY).toISOString();
    const note = form % 5 === 0 ? fifthNote : '';
    return ['Tremor', 'Stiffness', 'Balance'].map(
      (name, index) => `u,${time},${name},${((form + index) % 5) + 1},"${note}"`,
    );
  });
  return rows.flat().join('\n');
}

/** Imports a file; gives its size in bytes. */
async function importInto(owner: Person, content: string): Promise<number> {
  const input = { userId: owner.userId, format: 'legacy', content, dryRun: false };
  await ask('importData', input, owner);
  return content.length;
}

/** Takes a whole export as it comes; gives its size in bytes. */
async function exportOf({ userId, cookie }: Person, format: string): Promise<number> {
  const query = new URLSearchParams({ userId, format });
  const response = await fetch(`http://127.0.0.1:${port}${calls.exportData.path}?${query}`, {
    headers: { cookie, 'accept-encoding': 'identity' },
  });
  if (!response.headers.get(EXPORT_TOTAL_HEADER)) throw new Error(await response.text());
  let size = 0;
  for await (const part of response.body ?? []) size += part.length;
  return size;
}

/** Does the work while a second person goes on, and tells what both saw. */
async function measured(what: string, other: Person, work: () => Promise<number>): Promise<void> {
  const watch = { over: false, most: 0, load: 0, save: 0 };
  const before = await memory();
  const watching = [watchMemory(watch), loadDashboard(watch, other), saveForms(watch, other)];
  const start = performance.now();
  const size = await work();
  const time = performance.now() - start;
  watch.over = true;
  await Promise.all(watching);
  if (what === '') return;
  say(
    what,
    `${time.toFixed(0)} ms`,
    `${(size / MIB).toFixed(2)} MiB`,
    `${before.toFixed(0)} MiB`,
    `${watch.most.toFixed(0)} MiB`,
    `${watch.load.toFixed(1)} ms`,
    `${watch.save.toFixed(1)} ms`,
  );
}

interface Watch {
  over: boolean;
  most: number;
  load: number;
  save: number;
}

async function watchMemory(watch: Watch): Promise<void> {
  while (!watch.over) {
    watch.most = Math.max(watch.most, await memory());
    await setTimeout(SAMPLE_EVERY_MS);
  }
}

/** The server's resident memory in MiB, where the system tells it as Linux does. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function loadDashboard(watch: Watch, { userId, cookie }: Person): Promise<void> {
  const from = new Date(Date.now() - 90 * DAY_MS).toISOString();
  const asked: readonly [CallName, Record<string, string>][] = [
    ['getSession', {}],
    ['getUserProfile', { userId }],
    ['getUserForms', { userId, limit: '10' }],
    ['getUserForms', { userId, from }],
  ];
  while (!watch.over) {
    for (const [name, input] of asked) {
      const start = performance.now();
      await ask(name, input, { userId, cookie });
      watch.load = Math.max(watch.load, performance.now() - start);
    }
  }
}

async function saveForms(watch: Watch, owner: Person): Promise<void> {
  const formData = { symptom1: { name: 'Tremor', severity: 3, notes: '' } };
  while (!watch.over) {
    const start = performance.now();
    await ask('saveSymptomForm', { userId: owner.userId, formData }, owner);
    watch.save = Math.max(watch.save, performance.now() - start);
    await setTimeout(SAVE_EVERY_MS);
  }
}

async function person(name: string): Promise<Person> {
  const email = `${name}@example.org`;
  const { body, cookie } = await ask('signUp', { email, password: PASSWORD });
  const { userId } = body as { userId: string };
  const owner = { userId, cookie };
  const profile = { firstName: 'Grace', lastName: 'Hopper', birthday: '1950-12-09' };
  const about = { biologicalSex: 'female', yearsWithParkinsons: 6 };
  await ask('createUser', { userId, email, ...profile, ...about }, owner);
  if (name === 'second') {
    await ask('updateSymptoms', { userId, action: 'update', symptom1: 'Tremor' }, owner);
  }
  return owner;
}

async function ask(name: CallName, input: Record<string, unknown>, owner?: Person) {
  const { method, path } = calls[name];
  const url = new URL(path, `http://127.0.0.1:${port}`);
  if (method === 'GET') url.search = new URLSearchParams(input as never).toString();
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', cookie: owner?.cookie ?? '' },
    ...(method === 'POST' && { body: JSON.stringify(input) }),
  });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`${name} answered with ${JSON.stringify(body)}`);
  return { body, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

function say(what: string, ...columns: readonly string[]): void {
  const padded = columns.map((column) => column.padStart(14)).join('');
  process.stdout.write(`${what.padEnd(14)}${padded}\n`);
}
