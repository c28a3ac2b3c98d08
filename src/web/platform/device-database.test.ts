import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { deleteDB } from 'idb';
import { beforeEach, expect, it, vi } from 'vitest';
import { DeviceDatabase, type DeviceRecord } from './device-database.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

const record = (id: string, trackerKey = 'ada'): DeviceRecord => ({
  kind: 'doses',
  id,
  trackerKey,
});

/** Deletes the database, as the browser does if it needs room. */
const evict = () => deleteDB('symptom-tracker-device');

/** What a page finds that is opened now. */
const onDevice = async () => (await new DeviceDatabase().findBy('ada'))?.map(({ id }) => id).sort();

it('writes again what it has read and written if the browser deletes it while the page is open', async () => {
  await new DeviceDatabase().put(record('1'));
  const database = new DeviceDatabase();
  await database.findBy('ada');
  await database.put(record('2'));
  await database.put(record('3'), '2');
  await database.put(record('4', 'ada for bob'));
  await evict();
  expect((await database.findBy('ada'))?.map(({ id }) => id).sort()).toEqual(['1', '3', '4']);
  expect(await onDevice()).toEqual(['1', '3', '4']);
});

it('does not write again what was removed, here or in another window', async () => {
  const database = new DeviceDatabase();
  for (const id of ['1', '2', '3', '4']) await database.put(record(id));
  await database.remove('doses', '1');
  await database.removeIf('doses', '2', () => true);
  await database.removeOf('ada', ({ id }) => id === '3');
  await new DeviceDatabase().remove('doses', '4');
  await database.findOf('ada');
  await evict();
  await database.put(record('5'));
  expect(await onDevice()).toEqual(['5']);
  await database.removeBy('ada');
  await evict();
  expect(await database.findBy('ada')).toEqual([]);
});
