import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, onTestFinished, vi } from 'vitest';
import { Device, type StoredDraft } from '../device.ts';
import type { Draft, Ratings } from '../draft.ts';
import type { Entry } from '../form-list.ts';
import { FormStore } from '../store.ts';
import { FormServer, type Outcome, USER } from './form-server.ts';

/** Noon in New York on a Wednesday. */
export const NOON = '2026-11-18T17:00:00.000Z';

/**
 * What is faked, so that time stands still until a test advances it. `setImmediate` is not faked, because
 * fake-indexeddb uses it.
 */
const FAKED = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'];

/** A browser with an empty disk, and a server without forms. */
export function openBrowser(): FormServer {
  vi.useFakeTimers({ toFake: FAKED as never, now: Date.parse(NOON) });
  const server = new FormServer();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('fetch', server.fetch);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return server;
}

interface Page {
  readonly store: FormStore;
  readonly onSaved: ReturnType<typeof vi.fn>;
  readonly onSessionLost: ReturnType<typeof vi.fn>;
  /** The entry in the dialog. */
  readonly shown: () => Entry | undefined;
  readonly all: (status: Entry['status']) => Entry[];
  /** Waits until the store has reached a state. */
  readonly until: (isReached: (page: Page) => boolean) => Promise<void>;
}

/** A browser window with the dashboard open. */
export async function openPage({
  trackerKey = USER,
  device = new Device(),
  isLoaded = true,
}: {
  readonly trackerKey?: string;
  readonly device?: Device;
  /** Whether to return the page only after the store has loaded the drafts. */
  readonly isLoaded?: boolean;
} = {}): Promise<Page> {
  const callbacks = { onSaved: vi.fn(), onSessionLost: vi.fn() };
  const store = new FormStore({ trackerKey, device, ...callbacks });
  const page: Page = {
    store,
    ...callbacks,
    shown() {
      const { entries, shownId } = store.getState();
      return entries.find(({ draft }) => draft.submissionId === shownId);
    },
    all: (status) => store.getState().entries.filter((entry) => entry.status === status),
    until: async (isReached) =>
      await new Promise((resolve) => {
        const look = () => {
          if (!isReached(page)) return;
          end();
          resolve();
        };
        const end = store.subscribe(look);
        look();
      }),
  };
  store.start();
  store.showDrafts();
  onTestFinished(() => store.stop());
  if (isLoaded) await stored();
  return page;
}

/** All drafts on the disk, read after all pending writes. */
export async function stored(): Promise<StoredDraft[]> {
  // Locks and transactions take several turns of the event loop, so read until nothing changes.
  let before = '';
  for (;;) {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const drafts = await readAll();
    const now = JSON.stringify(drafts);
    if (now === before) return drafts;
    before = now;
  }
}

async function readAll(): Promise<StoredDraft[]> {
  const open = indexedDB.open('symptom-tracker-device', 1);
  open.onupgradeneeded = () => {
    const entries = open.result.createObjectStore('entries', { keyPath: ['kind', 'id'] });
    entries.createIndex('byTracker', 'trackerKey');
  };
  const db = await resultOf(open);
  const drafts = await resultOf(db.transaction('entries').objectStore('entries').getAll());
  db.close();
  return drafts;
}

async function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return await new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Shorter than the device's time-out, so that work started by a timer ends before the next step. */
const STEP_MS = 3000;

/** Advances the clock (ms), and waits for the work that the timers start. */
export async function pass(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= STEP_MS) {
    await vi.advanceTimersByTimeAsync(Math.min(left, STEP_MS));
    await stored();
  }
}

export const tremor = (severity: number, notes = ''): Ratings => ({
  symptom1: { name: 'Tremor', severity, notes },
});

/** Opens a form and rates Tremor. @returns its draft */
export async function rate(page: Page, severity: number, notes = ''): Promise<Draft> {
  await page.store.begin();
  page.store.change({ changes: [{ name: 'Tremor', severity, ...(notes && { notes }) }] });
  await stored();
  const shown = page.shown();
  expect(shown?.status).toBe('open');
  return (shown as Entry).draft;
}

/** Rates Tremor with 4 and submits the form; the server treats the request as `outcome` says. */
export async function submitWith(server: FormServer, page: Page, outcome: Outcome): Promise<Draft> {
  const draft = await rate(page, 4);
  server.outcomes.push(outcome);
  await page.store.submit(tremor(4));
  return draft;
}

/** Submits a form whose request is lost, so that it waits, and opens it again. */
export async function submitAndReopen(
  server: FormServer,
  page: Page,
  outcome: Outcome = { kind: 'lost' },
): Promise<Draft> {
  const draft = await submitWith(server, page, outcome);
  expect(page.all('waiting')).toHaveLength(1);
  await page.store.reopen(draft.submissionId);
  expect(page.shown()?.status).toBe('waiting');
  return draft;
}

/** Rates Tremor with 4 and submits the form. The server delays its answer until the test resolves `answer`. */
export async function submitHeld(server: FormServer, page: Page) {
  const answer = Promise.withResolvers<void>();
  await rate(page, 4);
  server.outcomes.push({ kind: 'held', until: answer.promise });
  return { answer, submitted: page.store.submit(tremor(4)) };
}
