import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DAY_MS } from '../domain/zone.ts';
import { noteBackup } from './backup/last-backup.ts';
import { makeDailyLine } from './daily-line.ts';
import { freshUser, testApp } from './testing/app.ts';
import { onEveryDatabase } from './testing/databases.ts';
import { askForLink } from './testing/outbox.ts';

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
