import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DAY_MS } from '../domain/zone.ts';
import { noteCopy } from './backup/copies-folder.ts';
import { noteBackup } from './backup/last-backup.ts';
import { makeDailyLine } from './daily-line.ts';
import { freshUser, testApp } from './testing/app.ts';
import { onEveryDatabase, onSqlite } from './testing/databases.ts';
import { askForLink } from './testing/outbox.ts';
import { VERSION } from './version.ts';

onEveryDatabase((place) => {
  const test = testApp(place);
  const linesOf = (message: RegExp) => test.logged.filter(({ msg }) => message.test(String(msg)));

  it('tells once a day of disk, letters and backups, and warns of what is late', async () => {
    const { config } = test.context;
    const tell = makeDailyLine(test.context);
    const user = await freshUser(test);
    await tell();
    await tell();
    expect(linesOf(/^The state of this day$/)).toHaveLength(1);
    expect(linesOf(/^The state of this day$/)[0]).toMatchObject({
      freeMiB: expect.any(Number),
      freePercent: expect.any(Number),
      lettersWaiting: 0,
      lettersLate: 0,
    });
    await askForLink(test, user);
    test.now += 8 * DAY_MS;
    await askForLink(test, user);
    await tell();
    const [, late] = linesOf(/^The state of this day$/);
    expect(late).toMatchObject({ lettersWaiting: 2, lettersLate: 1 });
    expect(linesOf(/^Letters have waited/)).toHaveLength(1);
    const isSqlite = config.databaseUrl === undefined;
    expect(linesOf(/^There is no backup/)).toHaveLength(isSqlite ? 1 : 0);
    await noteBackup(config.dataDir);
    const at = new Date(test.now - 2 * DAY_MS);
    await utimes(join(config.dataDir, 'last-backup'), at, at);
    test.now += DAY_MS;
    await tell();
    const backedUp = linesOf(/^The state of this day$/).at(-1);
    expect(backedUp?.daysSinceBackup).toBe(isSqlite ? 3 : undefined);
    expect(linesOf(/^There is no backup/)).toHaveLength(isSqlite ? 1 : 0);
  });

  it('a backup counts even if it cannot be noted', async () => {
    await expect(noteBackup(join(test.context.config.dataDir, 'missing'))).resolves.toBeUndefined();
  });
});

onSqlite((place) => {
  const settings = { BACKUP_TO: '/mnt/nowhere', BACKUP_KEY: 'a key of some length' };
  const test = testApp(place, settings);

  it('tells the age of the last copy once a day, and to whoever asks the app directly', async () => {
    const health = async (headers: Record<string, string> = {}) =>
      (await test.app.inject({ url: '/healthz', headers })).json();
    expect(await health()).toEqual({ status: 'ok', version: VERSION });
    noteCopy(place().dataDir, '/mnt/nowhere', test.now);
    const lastCopy = new Date(test.now).toISOString();
    test.now += 5 * DAY_MS;
    expect(await health()).toEqual({ status: 'ok', version: VERSION, lastCopy });
    expect(await health({ 'x-forwarded-for': '203.0.113.7' })).toEqual({ status: 'ok' });
    await makeDailyLine(test.context)();
    const told = test.logged.map(({ msg, hoursSinceCopy }) => [msg, hoursSinceCopy]);
    expect(told).toContainEqual(['The state of this day', 120]);
    expect(told).toContainEqual(['The last good copy is too old', 120]);
    expect(told.join()).not.toContain('There is no backup');
  });
});
