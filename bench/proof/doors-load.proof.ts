import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DAY_MS, isoOf } from '../../src/domain/zone.ts';
import { newPlace, openPlace, type Place } from '../../src/server/testing/databases.ts';
import { addForms } from '../../src/server/testing/entries.ts';
import { type ServerProcess, succeeded } from '../../src/server/testing/process.ts';
import { NO_NOTES } from '../../src/server/testing/sharing.ts';
import { doorOf, numbers, type Resident, resident } from './doors.ts';
import { tell, times } from './figures.ts';

const SOCKETS = 150;
const MOST_MIB = 600;
const GIVEN_BACK_WITHIN_MS = 60_000;
const SMALL_REPORT_WITHIN_MS = 5000;
const HEALTHY_WITHIN_MS = 200;
/** More than activity shows at once. */
const EXPORTS = 5005;
const NOTE = 'fell twice on the stairs and got up alone, '.repeat(200);

/** Gives people forms with 43 KB of notes each, directly in the database. */
async function fill(place: Place, people: readonly Resident[], forms: number): Promise<void> {
  const db = await openPlace(place);
  for (const { userId } of people) {
    await addForms({ context: { db } }, { userId }, forms, NOTE);
    // The server counts text as it saves it, and these forms were not saved by calls.
    const bytes = { text_bytes: forms * 5 * NOTE.length };
    await db.updateTable('profiles').set(bytes).where('user_id', '=', userId).execute();
  }
  await db.destroy();
}

/** The memory of a server (MiB). */
async function memoryOf({ child }: ServerProcess): Promise<number> {
  const [, kib] =
    /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

/** Asks for the health of a server every 20 ms until it is told to stop. Resolves to the times of the answers (ms). */
function watchHealth({ port }: ServerProcess) {
  const stopping = new AbortController();
  const watching = (async () => {
    const tookMs: number[] = [];
    while (!stopping.signal.aborted) {
      const began = performance.now();
      const { status } = await fetch(`http://127.0.0.1:${port}/healthz`);
      expect(status).toBe(200);
      tookMs.push(performance.now() - began);
      await pause(20);
    }
    return tookMs.sort((a, b) => a - b);
  })();
  return async () => {
    stopping.abort();
    return await watching;
  };
}

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (engine) => {
  it('readers that never read get no memory', async (context) => {
    const place = await newPlace(engine);
    const server = await doorOf(place);
    const [thief, other] = [await resident(server), await resident(server)];
    await fill(place, [thief], 350);
    const { userId, visitor } = thief;
    const ask = `GET /api/getUserForms?userId=${userId} HTTP/1.1\r\nhost: x\r\ncookie: ${visitor.cookie}\r\n\r\n`;
    // The first answers only warm up the server.
    for (const _ of numbers(3)) succeeded(await visitor.call(server, 'getUserForms', { userId }));
    const before = await memoryOf(server);
    const sockets: Socket[] = [];
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
    for (const _ of numbers(SOCKETS)) {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {});
      socket.pause().write(ask);
      sockets.push(socket);
    }
    let most = before;
    const saves: number[] = [];
    const begun = performance.now();
    while (performance.now() < begun + GIVEN_BACK_WITHIN_MS) {
      most = Math.max(most, await memoryOf(server));
      const formData = { symptom1: { name: 'Tremor', severity: 3, notes: '' } };
      const saved = other.visitor.call(server, 'saveSymptomForm', {
        userId: other.userId,
        formData,
      });
      saves.push(succeeded(await saved).tookMs);
      await pause(250);
    }
    const after = await memoryOf(server);
    tell(
      context,
      `${engine}: ${SOCKETS} sockets that never read: ${Math.round(most - before)} MiB more at most, ${Math.round(after - before)} MiB after 60 s; another person's slowest save ${Math.round(Math.max(...saves))} ms`,
    );
    expect(most - before).toBeLessThan(MOST_MIB);
    expect(after - before).toBeLessThan(MOST_MIB / 2);
  });

  it('four accounts ask for long reports: another one gets a short one', async (context) => {
    const place = await newPlace(engine);
    const server = await doorOf(place);
    const four: Resident[] = [];
    for (const _ of numbers(4)) four.push(await resident(server));
    const other = await resident(server);
    await fill(place, four, 700);
    const report = ({ visitor, userId, email }: Resident) =>
      visitor.call(server, 'sendExportEmail', { userId, email, method: 'simple' });
    const formData = { symptom1: { name: 'Tremor', severity: 3, notes: '' } };
    const { userId } = other;
    succeeded(await other.visitor.call(server, 'saveSymptomForm', { userId, formData }));
    succeeded(await report(other));
    const done = new AbortController();
    const long = Promise.all(four.map(report)).finally(() => done.abort());
    const tookMs: number[] = [];
    while (!done.signal.aborted && tookMs.length < 8) {
      tookMs.push(succeeded(await report(other)).tookMs);
      await pause(2000);
    }
    const slowest = Math.round(Math.max(...tookMs));
    const ends = (await long).map(
      ({ status, tookMs }) => `${status} in ${Math.round(tookMs / 1000)} s`,
    );
    tell(
      context,
      `${engine}: a short report in ${slowest} ms at most while four of 30 MB are made (${ends.join(', ')})`,
    );
    expect(slowest).toBeLessThan(SMALL_REPORT_WITHIN_MS);
  });

  it('twenty searches at once: the server answers others', async (context) => {
    const place = await newPlace(engine);
    const server = await doorOf(place);
    const searcher = await resident(server);
    await fill(place, [searcher], 350);
    const stop = watchHealth(server);
    const { userId, visitor } = searcher;
    const search = () =>
      visitor.call(server, 'searchForms', { userId, search: 'walked to the sea' });
    const answers = await Promise.all(numbers(20).map(search));
    const tookMs = await stop();
    const slowest = Math.round(tookMs.at(-1) ?? 0);
    const statuses = [...new Set(answers.map(({ status }) => status))].join(' and ');
    tell(
      context,
      `${engine}: /healthz in ${Math.round(tookMs[tookMs.length >> 1] ?? 0)} ms in the middle and ${slowest} ms at most during 20 searches in 15 MB, answered with ${statuses}`,
    );
    expect(slowest).toBeLessThan(HEALTHY_WITHIN_MS);
  });

  it('thousands of exports hide no link', async (context) => {
    const server = await doorOf(await newPlace(engine));
    const { visitor, userId } = await resident(server);
    const expiresAt = isoOf(Date.now() + 29 * DAY_MS);
    const made = { userId, label: 'A stranger', expiresAt, scope: NO_NOTES };
    succeeded(await visitor.call(server, 'makeShare', made));
    const exports = times(EXPORTS);
    const left = numbers(exports);
    await Promise.all(
      numbers(2).map(async () => {
        while (left.pop() !== undefined) {
          succeeded(await visitor.call(server, 'exportData', { userId, format: 'json' }));
        }
      }),
    );
    const { text } = succeeded(await visitor.call(server, 'getActivity', { userId, limit: 20 }));
    const activity = JSON.parse(text) as { kind: string; count?: number }[];
    const counted = activity.filter(({ kind }) => kind === 'exported');
    tell(
      context,
      `${engine}: ${exports} exports are ${counted.length} rows of the activity; the link made before them is there`,
    );
    expect(activity.map(({ kind }) => kind)).toContain('shareMade');
    expect(counted.length).toBeLessThan(5);
  });
});
