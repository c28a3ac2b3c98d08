import { writeFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DAY_MS } from '../../src/domain/zone.ts';
import { copiesIn, MARK } from '../../src/server/backup/copies-folder.ts';
import { type CopyOrder, makeCopy } from '../../src/server/backup/make-copy.ts';
import { restoreNewest } from '../../src/server/backup/restore-newest.ts';
import { copyKilledAfter, expectGoodCopies } from '../../src/server/backup/testing/killing.ts';
import { writeBackup } from '../../src/server/backup/write.ts';
import { loadSecrets } from '../../src/server/platform/secrets.ts';
import { newMigratedPlace, newPlace } from '../../src/server/testing/databases.ts';
import { tell, times } from './figures.ts';
import { needs, needsRoot, newFolder, run } from './home.ts';

const START = Date.parse('2026-11-18T17:00:00Z');
const DISK_MIB = 64;

/** A disk with exFAT in a file, mounted by the kernel or, if it has no exFAT, by FUSE. */
async function exfatDisk() {
  const folder = await newFolder();
  const [image, mounted] = [join(folder, 'disk'), join(folder, 'mounted')];
  await mkdir(mounted);
  await run('truncate', ['-s', `${DISK_MIB}M`, image]);
  await run('mkfs.exfat', [image]);
  const device = await run('losetup', ['--find', '--show', image]);
  onTestFinished(async () => {
    await run('losetup', ['--detach', device]);
  });
  let by = 'the kernel';
  const mount = async () => {
    const byKernel = run('mount', ['-t', 'exfat', device, mounted]);
    await byKernel.catch(async () => {
      await run('mount.exfat-fuse', [device, mounted]);
      by = 'FUSE';
    });
  };
  const unmount = async () => {
    await run('umount', [mounted]);
  };
  await mount();
  onTestFinished(() => unmount().catch(() => {}));
  return { mounted, mount, unmount, by };
}

it('copies on a real disk with exFAT: killed, full, and not mounted', async (context) => {
  needs(context, {
    'mkfs.exfat': 'exfatprogs',
    losetup: 'mount',
    'mount.exfat-fuse': 'exfat-fuse',
  });
  needsRoot(context);
  const { mounted: folder, mount, unmount, by } = await exfatDisk();
  const place = await newMigratedPlace('SQLite');
  loadSecrets(place.dataDir);
  const copies = { folder, everyMs: DAY_MS, keep: 3 };
  const first: CopyOrder = { ...place, backupKey: 'a key of some length', copies, now: START };
  const onDay = (day: number): CopyOrder => ({ ...first, now: START + day * DAY_MS });
  const began = performance.now();
  await makeCopy(first);
  const longest = 2 * (performance.now() - began);
  const kills = times(10);
  for (let kill = 1; kill <= kills; kill += 1) {
    await copyKilledAfter(onDay(kill), Math.random() * longest);
    expect(await expectGoodCopies(first)).toBeGreaterThan(0);
  }
  await makeCopy(onDay(100));
  const names = await readdir(folder);
  expect(names.filter((name) => name !== MARK && !name.endsWith('.backup'))).toEqual([]);

  const [newest] = copiesIn(folder);
  const filler = join(folder, 'filler');
  expect(() => {
    for (;;) writeFileSync(filler, Buffer.alloc(65_536), { flag: 'a' });
  }).toThrow('ENOSPC');
  await expect(makeCopy(onDay(101))).rejects.toThrow('ENOSPC');
  await expectGoodCopies(first);
  await rm(filler);

  await unmount();
  await expect(makeCopy(onDay(102))).rejects.toThrow('Is its disk mounted?');
  expect(await readdir(folder)).toEqual([]);
  await mount();
  const target = await newPlace('SQLite');
  const { copy } = await restoreNewest({ ...target, backupKey: first.backupKey }, folder);
  expect(copy.number).toBe(newest?.number);

  // The planted fault: a copy that is linked to its name, as `npm run backup` does it, and not renamed.
  await expect(writeBackup(first, join(folder, 'linked.backup'))).rejects.toThrow(/E(PERM|NOTSUP)/);
  tell(context, `exFAT by ${by}: ${kills} kills, a full disk and one that is away; all restored`);
}, 900_000);
