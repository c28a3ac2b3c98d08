import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it, type TestContext } from 'vitest';
import { copiesIn } from '../../src/server/backup/copies-folder.ts';
import { eventually } from '../../src/server/testing/eventually.ts';
import { freePort } from '../../src/server/testing/free-port.ts';
import { tell } from './figures.ts';
import { answerOf, needs, needsRoot, newFolder, Person, run } from './home.ts';
import { startNginx } from './home-proxies.ts';

const PACKAGES = { buildah: 'buildah', podman: 'podman', runc: 'runc', mmdebstrap: 'mmdebstrap' };
const IMAGE = 'symptom-tracker';
/** The user of the image, which owns nothing but /data. */
const USER = '1000';
const LONGEST_STOP_MS = 10_000;
const BACKUP_KEY = 'a passphrase on paper';

/** Containers and images of the proof alone, in a folder that is removed afterwards. */
let store: Promise<{ folder: string; settings: Record<string, string> }> | undefined;

afterAll(async () => {
  if (!store) return;
  const { folder, settings } = await store;
  await run('podman', ['rm', '--all', '--force', '--volumes'], settings);
  await run('buildah', ['rm', '--all'], settings);
  await run('rm', ['-rf', folder]);
});

/** Builds the image once, and runs podman with it. */
async function podman(...args: readonly string[]): Promise<string> {
  store ??= build();
  return await run('podman', args, (await store).settings);
}

async function build() {
  const folder = await run('mktemp', ['-d']);
  const settings = {
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
    CONTAINERS_CONF: join(folder, 'containers.conf'),
  };
  await writeFile(
    settings.CONTAINERS_STORAGE_CONF,
    `[storage]\ndriver = "overlay"\ngraphroot = "${folder}/images"\nrunroot = "${folder}/run"\n`,
  );
  // Low limits, because a machine may forbid its root to raise them.
  await writeFile(
    settings.CONTAINERS_CONF,
    `[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "none"\nlock_type = "file"\ntmp_dir = "${folder}/tmp"\n`,
  );
  await run('sh', ['deploy/image.sh', IMAGE], settings);
  return { folder, settings };
}

/** Starts the app in a container, and waits until it answers. */
async function startApp(
  volume: string,
  { port, ...settings }: { readonly port: number } & Record<string, string | number>,
  ...more: readonly string[]
): Promise<string> {
  const variables = Object.entries(settings).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const published = ['-p', `127.0.0.1:${port}:3000`, '-v', `${volume}:/data`];
  const container = await podman('run', '-d', ...published, ...variables, ...more);
  await answerOf(`http://127.0.0.1:${port}/healthz`);
  return container;
}

/** @returns how long the app took to stop (ms), and its exit code */
async function stopApp(container: string): Promise<{ ms: number; code: number }> {
  const began = performance.now();
  await podman('stop', '--time', '30', container);
  const ms = performance.now() - began;
  const code = await podman('inspect', '--format', '{{.State.ExitCode}}', container);
  return { ms, code: Number(code) };
}

/** The address from which the containers' host reaches them: the app's proxy on that host. */
async function gatewayOf(container: string): Promise<string> {
  return await podman('inspect', '--format', '{{.NetworkSettings.Gateway}}', container);
}

async function hintOf(port: number): Promise<string | undefined> {
  return JSON.parse(await answerOf(`http://127.0.0.1:${port}/healthz`)).hint;
}

function needsPodman(context: TestContext, more: Readonly<Record<string, string>> = {}): void {
  needs(context, { ...PACKAGES, ...more });
  needsRoot(context);
}

it('the image has no build tools, and a user without rights', async (context) => {
  needsPodman(context);
  const inImage = (script: string) =>
    podman('run', '--rm', '--entrypoint', 'sh', IMAGE, '-c', script);
  expect(await inImage('id -u; id -G')).toBe(`${USER}\n${USER}`);
  const tools = 'npm npx gcc cc make python3 git vite curl';
  expect(await inImage(`for tool in ${tools}; do command -v $tool; done; true`)).toBe('');
  expect(await inImage('ls /app/node_modules/.bin /app/src | grep -E "vite|web"; true')).toBe('');
  expect(await inImage('find / -xdev -writable -type d -not -path "/proc/*" | sort')).toBe(
    ['/data', '/run/lock', '/tmp', '/var/tmp'].join('\n'),
  );
  const bytes = await podman('image', 'inspect', '--format', '{{.Size}}', IMAGE);
  tell(context, `an image of ${Math.round(Number(bytes) / 1e6)} MB`);
  // The planted fault: the container runs as root.
  expect(await podman('run', '--rm', '--user', '0', IMAGE, 'id', '-u')).not.toBe(USER);
}, 900_000);

it('the app runs in a container, stops in time and keeps its data in the volume', async (context) => {
  needsPodman(context);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = { port, PUBLIC_URL: origin };
  const first = await startApp('home-data', settings, IMAGE);
  const person = new Person(origin);
  await person.signUp();
  const notes = await person.logForm();
  await podman('healthcheck', 'run', first);
  const { ms, code } = await stopApp(first);
  expect(code).toBe(0);
  expect(ms).toBeLessThan(LONGEST_STOP_MS);
  const second = await startApp('home-data', settings, IMAGE);
  await person.expectForm(notes);
  await stopApp(second);
  const nowhere = ['-e', 'DATABASE_URL=postgres://nobody@127.0.0.1:9/nothing'];
  const waiting = await podman('run', '-d', ...nowhere, IMAGE);
  await eventually(async () => expect(await podman('logs', waiting)).toContain('does not answer'));
  expect((await stopApp(waiting)).ms).toBeLessThan(LONGEST_STOP_MS);
  // A planted fault: the data is not in the volume.
  const other = await startApp('home-other', settings, IMAGE);
  await expect(person.expectForm(notes)).rejects.toThrow();
  await stopApp(other);
  // A planted fault: the first process ignores the signal, as a shell does.
  const deaf = ['--entrypoint', 'sh', IMAGE, '-c', 'trap "" TERM; node src/server/main.ts & wait'];
  const late = await stopApp(await startApp('home-other', settings, ...deaf));
  expect(late.code === 0 && late.ms < LONGEST_STOP_MS).toBe(false);
  // A planted fault: nothing listens where the HEALTHCHECK asks.
  const moved = await podman('run', '-d', '-e', 'PORT=3001', IMAGE);
  await expect(podman('healthcheck', 'run', moved)).rejects.toThrow();
  tell(context, `a container stopped in ${Math.round(ms)} ms`);
}, 900_000);

it('behind nginx with TLS, and everything back from the folder and the key', async (context) => {
  needsPodman(context, { nginx: 'nginx-light', openssl: 'openssl' });
  const copies = join(await newFolder(), 'copies');
  await mkdir(copies);
  await run('chown', [USER, copies]);
  const [port, httpsPort] = [await freePort(), await freePort()];
  const origin = `https://localhost:${httpsPort}`;
  const probe = await podman('run', '-d', IMAGE);
  const gateway = await gatewayOf(probe);
  await stopApp(probe);
  const settings = { port, PUBLIC_URL: origin, TRUST_PROXY: gateway };
  const copying = { BACKUP_TO: '/copies', BACKUP_KEY, BACKUP_EVERY: '10m' };
  const mount = ['-v', `${copies}:/copies`];
  const app = await startApp('home-first', settings, IMAGE);
  const { ca } = await startNginx(port, httpsPort);
  const people = [1, 2, 3, 4, 5, 6].map(
    (n) => new Person(origin, { ca, localAddress: `127.0.0.${n}` }),
  );
  for (const person of people) await person.signUp();
  const notes = await Promise.all(people.map((person) => person.logForm()));
  expect(await hintOf(port)).toBeUndefined();
  await stopApp(app);
  const copier = await startApp('home-first', { ...settings, ...copying }, ...mount, IMAGE);
  await eventually(() => expect(copiesIn(copies)).toHaveLength(1));

  // The machine is lost: only the folder of copies and the key are left.
  await podman('rm', '--force', copier);
  await podman('volume', 'rm', '--force', 'home-first');
  const restoring = [
    ...mount,
    '-v',
    'home-restored:/data',
    '-e',
    `BACKUP_KEY=${BACKUP_KEY}`,
    IMAGE,
  ];
  const said = await podman('run', '--rm', ...restoring, 'node', 'scripts/restore.ts', '/copies');
  expect(said).toContain('Restored from /copies');
  const again = await startApp('home-restored', settings, IMAGE);
  for (const [n, person] of people.entries()) await person.expectForm(notes[n] ?? '');
  await stopApp(again);

  // A planted fault: TRUST_PROXY has the host's own address, which no request in a container comes from.
  const wrong = { ...settings, TRUST_PROXY: '127.0.0.1' };
  await startApp('home-restored', wrong, IMAGE);
  await people[0]?.expectForm(notes[0] ?? '');
  expect(await hintOf(port)).toContain('TRUST_PROXY');
  tell(context, `${people.length} people behind nginx; all back after a restore`);
}, 900_000);
