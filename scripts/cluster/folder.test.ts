import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { claimFolder, dataIn } from './folder.ts';
import { refuseTaken } from './ports.ts';

const isFine = async () => {};

/** A folder for a test, which the users of the programs can enter. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'symptom-tracker-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  return folder;
}

// `flock` is a program of Linux.
describe.runIf(process.platform === 'linux')('the folder of a cluster', () => {
  it('is refused if it has files of something else, and is not changed', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'backups'));
    writeFileSync(join(folder, 'backups', 'notes.txt'), 'mine');
    await expect(claimFolder(folder, isFine)).rejects.toThrow('has files of something else');
    expect(readdirSync(folder, { recursive: true })).toEqual(['backups', 'backups/notes.txt']);
    expect(statSync(folder).mode & 0o777).toBe(0o755);
  });

  it('is refused while its cluster runs', async () => {
    const folder = join(newFolder(), 'new');
    await claimFolder(folder, isFine);
    const mark = join(folder, 'symptom-tracker-cluster.txt');
    writeFileSync(mark, 'unchanged');
    await expect(claimFolder(folder, isFine)).rejects.toThrow('A cluster already runs in');
    expect(readFileSync(mark, 'utf8')).toBe('unchanged');
  });

  it('is not created if the cluster cannot start', async () => {
    const folder = join(newFolder(), 'new');
    const refuse = () => Promise.reject(new Error('no'));
    await expect(claimFolder(folder, refuse)).rejects.toThrow('no');
    expect(existsSync(folder)).toBe(false);
  });

  it.each([
    ['has a path that is too long for a socket', 'a'.repeat(90), 'too long'],
    ['would be in a missing folder', 'missing/new', 'There is no folder'],
  ])('is refused if it %s', async (_why, name, message) => {
    const folder = newFolder();
    await expect(claimFolder(join(folder, name), isFine)).rejects.toThrow(message);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('has data while one machine has some', () => {
    const folder = newFolder();
    expect(dataIn(folder)).toEqual([]);
    const others = ['etcd2/etcd', 'pg2/postgresql'].map((name) => join(folder, name));
    for (const path of others) mkdirSync(path, { recursive: true });
    expect(dataIn(folder).sort()).toEqual(others);
  });

  it('may be empty, and is ignored by git', async () => {
    const folder = newFolder();
    await claimFolder(folder, isFine);
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
  });
});

it('names a port that is in use, and what to do', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const taken = server.address();
  const port = typeof taken === 'object' && taken ? taken.port : 0;
  await expect(refuseTaken([{ address: '127.0.0.1', port, advice: 'stop it' }])).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use: stop it`,
  );
});
