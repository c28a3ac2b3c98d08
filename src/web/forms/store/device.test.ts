import { expect, it, onTestFinished, vi } from 'vitest';
import { Device } from './device.ts';
import { newDraft } from './draft.ts';
import { USER } from './testing/form-server.ts';
import { openBrowser, openPage, pass, rate, stored, submitWith } from './testing/page.ts';

/** Makes the database slow, as a slow disk does. @returns a function that ends the delay */
async function slowDown(): Promise<() => Promise<void>> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const open = indexedDB.open('symptom-tracker-device', 1);
    open.onsuccess = () => resolve(open.result);
  });
  let isSlow = true;
  const forms = db.transaction('entries', 'readwrite').objectStore('entries');
  // A transaction stays active as long as a new request follows each result, so other transactions have to wait.
  const busy = () => {
    if (isSlow) forms.count().onsuccess = busy;
    else db.close();
  };
  busy();
  const end = async () => {
    isSlow = false;
    await stored();
  };
  onTestFinished(end);
  return end;
}

it('lets a form open while the device does not answer', async () => {
  openBrowser();
  const page = await openPage();
  const draft = await rate(page, 4, 'After sitting');
  await page.store.close();
  await stored();
  const end = await slowDown();
  const reopened = page.store.reopen(draft.submissionId);
  await vi.advanceTimersByTimeAsync(4000);
  await reopened;
  expect(page.shown()?.draft).toEqual(draft);
  await end();
  expect(page.store.getState().isElsewhere).toBe(false);
});

it('keeps waiting forms waiting while the device does not answer', async () => {
  const server = openBrowser();
  const page = await openPage();
  await submitWith(server, page, { kind: 'lost' });
  await page.store.close();
  const end = await slowDown();
  const sending = page.store.sendNow();
  await vi.advanceTimersByTimeAsync(4000);
  await sending;
  expect(page.all('waiting')).toHaveLength(1);
  expect(server.sent).toHaveLength(1);
  await end();
  await pass(15_000);
  expect(server.forms).toHaveLength(1);
});

it('deletes a person’s drafts late if the device is slow', async () => {
  openBrowser();
  const page = await openPage();
  await rate(page, 4);
  const end = await slowDown();
  const forgotten = page.store.forgetDrafts(() => true);
  expect(page.store.getState().entries).toEqual([]);
  await vi.advanceTimersByTimeAsync(4000);
  await forgotten;
  await end();
  expect(await stored()).toEqual([]);
});

it('applies writes in order, even after their callers have timed out', async () => {
  openBrowser();
  const device = new Device();
  const form = newDraft();
  await device.put({ trackerKey: USER, form, isClosed: false });
  const end = await slowDown();
  const writes = [1, 2].map((severity) =>
    device.put({
      trackerKey: USER,
      form: { ...form, changes: [{ name: 'Tremor', severity }] },
      isClosed: false,
    }),
  );
  await vi.advanceTimersByTimeAsync(4000);
  expect(await Promise.all(writes)).toEqual([false, false]);
  expect(device.inMemory(USER)).toHaveLength(1);
  await end();
  expect((await stored())[0]?.form.changes).toEqual([{ name: 'Tremor', severity: 2 }]);
});

// Regression test: a connection that timed out was never closed.
it('closes a connection that timed out, once its work is done', async () => {
  openBrowser();
  const device = new Device();
  await device.find(USER);
  const close = vi.spyOn(IDBDatabase.prototype, 'close');
  const end = await slowDown();
  const found = device.find(USER);
  await vi.advanceTimersByTimeAsync(4000);
  expect(await found).toBeUndefined();
  expect(close).not.toHaveBeenCalled();
  await end();
  expect(close).toHaveBeenCalled();
  expect(await device.find(USER)).toEqual([]);
});

it('replaces a draft that has a new id in one step', async () => {
  openBrowser();
  const device = new Device();
  const [former, form] = [newDraft(), newDraft()];
  await device.put({ trackerKey: USER, form: former, isClosed: false });
  await device.put({ trackerKey: USER, form, isClosed: false }, former.submissionId);
  expect((await stored()).map((each) => each.form.submissionId)).toEqual([form.submissionId]);
});

it('keeps the former draft if the device fails while the draft is replaced', async () => {
  openBrowser();
  const device = new Device();
  const [former, form] = [newDraft(), newDraft()];
  await device.put({ trackerKey: USER, form: former, isClosed: false });
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No more', 'UnknownError');
  });
  expect(await device.put({ trackerKey: USER, form, isClosed: false }, former.submissionId)).toBe(
    false,
  );
  vi.restoreAllMocks();
  expect((await stored()).map((each) => each.form.submissionId)).toEqual([former.submissionId]);
});

it('does its work late if the database opens late', async () => {
  openBrowser();
  const device = new Device();
  const form = newDraft();
  await device.put({ trackerKey: USER, form, isClosed: false });
  const open = indexedDB.open.bind(indexedDB);
  const opened = Promise.withResolvers<void>();
  // The request succeeds, but its success event is delayed.
  vi.spyOn(indexedDB, 'open').mockImplementationOnce((name, version) => {
    const request = open(name, version);
    const listen = request.addEventListener.bind(request);
    vi.spyOn(request, 'addEventListener').mockImplementation((type, listener, options) => {
      if (type !== 'success') return listen(type, listener as EventListener, options);
      listen(type, (event) => void opened.promise.then(() => (listener as EventListener)(event)));
    });
    return request;
  });
  const fresh = new Device();
  const removed = fresh.removeAll(USER, () => true);
  await vi.advanceTimersByTimeAsync(4000);
  await removed;
  expect(await stored()).toHaveLength(1);
  opened.resolve();
  expect(await stored()).toEqual([]);
});

it('does not keep a draft in memory that was removed during a write', async () => {
  openBrowser();
  const device = new Device();
  const form = newDraft();
  await device.find(USER);
  const end = await slowDown();
  const written = device.put({ trackerKey: USER, form, isClosed: false });
  const removed = device.remove(form.submissionId);
  await vi.advanceTimersByTimeAsync(4000);
  expect(await written).toBe(false);
  await removed;
  expect(device.inMemory(USER)).toEqual([]);
  await end();
  expect(await stored()).toEqual([]);
});
