import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { noteBackup } from './backup/last-backup.ts';
import { type Config, readConfig } from './config.ts';
import { examine } from './doctor.ts';
import { newPlace } from './testing/databases.ts';
import { serverHere } from './testing/process.ts';

/** A push service whose clock is right. */
async function pushServiceHere(): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function wrongs(config: Config, options: Parameters<typeof examine>[1]) {
  const findings = await examine(config, options);
  return findings.filter(({ isWrong }) => isWrong).map(({ what }) => what);
}

it('finds nothing wrong with an app that runs and has a backup, and then each thing that is', async () => {
  const place = await newPlace('SQLite');
  const { port, stop } = await serverHere(place);
  const settings = { PORT: String(port), DATA_DIR: place.dataDir };
  const pushService = await pushServiceHere();
  expect(await wrongs(readConfig(settings), { pushService })).toEqual(['copies']);
  await noteBackup(place.dataDir);
  expect(await wrongs(readConfig(settings), { pushService })).toEqual([]);

  const ahead = Date.now() + 3_600_000;
  expect(await wrongs(readConfig(settings), { pushService, now: ahead })).toEqual(['clock']);
  const away = 'http://127.0.0.1:9/';
  expect(await wrongs(readConfig(settings), { pushService: away })).toEqual(['clock', 'push']);
  const more = {
    ...settings,
    PUBLIC_URL: 'https://localhost:9',
    SMTP_URL: 'smtp://127.0.0.1:9',
    BACKUP_TO: join(tmpdir(), 'nowhere', 'at-all'),
    BACKUP_KEY: 'sixteen letters!',
  };
  expect(await wrongs(readConfig(more), { pushService })).toEqual([
    'address',
    'proxy',
    'mail',
    'copies',
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'copies-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const empty = { ...settings, BACKUP_TO: folder, BACKUP_KEY: more.BACKUP_KEY };
  expect(await wrongs(readConfig(empty), { pushService })).toEqual(['copies']);

  const old = { pushService, node: '24.4.0' };
  expect(await wrongs(readConfig(settings), old)).toEqual(['versions']);
  const full = { freeMiB: 1, freePercent: 0, isNearlyFull: true };
  const onFullDisk = { pushService, spaceOf: async () => full };
  expect(await wrongs(readConfig(settings), onFullDisk)).toEqual(['disk']);
  const nowhere = { ...settings, DATA_DIR: join(tmpdir(), 'nowhere') };
  expect(await wrongs(readConfig(nowhere), { pushService })).toEqual(['disk', 'copies']);
  await fetch(`http://127.0.0.1:${port}/signin`, { headers: { 'x-forwarded-for': '8.8.4.4' } });
  expect(await wrongs(readConfig(settings), { pushService })).toEqual(['proxy']);

  await stop();
  expect(await wrongs(readConfig(settings), { pushService })).toEqual(['app', 'address']);
});
