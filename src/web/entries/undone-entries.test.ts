import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { calls } from '../../contract/calls.ts';
import type { Dose } from '../../contract/entities.ts';
import { errors } from '../../contract/errors.ts';
import { diary, type WaitingHalfHours } from '../diary/kind.ts';
import { falls, type WaitingFall } from '../falls/kind.ts';
import { doses } from '../medication/dose-kind.ts';
import { DeviceDatabase } from '../platform/device-database.ts';
import { makeDose } from '../testing/doses.ts';
import { DeviceQueue } from './device-queue.ts';
import { EntryQueue } from './entry-queue.ts';
import type { AnyQueuedKind, WaitingEntry } from './kind.ts';

/**
 * What happens to a request. 'answer lost': the server handles it, and its answer does not arrive. 'proxy': a proxy
 * answers in place of the server.
 */
type Outcome = 'answered' | 'lost' | 'answer lost' | 'proxy';

/** The outcomes of the next requests. */
let outcomes: (Outcome | Promise<Outcome>)[] = [];
/** The outcome of the others. */
let otherwise: Outcome = 'answered';
/** The calls in order, each with the keys of its entries. */
let made: string[] = [];
/** What the server has, by its key. */
let onServer = new Map<string, { readonly deletedAt?: string; readonly state?: string }>();

beforeEach(() => {
  [outcomes, otherwise, made, onServer] = [[], 'answered', [], new Map()];
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    const [name = ''] = Object.entries(calls).find(([, call]) => call.path === path) ?? [];
    const { doseId, fallId, slots, entries = [], ...values } = JSON.parse(body);
    const slotsIn = entries.map(({ slot }: { slot: string }) => slot);
    const all: string[] = slots ?? [doseId ?? fallId ?? slotsIn].flat();
    made.push(`${name} ${all}`);
    const outcome = (await outcomes.shift()) ?? otherwise;
    if (outcome === 'lost') throw new TypeError('Failed to fetch');
    if (outcome === 'proxy') return new Response('Bad Gateway', { status: 502 });
    const [{ state } = { state: undefined }] = entries;
    const answer = handle(name, all, { ...values, doseId, fallId }, state);
    if (outcome === 'answer lost') throw new TypeError('Failed to fetch');
    return answer;
  });
});

function handle(name: string, all: readonly string[], values: object, state?: string): Response {
  const isSave = /^(log|save)/.test(name);
  if (!isSave && !all.every((key) => onServer.has(key))) {
    const { status, message } = errors.doseNotFound;
    return Response.json({ error: message }, { status });
  }
  const isOther = (key: string) => {
    const stored = onServer.get(key);
    return stored !== undefined && !stored.deletedAt && stored.state !== state;
  };
  if (name === 'saveDiary' && all.some(isOther)) {
    const { status, message } = errors.diaryChanged;
    return Response.json({ error: message }, { status });
  }
  for (const key of all) {
    const before = onServer.get(key);
    const isDeleted = name.startsWith('delete');
    if (isSave) onServer.set(key, before ?? { ...(state && { state }) });
    else onServer.set(key, isDeleted ? { ...before, deletedAt: '2026-11-18T17:05Z' } : {});
  }
  const answers = all.map((key) => ({ ...values, ...onServer.get(key) }));
  return Response.json(/Diary$/.test(name) ? answers : answers[0]);
}

/** The entries that the server has and that are not deleted. */
function present(): string[] {
  return [...onServer].filter(([, { deletedAt }]) => !deletedAt).map(([key]) => key);
}

/** The queues of the kinds that Undo takes back, in a window of its own. */
function openWindow() {
  const onSaved = vi.fn();
  const kinds = [doses, falls, diary] as readonly unknown[] as readonly AnyQueuedKind[];
  const device = new DeviceQueue({
    ...{ userId: 'ada', kinds, database: new DeviceDatabase() },
    onSaved: (_, __, saved) => onSaved(saved),
    onSessionLost: () => {},
  });
  device.sendFor(['ada']);
  const queueOf = <Entry extends WaitingEntry>(kind: unknown) =>
    new EntryQueue<Entry>(device, kind as AnyQueuedKind, { trackerKey: 'ada' });
  return {
    device,
    onSaved,
    doses: queueOf<Dose>(doses),
    falls: queueOf<WaitingFall>(falls),
    diary: queueOf<WaitingHalfHours>(diary),
  };
}

const dose = (doseId = '1') => makeDose('2026-11-18T17:00:00.000Z', { doseId });

/** A window with dose 1, whose request has this outcome. */
async function withDose(outcome: Outcome) {
  const window = openWindow();
  outcomes = [outcome];
  await window.doses.add(dose());
  return window;
}

/** Holds the next request until the test says what happens to it. */
function hold(): (outcome: Outcome) => void {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  outcomes = [promise];
  return resolve;
}

const untilSent = () => vi.waitFor(() => expect(outcomes).toEqual([]));

/** What is on the device, as a page reads it that is opened now. */
async function onDevice() {
  const { device } = openWindow();
  await device.refresh();
  return device.getState().queued;
}

it.each(['lost', 'answer lost'] as const)(
  'is not on the server if it is undone after its request or answer was lost: %s',
  async (outcome) => {
    const { doses, device, onSaved } = await withDose(outcome);
    expect(await doses.withdraw('1')).toBe(true);
    await device.send();
    expect(made).toEqual(['logDose 1', 'deleteDose 1']);
    expect([present(), await onDevice()]).toEqual([[], []]);
    const deleted = outcome === 'lost' ? [] : [{ deletedAt: expect.any(String) }];
    expect(onSaved.mock.calls).toMatchObject([[deleted]]);
  },
);

it('is deleted from the next page if there is no network, and is shown and counted nowhere', async () => {
  const { doses, device } = await withDose('answer lost');
  otherwise = 'lost';
  await doses.withdraw('1');
  await device.send();
  expect(doses.getState()).toMatchObject({ queued: [], withdrawn: [{ id: '1' }] });
  expect(device.countWaiting().doses).toBe(0);
  expect(present()).toEqual(['1']);
  otherwise = 'answered';
  const next = openWindow();
  await next.device.refresh();
  expect(next.doses.getState()).toMatchObject({ queued: [], withdrawn: [{ id: '1' }] });
  await next.device.send();
  expect([present(), await onDevice()]).toEqual([[], []]);
});

it('is deleted before a log-out', async () => {
  const { doses, device } = await withDose('answer lost');
  outcomes = ['lost'];
  await doses.withdraw('1');
  await device.send();
  await device.sendAllWithin(1000);
  expect(present()).toEqual([]);
});

it.each(['answered', 'answer lost'] as const)(
  'is deleted if it is undone while it is being sent: %s',
  async (outcome) => {
    const { doses, device, onSaved } = openWindow();
    const answer = hold();
    const adding = doses.add(dose());
    await untilSent();
    expect(await doses.withdraw('1')).toBe(true);
    expect(doses.getState().queued).toEqual([]);
    answer(outcome);
    await adding;
    // Without a network, it is deleted later.
    if (outcome === 'answer lost') await device.send();
    expect(made).toEqual(['logDose 1', 'deleteDose 1']);
    expect([present(), await onDevice()]).toEqual([[], []]);
    expect(onSaved.mock.calls).toMatchObject([[[{ deletedAt: expect.any(String) }]]]);
  },
);

it('is not in the queue if the server has saved it, so the caller deletes it', async () => {
  const { doses } = await withDose('answered');
  expect(await doses.withdraw('1')).toBe(false);
});

it('is deleted by another window that had it as waiting', async () => {
  const here = await withDose('answer lost');
  const there = openWindow();
  await there.device.refresh();
  otherwise = 'lost';
  await here.doses.withdraw('1');
  await here.device.send();
  here.device.stop();
  otherwise = 'answered';
  await there.device.send();
  expect([present(), await onDevice()]).toEqual([[], []]);
});

it('is deleted although another window was sending it when it was undone', async () => {
  const here = await withDose('lost');
  const there = openWindow();
  await there.device.refresh();
  const answer = hold();
  const sending = there.device.send();
  await untilSent();
  otherwise = 'lost';
  await here.doses.withdraw('1');
  await here.device.send();
  answer('answered');
  await sending;
  expect(present()).toEqual(['1']);
  otherwise = 'answered';
  await here.device.send();
  expect([present(), await onDevice()]).toEqual([[], []]);
});

const fall = (saveId: string, hurt: boolean | null = null): WaitingFall => ({
  ...{ saveId, fallId: 'f', fellAt: '2026-11-18T17:00:00.000Z', reached: 'floor', hurt, notes: '' },
  ...{ enteredAt: `2026-11-18T17:00:0${saveId}.000Z`, timeZone: 'America/New_York' },
});

it('is deleted with an earlier entry of the same fall that is still being sent', async () => {
  const { falls, device } = openWindow();
  const answer = hold();
  const first = falls.add(fall('1'));
  await untilSent();
  const second = falls.add(fall('2', false), '1');
  await vi.waitFor(() => expect(falls.getState().queued).toHaveLength(2));
  expect(await falls.withdraw('2')).toBe(true);
  expect(falls.getState().queued).toEqual([]);
  // The page may be closed before the answer arrives.
  expect(await onDevice()).toMatchObject([{ id: '2', isWithdrawn: true }]);
  answer('answered');
  await Promise.all([first, second]);
  await device.send();
  expect(made).toEqual(['saveFall f', 'deleteFall f']);
  expect(present()).toEqual([]);
});

it('is sent if it is brought back before it was deleted', async () => {
  const { doses, device } = await withDose('answer lost');
  otherwise = 'lost';
  await doses.withdraw('1');
  await device.send();
  await doses.restore(dose());
  expect(doses.getState()).toMatchObject({ queued: [{ id: '1' }], withdrawn: [] });
  expect(await onDevice()).toMatchObject([{ id: '1', isRestored: true }]);
  otherwise = 'answered';
  made = [];
  await device.send();
  expect(made).toEqual(['logDose 1']);
  expect([present(), await onDevice()]).toEqual([['1'], []]);
});

it.each(['before', 'while'])('is restored on the server if it was deleted %s', async (when) => {
  const { doses, device } = await withDose('answer lost');
  const answer = when === 'while' ? hold() : () => {};
  await doses.withdraw('1');
  if (when === 'while') await untilSent();
  else await device.send();
  const restoring = doses.restore(dose());
  answer('answered');
  await restoring;
  await device.send();
  expect(made).toEqual(['logDose 1', 'deleteDose 1', 'logDose 1', 'restoreDose 1']);
  expect([present(), await onDevice()]).toEqual([['1'], []]);
});

const [one, two] = ['2026-11-18T16:00:00.000Z', '2026-11-18T16:30:00.000Z'] as const;

function press(
  pressId: string,
  slots: readonly string[],
  state: WaitingHalfHours['state'] = 'off',
): WaitingHalfHours {
  const enteredAt = `2026-11-18T17:00:0${pressId}.000Z`;
  return { pressId, slots, state, timeZone: 'America/New_York', enteredAt };
}

it('deletes the first of two presses on a half-hour that are both undone', async () => {
  const { diary, device } = openWindow();
  otherwise = 'lost';
  outcomes = ['answer lost'];
  await diary.add(press('1', [one], 'on'));
  await diary.withdraw('1');
  await diary.add(press('2', [one], 'off'));
  await diary.withdraw('2');
  otherwise = 'answered';
  await device.send();
  await device.send();
  expect([present(), await onDevice()]).toEqual([[], []]);
});

it('holds back another entry for the same half-hour until it is deleted', async () => {
  const { diary, device } = openWindow();
  outcomes = ['answer lost'];
  await diary.add(press('1', [one, two]));
  otherwise = 'lost';
  await diary.withdraw('1');
  await device.send();
  await diary.add(press('2', [two]));
  otherwise = 'answered';
  outcomes = ['proxy'];
  made = [];
  await device.send();
  expect(made).toEqual([`saveDiary ${one},${two}`]);
  made = [];
  await device.send();
  expect(made).toEqual([
    `saveDiary ${one},${two}`,
    `deleteDiary ${one},${two}`,
    `saveDiary ${two}`,
  ]);
});

it('deletes no half-hour that was entered before the press', async () => {
  const { diary, device } = openWindow();
  onServer.set(one, { state: 'on' });
  otherwise = 'lost';
  await diary.add(press('1', [one]));
  await diary.withdraw('1');
  otherwise = 'answered';
  made = [];
  await device.send();
  expect(made).toEqual([`saveDiary ${one}`]);
  expect([present(), await onDevice()]).toEqual([[one], []]);
});
