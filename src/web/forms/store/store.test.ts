import { expect, it, vi } from 'vitest';
import { Device } from './device.ts';
import { FormStore } from './store.ts';
import { USER } from './testing/form-server.ts';
import {
  NOON,
  openBrowser,
  openPage,
  pass,
  rate,
  stored,
  submitAndReopen,
  tremor,
} from './testing/page.ts';

it('does not store an untouched form, and drops it when it is closed', async () => {
  openBrowser();
  const page = await openPage();
  await page.store.begin();
  expect(page.shown()?.status).toBe('open');
  expect(await stored()).toEqual([]);
  expect(await page.store.close()).toBe(true);
  expect(page.store.getState().entries).toEqual([]);
});

it('stores the first change at once, and the following ones in a few writes', async () => {
  openBrowser();
  const page = await openPage();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const draft = await rate(page, 4);
  expect(put).toHaveBeenCalledTimes(1);
  expect((await stored())[0]?.form.changes).toEqual(draft.changes);
  const word = 'After lunch';
  for (let length = 1; length <= word.length; length += 1) {
    page.store.change({ changes: [{ name: 'Tremor', notes: word.slice(0, length) }] });
    await vi.advanceTimersByTimeAsync(100);
  }
  await pass(250);
  expect(put.mock.calls.length).toBeLessThan(7);
  expect((await stored())[0]?.form.changes).toEqual([{ name: 'Tremor', notes: word }]);
});

it('keeps a typed note without a new outline, so that nothing else renders', async () => {
  openBrowser();
  const page = await openPage();
  const { submissionId } = await rate(page, 4);
  const outline = page.store.getOutline();
  const [rendered] = outline.entries;
  if (!rendered) throw new Error('There is no form');
  page.store.note({ name: 'Tremor', notes: 'Late' });
  expect(page.store.getOutline()).toBe(outline);
  const changes = [{ name: 'Tremor', severity: 4, notes: 'Late' }];
  expect(page.store.newest(rendered).draft).toMatchObject({ submissionId, changes });
  expect(page.store.hasUnwritten()).toBe(true);
  page.store.flush();
  expect((await stored())[0]?.form.changes).toEqual(changes);
  page.store.change({ loggedAt: NOON });
  expect(page.store.getOutline()).toBe(page.store.getState());
  expect(page.shown()?.draft).toMatchObject({ changes, loggedAt: NOON });
});

it('stores a note that is the first input of a form, and keeps the time when it was begun', async () => {
  openBrowser();
  const page = await openPage();
  await page.store.begin();
  page.store.note({ name: 'Tremor', notes: 'Late' });
  expect((await stored())[0]?.form).toMatchObject({
    begunAt: NOON,
    changes: [{ name: 'Tremor', notes: 'Late' }],
  });
  await page.store.close();
  expect(page.all('closed')).toHaveLength(1);
});

it('does not send a waiting form any more once a note in it is changed', async () => {
  const server = openBrowser();
  const page = await openPage();
  await submitAndReopen(server, page);
  page.store.note({ name: 'Tremor', notes: 'Late' });
  expect(page.shown()?.status).toBe('open');
  expect(page.store.getOutline()).toBe(page.store.getState());
  expect((await stored())[0]?.submission).toBeUndefined();
});

it('writes pending input before the page is hidden', async () => {
  openBrowser();
  const page = await openPage();
  await rate(page, 4);
  page.store.change({ changes: [{ name: 'Tremor', severity: 5 }] });
  page.store.flush();
  expect((await stored())[0]?.form.changes).toEqual([{ name: 'Tremor', severity: 5 }]);
});

it('reports no unwritten input once the draft is on the disk', async () => {
  openBrowser();
  const page = await openPage();
  await rate(page, 4);
  expect(page.store.hasUnwritten()).toBe(false);
  await page.store.close();
  await stored();
  expect(page.store.hasUnwritten()).toBe(false);
});

it('restores an open form after the page was killed', async () => {
  openBrowser();
  const killed = await openPage();
  const draft = await rate(killed, 4, 'After sitting');
  // Stopping the store releases its locks, as the browser does for a window that was killed.
  killed.store.stop();
  const page = await openPage();
  expect(page.shown()).toEqual({ draft, status: 'open', isRestored: true });
});

it('offers a closed form, even after a reload, and opens it under the same id', async () => {
  openBrowser();
  const first = await openPage();
  const draft = await rate(first, 4);
  await first.store.close();
  expect(first.shown()).toBeUndefined();
  expect(first.all('closed').map((entry) => entry.draft)).toEqual([draft]);
  await stored();
  first.store.stop();
  const page = await openPage();
  expect(page.shown()).toBeUndefined();
  await page.store.reopen(draft.submissionId);
  expect(page.shown()?.draft).toEqual(draft);
  expect(page.all('closed')).toEqual([]);
});

it('opens the closed form when a form is begun again', async () => {
  openBrowser();
  const page = await openPage();
  const draft = await rate(page, 4);
  await page.store.close();
  await page.store.begin();
  expect(page.shown()).toEqual({ draft, status: 'open', isRestored: true });
});

it('keeps a closed new form and a closed correction', async () => {
  const server = openBrowser();
  const page = await openPage();
  await rate(page, 2);
  await page.store.submit(tremor(2));
  const draft = await rate(page, 4);
  await page.store.close();
  await page.store.begin(server.forms[0]);
  page.store.change({ changes: [{ name: 'Tremor', severity: 1 }] });
  await page.store.close();
  await stored();
  page.store.stop();
  const later = await openPage();
  expect(later.all('closed')).toHaveLength(2);
  await later.store.begin(server.forms[0]);
  expect(later.shown()?.draft.changes).toEqual([{ name: 'Tremor', severity: 1 }]);
  await later.store.close();
  await later.store.begin();
  expect(later.shown()?.draft).toEqual(draft);
});

it('can restore a discarded form until the next one is begun', async () => {
  openBrowser();
  const page = await openPage();
  const draft = await rate(page, 4);
  page.store.discard();
  expect(page.shown()).toBeUndefined();
  expect(await stored()).toEqual([]);
  page.store.restore(draft.submissionId);
  expect(page.shown()?.draft).toEqual(draft);
  expect(await stored()).toHaveLength(1);
  page.store.discard();
  await page.store.begin();
  expect(page.all('discarded')).toEqual([]);
  expect(page.shown()?.draft.submissionId).not.toBe(draft.submissionId);
});

it('does not store a form that is discarded while its owner types', async () => {
  openBrowser();
  const page = await openPage();
  await rate(page, 4);
  page.store.change({ changes: [{ name: 'Tremor', notes: 'unfinished' }] });
  page.store.discard();
  await pass(1000);
  expect(await stored()).toEqual([]);
});

it('records the time of the first change only', async () => {
  openBrowser();
  const page = await openPage();
  await rate(page, 4);
  await pass(60_000);
  page.store.change({ loggedAt: NOON });
  expect(page.shown()?.draft.begunAt).toBe(NOON);
});

it('hides the drafts of other people', async () => {
  openBrowser();
  const page = await openPage();
  const draft = await rate(page, 4);
  page.store.stop();
  const other = await openPage({ trackerKey: '0198a000-0000-7000-8000-000000000002' });
  expect(other.store.getState().entries).toEqual([]);
  other.store.stop();
  expect((await openPage()).shown()?.draft).toEqual(draft);
});

it('deletes unsubmitted drafts at a log-out, even pending input', async () => {
  const server = openBrowser();
  server.otherwise = { kind: 'lost' };
  const page = await openPage();
  await rate(page, 3);
  await page.store.submit(tremor(3));
  await page.store.close();
  await rate(page, 4);
  await page.store.close();
  await rate(page, 5);
  page.store.change({ changes: [{ name: 'Tremor', notes: 'unfinished' }] });
  await page.store.forgetDrafts(() => true);
  page.store.stop();
  await pass(1000);
  const left = await stored();
  expect(left.map(({ submission }) => submission?.formData)).toEqual([tremor(3)]);
});

it('at a log-out, hides a draft that was not named, and keeps it with its pending input', async () => {
  openBrowser();
  const page = await openPage();
  const { submissionId } = await rate(page, 2);
  page.store.change({ changes: [{ name: 'Tremor', severity: 3 }] });
  page.store.change({ changes: [{ name: 'Tremor', severity: 4 }] });
  expect(page.store.drafts).toMatchObject([{ trackerKey: USER, form: { submissionId } }]);
  const forgotten = page.store.forgetDrafts((draft) => draft.submissionId !== submissionId);
  expect(page.store.getState()).toMatchObject({ entries: [], shownId: undefined });
  await forgotten;
  expect((await stored()).map(({ form }) => form.changes)).toEqual([
    [{ name: 'Tremor', severity: 4 }],
  ]);
});

it('deletes everything when the account is deleted', async () => {
  const server = openBrowser();
  server.otherwise = { kind: 'lost' };
  const page = await openPage();
  await rate(page, 3);
  await page.store.submit(tremor(3));
  await page.store.forgetEverything();
  expect(await stored()).toEqual([]);
  expect(page.store.getState().entries).toEqual([]);
});

it('opens no form before the drafts are loaded', async () => {
  openBrowser();
  const before = await openPage();
  const draft = await rate(before, 4);
  before.store.stop();
  const page = await openPage({ isLoaded: false });
  // Two presses must not make two forms.
  await Promise.all([page.store.begin(), page.store.begin()]);
  expect(page.shown()?.draft).toEqual(draft);
  expect(page.store.getState().entries).toHaveLength(1);
});

it('keeps drafts in memory that the device cannot store, and reports them as unwritten', async () => {
  const server = openBrowser();
  const device = new Device();
  const page = await openPage({ device });
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('A private window', 'InvalidStateError');
  });
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('A private window', 'InvalidStateError');
  });
  await page.store.begin();
  page.store.change({ changes: [{ name: 'Tremor', severity: 4 }] });
  await page.store.close();
  await page.until(() => page.store.hasUnwritten());
  const [closed] = page.all('closed');
  page.store.stop();
  // Someone else signs in on this page; then the owner signs in again.
  const store = new FormStore({
    trackerKey: USER,
    device,
    onSaved: vi.fn(),
    onSessionLost: vi.fn(),
  });
  store.start();
  store.showDrafts();
  await new Promise<void>((resolve) => store.subscribe(resolve));
  expect(store.getState().entries).toEqual([closed]);
  await store.reopen(closed?.draft.submissionId ?? '');
  await store.submit(tremor(4));
  expect(server.forms).toHaveLength(1);
  expect(store.getState().entries).toEqual([]);
  expect(store.hasUnwritten()).toBe(false);
  store.stop();
});

it('does not let a form wait that exists only in memory', async () => {
  const server = openBrowser();
  server.otherwise = { kind: 'lost' };
  const page = await openPage();
  await rate(page, 4);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  await page.store.submit(tremor(4));
  expect(page.shown()).toMatchObject({ status: 'open', error: { message: 'Failed to fetch' } });
  expect(page.store.hasUnwritten()).toBe(true);
});
