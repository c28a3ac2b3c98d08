import { randomUUID } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { calls } from '../../src/contract/calls.ts';
import { newPlace } from '../../src/server/testing/databases.ts';
import { freePort } from '../../src/server/testing/free-port.ts';
import {
  settingsAt,
  spawnServer,
  stopServerProcess,
  succeeded,
} from '../../src/server/testing/process.ts';
import { tell } from './figures.ts';
import { needs, Person } from './home.ts';
import { type Change, type Front, startCaddy, startNginx } from './home-proxies.ts';

/** A word that only notes contain. */
const MARK = 'quivering';
const TRICKLE_BYTES = 65_536;
const LONG = { timeout: 300_000 };
const HOUR_MS = 3_600_000;

interface Kind {
  readonly packages: Readonly<Record<string, string>>;
  readonly start: (appPort: number, port: number, change?: Change) => Promise<Front>;
  /** Changes of the configuration, and what the proof then must find. */
  readonly faults: readonly {
    readonly fault: string;
    readonly change: Change;
    readonly leak: string;
  }[];
}

const KINDS: Readonly<Record<string, Kind>> = {
  nginx: {
    packages: { nginx: 'nginx-light', openssl: 'openssl' },
    start: startNginx,
    faults: [
      {
        fault: 'requests are buffered',
        change: ['proxy_request_buffering off', 'proxy_request_buffering on'],
        leak: 'a temporary file while a request arrives',
      },
      {
        fault: 'answers are buffered',
        change: ['proxy_buffering off', 'proxy_buffering on'],
        leak: 'a temporary file while an answer leaves',
      },
      {
        fault: 'the usual log format',
        change: ['.log without_queries', '.log combined'],
        leak: 'an id in a log',
      },
      {
        fault: 'messages about faults',
        change: ['error.log crit', 'error.log error'],
        leak: 'an id in a log',
      },
      {
        fault: 'paths with secrets are logged',
        change: ['location ~ ^/api/(healthLink|endWeeklyReport)/', 'location /nowhere/'],
        leak: 'a secret in a log',
      },
    ],
  },
  Caddy: {
    packages: { caddy: 'caddy', openssl: 'openssl' },
    start: startCaddy,
    faults: [
      {
        fault: 'addresses of failed requests are logged',
        change: ['request>uri delete', ''],
        leak: 'an id in a log',
      },
      {
        fault: 'imports are larger than allowed',
        change: ['max_size 64MB', 'max_size 1MB'],
        leak: 'an import that fails',
      },
    ],
  },
};

describe.each(Object.entries(KINDS))('%s', (name, { packages, start, faults }) => {
  it('lets long reports and imports through, and keeps nothing of them', LONG, async (context) => {
    needs(context, packages);
    const { leaks, mib } = await tryProxy(start, 32_000);
    expect(leaks).toEqual([]);
    tell(context, `${name}: an import of ${mib} MiB and its report, no file and no id kept`);
  });

  it.for(faults)('is seen to fail: $fault', LONG, async ({ change, leak }, context) => {
    needs(context, packages);
    const { leaks } = await tryProxy(start, 8000, change);
    expect(leaks).toContain(leak);
  });
});

/** Sends a person's requests through a proxy. @returns what the proxy kept of them or did not let through */
async function tryProxy(start: Kind['start'], rows: number, change?: Change) {
  const port = await freePort();
  const settings = await settingsAt(await newPlace('SQLite'));
  const origin = `https://localhost:${port}`;
  const server = spawnServer({ ...settings, PUBLIC_URL: origin, TRUST_PROXY: '127.0.0.1' });
  await server.ready;
  const leaks: string[] = [];
  const proxy = await start(server.port, port, change);
  const person = new Person(proxy.origin, proxy);
  try {
    await person.signUp();
    const { userId, email } = person;
    await person.logForm();

    const content = legacyFile(rows);
    const input = JSON.stringify({ userId, format: 'legacy', content, dryRun: false });
    const imported = await trickled(proxy, person, input);
    if (imported.hasFile) leaks.push('a temporary file while a request arrives');
    if (imported.status !== 200) leaks.push('an import that fails');
    else {
      const query = new URLSearchParams({ userId, format: 'json' });
      const exported = await readSlowly(proxy, person, `${calls.exportData.path}?${query}`);
      expect(exported.body).toContain(MARK);
      if (exported.hasFile) leaks.push('a temporary file while an answer leaves');
      const period = { from: new Date(Date.now() - rows * HOUR_MS), to: new Date() };
      const report = { userId, email, method: 'simple', extent: 'everything', ...period };
      const { text: answer } = succeeded(await person.call('sendExportEmail', report));
      expect(Buffer.from(JSON.parse(answer).base64Data, 'base64').toString('latin1')).toMatch(
        /^%PDF/,
      );
    }
    const secret = randomUUID();
    await pathOf(proxy, person, `/api/healthLink/${secret}`);
    await stopServerProcess(server);
    expect(await pathOf(proxy, person, `/api/getUserForms?userId=${userId}`)).toBe(502);
    expect(await pathOf(proxy, person, `/api/healthLink/${secret}`)).toBe(502);

    const kept = keptIn(proxy.folder);
    if (kept.includes(userId) || kept.includes(email)) leaks.push('an id in a log');
    if (kept.includes(secret)) leaks.push('a secret in a log');
    if (kept.includes(MARK)) leaks.push('a note in a file');
    return { leaks, mib: Math.round(input.length / 1_048_576) };
  } finally {
    await stopServerProcess(server);
  }
}

/** A file of the former app with many forms. */
function legacyFile(rows: number): string {
  const now = Date.now();
  const row = (_: unknown, index: number) => {
    const time = new Date(now - (index + 24) * HOUR_MS).toISOString().slice(0, 16);
    return `,${time},Tremor,${1 + (index % 5)},${MARK} ${randomUUID()} ${'and so on '.repeat(30)}`;
  };
  return Array.from({ length: rows }, row).join('\n');
}

/** Sends a body in two parts, and looks for temporary files in between. */
async function trickled({ origin, ca, ...proxy }: Front, { cookie }: Person, body: string) {
  const headers = { 'content-type': 'application/json', cookie, 'content-length': body.length };
  const sent = request(new URL(calls.importData.path, origin), { method: 'POST', ca, headers });
  const half = body.length / 2;
  const answered = new Promise<number>((resolve) => {
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', () => resolve(0));
  });
  sent.write(body.slice(0, half));
  await setTimeout(500);
  const hasFile = hasTemporaryFile(proxy);
  sent.end(body.slice(half));
  return { hasFile, status: await answered };
}

/** Reads the first part of an answer, waits, and looks for temporary files before it reads the rest. */
async function readSlowly({ origin, ca, ...proxy }: Front, { cookie }: Person, path: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ hasFile: boolean; body: string }>();
  const sent = request(new URL(path, origin), { ca, headers: { cookie } });
  sent.on('error', reject);
  sent.on('response', (response) => {
    response.once('readable', () => {
      response.read(TRICKLE_BYTES);
      setTimeout(1500)
        .then(async () => {
          const hasFile = hasTemporaryFile(proxy);
          resolve({ hasFile, body: await text(response) });
        })
        .catch(reject);
    });
  });
  sent.end();
  return await promise;
}

async function pathOf({ origin, ca }: Front, { cookie }: Person, path: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request(new URL(path, origin), { ca, headers: { cookie } });
  sent.on('error', reject);
  sent.on('response', (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  sent.end();
  return await promise;
}

/**
 * Whether the proxy has a file with a body open. nginx deletes the names of its temporary files at once, so the open
 * files of its processes are the only trace.
 */
function hasTemporaryFile({ pid, folder }: Pick<Front, 'pid' | 'folder'>): boolean {
  return [pid, ...childrenOf(pid)]
    .flatMap((each) => {
      const files = `/proc/${each}/fd`;
      return readdirSync(files).map((file) => linkOf(join(files, file)));
    })
    .some((path) => path.startsWith(folder) && !/\.(?:log|pem|conf)$/.test(path));
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number);
}

/** All text in the proxy's files. */
function keptIn(folder: string): string {
  return globSync(join(folder, '**/*'))
    .filter((path) => existsSync(path) && statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}
