import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';

/** Runs a script through `run.mjs` with an empty set-up, optionally sends it a signal, and returns how it ended. */
async function endOf(script: string, signal?: NodeJS.Signals) {
  const child = await start(script, {});
  const ended = once(child, 'close');
  if (signal) {
    await once(child.stdout, 'data');
    child.kill(signal);
  }
  return await ended;
}

/** Starts a script through `run.mjs` with an empty set-up, in a new folder with these files. */
async function start(
  script: string,
  files: Readonly<Record<string, string>>,
  { env = {}, options = [] as string[] } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'symptom-tracker-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await copyFile(resolve('scripts/run.mjs'), join(folder, 'run.mjs'));
  const setUp =
    'export const setUp = async () => process.execPath; export const stopSetUp = () => {};';
  await writeFile(join(folder, 'set-up.mjs'), setUp);
  await writeFile(join(folder, 'script.mjs'), script);
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content);
  }
  const command = [join(folder, 'run.mjs'), ...options, join(folder, 'script.mjs')];
  return spawn(process.execPath, command, { env, cwd: folder });
}

const UP = "setInterval(() => {}, 1000); process.stdout.write('up');";

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a script that %s ends exits with %i', async (signal, code) => {
  expect(await endOf(UP, signal)).toEqual([code, null]);
});

it('passes on the exit code 0 of a server that stops gracefully', async () => {
  const inOrder = `process.on('SIGTERM', () => process.exit());${UP}`;
  expect(await endOf(inOrder, 'SIGTERM')).toEqual([0, null]);
});

it('passes on a script’s own exit code', async () => {
  expect(await endOf('process.exit(3);')).toEqual([3, null]);
});

describe('a file .env', () => {
  const SETTINGS = { '.env': 'PORT=8080\nSUPPORT_EMAIL=help@example.org\n' };
  const SAY = "process.stdout.write(process.env.PORT + ' ' + process.env.SUPPORT_EMAIL);";

  it.each([
    ['is read', {}, [], '8080 help@example.org'],
    ['yields to the environment', { PORT: '9090' }, [], '9090 help@example.org'],
    ['does not count in tests', {}, ['--for-tests'], 'undefined undefined'],
  ])('%s', async (_what, env, options: string[], said) => {
    const child = await start(SAY, SETTINGS, { env, options });
    expect(await text(child.stdout)).toBe(said);
  });
});
