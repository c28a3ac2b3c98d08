import { fsyncSync, ftruncateSync, linkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { DAY_MS } from '../../domain/zone.ts';
import { lockForCopy } from '../platform/db/process-lock.ts';
import { migrationNames } from '../platform/db/schema.ts';
import { copyOfKey, loadSecrets } from '../platform/secrets.ts';
import { freshUser, testApp } from '../testing/app.ts';
import { newMigratedPlace, newPlace, onSqlite, openPlace } from '../testing/databases.ts';
import { everyRow } from '../testing/rows.ts';
import { copyBeforeUpgrade } from './before-upgrade.ts';
import { makeCopies } from './copies.ts';
import { copiesIn, lastCopy, MARK } from './copies-folder.ts';
import type { CopyOrder } from './make-copy.ts';
import { restoreNewest } from './restore-newest.ts';
import { copyKilledAfter, expectGoodCopies } from './testing/killing.ts';

const KEY = 'a key of some length';
const START = Date.parse('2026-11-18T17:00:00Z');

function fillDisk(): void {
  throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
}

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, linkSync: vi.fn(fs.linkSync), fsyncSync: vi.fn(fs.fsyncSync) };
});

// Test files share a process, so another one may have loaded the code with the real `node:fs` before.
vi.resetModules();
const { makeCopy } = await import('./make-copy.ts');

onSqlite((place) => {
  const test = testApp(place);
  let folder: string;
  let order: CopyOrder;

  beforeAll(async () => {
    await freshUser(test, ['Tremor']);
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'copies-'));
    const made = folder;
    onTestFinished(() => rm(made, { recursive: true, force: true }));
    await rm(join(place().dataDir, 'last-copy'), { force: true });
    const copies = { folder, everyMs: DAY_MS, keep: 2 };
    order = { ...place(), backupKey: KEY, copies, now: START };
  });

  const after = (days: number): CopyOrder => ({ ...order, now: START + days * DAY_MS });
  const names = async () => (await readdir(folder)).filter((name) => name !== MARK).sort();

  it('keeps as many copies as it should, and the folder and the key alone bring back every row', async () => {
    for (const day of [0, 1, 2]) await makeCopy(after(day));
    expect(await names()).toEqual([
      'symptom-tracker-000002-2026-11-19-170000.backup',
      'symptom-tracker-000003-2026-11-20-170000.backup',
    ]);
    expect(lastCopy(place().dataDir)).toEqual({ folder, madeAt: START + 2 * DAY_MS });
    const target = await newPlace('SQLite');
    const { copy, bad } = await restoreNewest({ ...target, backupKey: KEY }, folder);
    expect([copy.number, copy.madeAt, bad]).toEqual([3, START + 2 * DAY_MS, []]);
    const db = await openPlace(target);
    onTestFinished(() => db.destroy());
    expect(await everyRow(db)).toEqual(await everyRow(test.context.db));
    expect(copyOfKey(target.dataDir)).toBe(copyOfKey(place().dataDir));
  });

  it('makes none before its time, nor while another process makes one; a wrong clock holds none up', async () => {
    expect(await makeCopy(after(9))).toBeDefined();
    expect(await makeCopy(after(9.5))).toBeUndefined();
    const lock = lockForCopy(place().dataDir);
    expect(await makeCopy(after(11))).toBeUndefined();
    lock.release();
    // The clock was nine days ahead.
    await makeCopy(after(0));
    expect(copiesIn(folder).map(({ number }) => number)).toEqual([2, 1]);
  });

  it('a restore takes an older copy if the newest is damaged, and none with a wrong key', async () => {
    for (const day of [0, 1]) await makeCopy(after(day));
    const [newest, older] = copiesIn(folder);
    const bytes = await readFile(newest?.path ?? '');
    await writeFile(newest?.path ?? '', bytes.subarray(0, -20));
    const target = await newPlace('SQLite');
    const wrong = restoreNewest({ ...target, backupKey: 'another key, as long' }, folder);
    await expect(wrong).rejects.toThrow('BACKUP_KEY is not the key of this backup');
    const { copy, bad } = await restoreNewest({ ...target, backupKey: KEY }, folder);
    expect([copy, bad]).toEqual([older, [newest]]);
    // The disk cannot read it.
    await rm(newest?.path ?? '');
    await mkdir(newest?.path ?? '');
    const other = await newPlace('SQLite');
    const unread = await restoreNewest({ ...other, backupKey: KEY }, folder);
    expect([unread.copy, unread.bad]).toEqual([older, [newest]]);
    await rm(older?.path ?? '');
    await rm(newest?.path ?? '', { recursive: true });
    const none = restoreNewest({ ...target, backupKey: KEY }, folder);
    await expect(none).rejects.toThrow('has no copies of Symptom Tracker');
  });

  it.each<[string, string, (file: number) => void]>([
    ['the disk is full', 'ENOSPC', fillDisk],
    ['the disk damages it', 'is damaged', (file) => ftruncateSync(file, 500)],
  ])(
    'a copy gets no name, and no older one is deleted for it, if %s',
    async (_what, message, fault) => {
      await makeCopy(order);
      const before = await names();
      vi.mocked(fsyncSync).mockImplementationOnce(fault);
      await expect(makeCopy({ ...after(2), copies: { ...order.copies, keep: 1 } })).rejects.toThrow(
        message,
      );
      expect(await names()).toEqual(before);
      await expectGoodCopies(order);
    },
  );

  it('writes nothing if the folder is missing, is not the one of the last copy, or is another installation’s', async () => {
    await makeCopy(after(0));
    const odd = join(folder, 'odd');
    await mkdir(join(odd, MARK), { recursive: true });
    const inOdd = makeCopy({ ...after(1), copies: { ...order.copies, folder: odd } });
    await expect(inOdd).rejects.toThrow(`${odd} cannot be used: EISDIR`);
    const away = `${folder}-away`;
    await rename(folder, away);
    onTestFinished(() => rm(away, { recursive: true, force: true }));
    await expect(makeCopy(after(1))).rejects.toThrow('Is its disk connected and mounted?');
    await mkdir(folder);
    await expect(makeCopy(after(1))).rejects.toThrow('is not the folder of the last copy');
    expect(await readdir(folder)).toEqual([]);
    await writeFile(join(folder, MARK), '');
    expect(await makeCopy(after(1))).toBeDefined();
    const stranger = { ...after(9), ...(await newMigratedPlace('SQLite')) };
    loadSecrets(stranger.dataDir);
    await expect(makeCopy(stranger)).rejects.toThrow('the copies of another installation');
    expect(copiesIn(folder)).toHaveLength(1);
  });

  it('needs no links, no rights and no sync of folders, and names that exFAT allows', async () => {
    vi.mocked(linkSync).mockImplementation(() => {
      throw Object.assign(new Error('EPERM: no links'), { code: 'EPERM' });
    });
    const { fstatSync, fsyncSync: real } =
      await vi.importActual<typeof import('node:fs')>('node:fs');
    vi.mocked(fsyncSync).mockImplementation((file) => {
      if (fstatSync(file).isDirectory()) throw Object.assign(new Error(), { code: 'EINVAL' });
      real(file);
    });
    onTestFinished(() => {
      vi.mocked(linkSync).mockRestore();
      vi.mocked(fsyncSync).mockImplementation(real);
    });
    const made = await makeCopy(order);
    for (const name of await readdir(folder)) expect(name).not.toMatch(/["*/:<>?\\|]/);
    expect(basename(made?.path ?? '')).toMatch(/\.backup$/);
  });

  it('killed at any moment, it leaves the last good copy, and the next one clears up', async () => {
    await makeCopy(after(0));
    for (const [day, ms] of [400, 1500].entries()) {
      await copyKilledAfter(after(day + 1), ms);
      expect(await expectGoodCopies(order)).toBeGreaterThan(0);
    }
    await makeCopy(after(9));
    expect((await names()).every((name) => name.endsWith('.backup'))).toBe(true);
    expect((await readdir(place().dataDir)).filter((name) => name.startsWith('unf'))).toEqual([]);
  });

  it('the running app makes one, tells its age, and warns once it is too old', async () => {
    test.now = START;
    const config = { ...test.context.config, copies: order.copies, backupKey: KEY };
    const copies = makeCopies({ ...test.context, config });
    await copies.makeIfDue();
    expect([copiesIn(folder).length, copies.lastAt(), copies.isLate()]).toEqual([1, START, false]);
    // age's own cost of a passphrase, 2^18. The copies that the tests make themselves are cheaper.
    const header = await readFile(copiesIn(folder)[0]?.path ?? '', 'latin1');
    expect(header).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/);
    test.now += 3 * DAY_MS;
    await rm(folder, { recursive: true });
    await copies.makeIfDue();
    await copies.makeIfDue();
    expect([copies.lastAt(), copies.isLate()]).toEqual([START, true]);
    const told = test.logged.filter(({ msg }) => /cop/.test(String(msg)));
    expect(told.map(({ msg, hoursSinceCopy }) => [msg, hoursSinceCopy])).toEqual([
      ['A copy was written and opened', undefined],
      ['No copy could be made', 72],
      ['The last good copy is too old', 72],
    ]);
    expect(String(told[1]?.fault)).toContain('is not there');
    await copies.stop();
  });

  it('makes one before an upgrade, or refuses the upgrade', async () => {
    const config = { ...test.context.config, copies: order.copies, backupKey: KEY };
    await copyBeforeUpgrade(config, START);
    expect(copiesIn(folder)).toHaveLength(0);
    const newer = migrationNames.length + 1;
    await copyBeforeUpgrade(config, START, newer);
    expect(copiesIn(folder)).toHaveLength(1);
    // The upgrade failed, and the app was started again.
    await copyBeforeUpgrade(config, START + 2000, newer);
    expect(copiesIn(folder)).toHaveLength(1);
    // The former version ran in between.
    await copyBeforeUpgrade(config, START + 4000);
    await copyBeforeUpgrade(config, START + 6000, newer);
    expect(copiesIn(folder)).toHaveLength(2);
    await copyBeforeUpgrade(config, START + 8000);
    await rm(folder, { recursive: true });
    const refused = copyBeforeUpgrade(config, START, newer);
    await expect(refused).rejects.toThrow('No copy could be made before the upgrade');
  });
});
