import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { calls } from '../contract/calls.ts';
import { onEveryDatabase } from './testing/databases.ts';
import { eventually } from './testing/eventually.ts';
import { freePort } from './testing/free-port.ts';
import {
  callOver,
  personOver,
  type ServerProcess,
  spawnServer,
  startedServer,
  stopServerProcess,
} from './testing/process.ts';

onEveryDatabase((place, onlyOnce) => {
  onlyOnce(() => {
    it.each([
      ['https://tracker.example.org', '', 1],
      ['https://tracker.example.org', '127.0.0.1', 0],
      ['', '', 0],
    ])('PUBLIC_URL %s with TRUST_PROXY %s logs %i warnings', async (url, proxy, times) => {
      const { dataDir, databaseUrl = '' } = place();
      const server = spawnServer({
        PORT: String(await freePort()),
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        PUBLIC_URL: url,
        TRUST_PROXY: proxy,
      });
      onTestFinished(() => stopServerProcess(server));
      await server.ready;
      // The server may write the warning a moment after it is ready, so stop it before the test reads the log.
      await stopServerProcess(server);
      expect(server.output.stdout.split('TRUST_PROXY is not set')).toHaveLength(times + 1);
    });
  });

  it('finishes a pending request before it stops, and shows everything after a restart', async () => {
    const first = await startedServer(place());
    const { userId, cookie } = await personOver(first);
    const saving = await saveUnderWay(first, userId, cookie);
    const idle = await idleConnection(first);
    first.child.kill('SIGTERM');
    // The server closes idle connections as soon as it begins to stop.
    await once(idle, 'close');
    await expect(callOver(first, 'getSession', {}, cookie)).rejects.toThrow();

    const saved = await saving.finish();
    // The server closes the connection after the response. Otherwise the browser would keep it open, and the stop would
    // wait for it.
    expect([saved.status, saved.connection]).toEqual([200, 'close']);
    expect(await first.ended).toBe(0);
    expect(first.output.stdout).toMatch(/^Symptom Tracker has stopped$/m);
    expect(first.output.stderr).toBe('');

    const second = await startedServer(place());
    const forms = await callOver(second, 'getUserForms', { userId }, cookie);
    expect(JSON.parse(forms.text)).toEqual([JSON.parse(saved.text)]);
    const profile = await callOver(second, 'getUserProfile', { userId }, cookie);
    expect(JSON.parse(profile.text)).toMatchObject({ name: 'Grace Hopper', symptom1: 'Tremor' });
  });

  it('keeps a confirmed save even if the process is killed right after it', async () => {
    const first = await startedServer(place());
    const { userId, cookie } = await personOver(first, 'killed@example.org');
    const formData = { symptom1: { name: 'Tremor', severity: 5, notes: 'Just before' } };
    const saved = await callOver(first, 'saveSymptomForm', { userId, formData }, cookie);
    first.child.kill('SIGKILL');
    await first.ended;

    const second = await startedServer(place());
    const forms = await callOver(second, 'getUserForms', { userId }, cookie);
    expect(JSON.parse(forms.text)).toEqual([JSON.parse(saved.text)]);
  });

  onlyOnce(() => {
    it('stops gracefully when Ctrl+C reaches it twice', async () => {
      const server = await startedServer(place());
      server.child.kill('SIGINT');
      server.child.kill('SIGINT');
      expect(await server.ended).toBe(0);
      expect(server.output.stdout).toMatch(/^Symptom Tracker has stopped$/m);
    });
  });
});

it('writes files that other users of the machine cannot read', async () => {
  const dataDir = join(await emptyFolder(), 'data');
  const server = await startedServer({ engine: 'SQLite', dataDir, databaseUrl: undefined });
  const files = [dataDir, ...(await readdir(dataDir)).map((file) => join(dataDir, file))];
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) expect((await stat(file)).mode & 0o077, file).toBe(0);
  expect(server.output.stderr).toBe('');
});

describe('a server that cannot start', () => {
  it.each([
    ['DATA_DIR is a file', { DATA_DIR: import.meta.filename }, 'DATA_DIR'],
    [
      'there is no PostgreSQL server at DATABASE_URL',
      { DATABASE_URL: 'postgres://someone:planted@127.0.0.1:1/tracker', DATABASE_WAIT: '0' },
      'DATABASE_URL',
    ],
  ])('says in one line what to check if %s, and exits with 1', async (_what, settings, name) => {
    const dataDir = await emptyFolder();
    const server = spawnServer({ PORT: '3000', DATA_DIR: dataDir, ...settings });
    expect(await server.ended).toBe(1);
    expect(server.output.stdout).toBe('');
    expect(server.output.stderr).toMatch(new RegExp(`^[^\\n]* check ${name}: [^\\n]+\\n$`));
    expect(server.output.stderr).not.toContain('planted');
  });

  it('lists every bad setting at once, changes nothing and exits with 1', async () => {
    const dataDir = join(await emptyFolder(), 'data');
    const server = spawnServer({
      PORT: '70000',
      PUBLIC_URL: 'tracker.example.org',
      DATA_DIR: dataDir,
      DATABASE_URL: 'mysql://somewhere',
      TIME_ZONE: 'America/Atlantis',
      SUPPORT_EMAIL: 'nobody',
    });
    expect(await server.ended).toBe(1);
    expect(server.output).toEqual({
      stdout: '',
      stderr: [
        'These settings need a change:',
        '  PORT must be a port number from 1 to 65535',
        '  PUBLIC_URL must be an address such as https://tracker.example.org',
        '  DATABASE_URL must begin with postgres://',
        '  TIME_ZONE must be a time zone such as America/New_York',
        '  SUPPORT_EMAIL must be an email address',
        '',
      ].join('\n'),
    });
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
  });

  it('ends at a signal while it waits for its database', async () => {
    const port = await freePort();
    const server = spawnServer({
      PORT: String(port),
      DATA_DIR: await emptyFolder(),
      DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/nothing`,
    });
    await eventually(() => expect(server.output.stdout).toContain('does not answer yet'));
    server.child.kill('SIGTERM');
    // The shell's code of a signal. Without a handler, the first process of a container would not end.
    expect(await server.ended).toBe(128 + 15);
  });

  it('says in one line that its port is in use, and exits with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const server = spawnServer({ PORT: String(port), DATA_DIR: await emptyFolder() });
    expect(await server.ended).toBe(1);
    expect(server.output).toEqual({
      stdout: '',
      stderr:
        'That port is in use. Stop the other program, or choose another port: PORT=3001 npm start\n',
    });
  });
});

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'symptom-tracker-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A save whose body has not arrived, although the server has read the head. */
async function saveUnderWay(server: ServerProcess, userId: string, cookie: string) {
  const formData = { symptom1: { name: 'Tremor', severity: 4, notes: 'While stopping' } };
  const body = JSON.stringify({ userId, formData });
  const { method, path } = calls.saveSymptomForm;
  const underWay = request({
    port: server.port,
    path,
    method,
    agent: keepingAlive(),
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      cookie,
      // The server says 'continue' once it has the head of the request.
      expect: '100-continue',
    },
  });
  underWay.flushHeaders();
  await once(underWay, 'continue');
  return {
    async finish() {
      underWay.end(body);
      const [response] = await once(underWay, 'response');
      const { statusCode: status, headers } = response;
      return { status, connection: headers.connection, text: await text(response) };
    },
  };
}

/** A connection that is kept open after a response. */
async function idleConnection({ port }: ServerProcess): Promise<Socket> {
  const asked = request({ port, path: '/healthz', agent: keepingAlive() }).end();
  const [response] = await once(asked, 'response');
  const { socket } = response;
  await text(response);
  return socket;
}

/** Like browsers, keeps connections open on the client side. */
function keepingAlive(): Agent {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return agent;
}
