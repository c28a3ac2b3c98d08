import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Dose } from '../../contract/entities.ts';
import { errors } from '../../contract/errors.ts';
import { doses } from '../medication/dose-kind.ts';
import { EntryQueue } from './entry-queue.ts';

type DoseQueue = EntryQueue<Dose>;

type Outcome = 'saved' | 'lost' | keyof typeof errors;

/** The outcomes that the fake server returns one after the other, and the ids of the doses that it has saved. */
let outcomes: (Outcome | Promise<Outcome>)[] = [];
let saved: string[] = [];

function dose(doseId: string): Dose {
  return {
    doseId,
    medicationId: 'm',
    name: 'Levodopa',
    strength: 100,
    unit: 'mg',
    isLevodopa: true,
    amount: 1,
    takenAt: `2026-11-18T17:00:0${doseId}.000Z`,
    scheduledFor: null,
    status: 'taken',
    enteredAt: `2026-11-18T17:00:0${doseId}.000Z`,
    timeZone: 'UTC',
    author: 'self',
    version: 1,
  };
}

beforeEach(() => {
  outcomes = [];
  saved = [];
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    const outcome = (await outcomes.shift()) ?? 'saved';
    if (outcome === 'lost') throw new TypeError('Failed to fetch');
    if (outcome !== 'saved') {
      const { status, message } = errors[outcome];
      return Response.json({ error: message }, { status });
    }
    const { doseId } = JSON.parse(body);
    if (!saved.includes(doseId)) saved.push(doseId);
    return Response.json(dose(doseId));
  });
});

function openQueue(userId = 'ada') {
  const lost = vi.fn();
  const queue = new EntryQueue<Dose>(doses, { userId, onSaved: () => {}, onSessionLost: lost });
  return { queue, lost };
}

/** A queue whose dose 1 was refused, and that is sending dose 2 until `resolve` is called. */
async function sendingWithRefused() {
  const { queue } = openQueue();
  outcomes = ['tooManyEntries'];
  await queue.add(dose('1'));
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  outcomes = [promise];
  const adding = queue.add(dose('2'));
  await vi.waitFor(() => expect(outcomes).toEqual([]));
  return { queue, adding, resolve };
}

function idsIn({ getState }: DoseQueue): string[] {
  return getState().queued.map((queued) => queued.entry.doseId);
}

it('keeps a dose that did not arrive, and sends it from the next page', async () => {
  outcomes = ['lost'];
  await openQueue().queue.add(dose('1'));
  const { queue } = openQueue();
  await queue.refresh();
  expect(idsIn(queue)).toEqual(['1']);
  await queue.send();
  expect([idsIn(queue), saved]).toEqual([[], ['1']]);
  const { queue: other } = openQueue('someone else');
  await other.refresh();
  expect(idsIn(other)).toEqual([]);
});

it('keeps a dose that is pressed while the stored ones are read', async () => {
  const { queue } = openQueue();
  outcomes = ['lost'];
  const reading = queue.refresh();
  const adding = queue.add(dose('1'));
  await reading;
  expect(idsIn(queue)).toEqual(['1']);
  await adding;
});

it('does not bring back a dose that was undone while the stored ones were read', async () => {
  const { queue } = openQueue();
  outcomes = ['lost'];
  await queue.add(dose('1'));
  const reading = queue.refresh();
  expect(await queue.remove('1')).toBe(true);
  await reading;
  await queue.send();
  expect([idsIn(queue), saved]).toEqual([[], []]);
});

it('takes an undone dose back, sends it once, and keeps it for the next page', async () => {
  outcomes = ['lost', 'lost'];
  const { queue } = openQueue();
  await queue.add(dose('1'));
  expect(await queue.remove('1')).toBe(true);
  await queue.add(dose('1'));
  const { queue: next } = openQueue();
  await next.refresh();
  expect(next.getState().queued.map(({ entry }) => entry.doseId)).toEqual(['1']);
  await queue.refresh();
  await queue.send();
  expect(saved).toEqual(['1']);
  expect(queue.getState().queued).toEqual([]);
});

it('does not send a dose that another window has undone', async () => {
  const [here, there] = [openQueue().queue, openQueue().queue];
  outcomes = ['lost'];
  await here.add(dose('1'));
  await there.refresh();
  await here.remove('1');
  await there.send();
  expect([idsIn(there), saved]).toEqual([[], []]);
});

it('deletes a dose on the server if it is undone while it is being sent', async () => {
  const { queue } = openQueue();
  let answer: (outcome: Outcome) => void = () => {};
  outcomes = [
    new Promise<Outcome>((resolve) => {
      answer = resolve;
    }),
  ];
  const adding = queue.add(dose('1'));
  await vi.waitFor(() => expect(outcomes).toEqual([]));
  const removing = queue.remove('1');
  answer('saved');
  // The server has saved the dose, so `remove` returns false, and the caller has to delete it on the server.
  expect(await removing).toBe(false);
  expect(saved).toEqual(['1']);
  await adding;
});

it('replaces a dose that is being sent only after the new one is stored', async () => {
  const { queue } = openQueue();
  const answer = Promise.withResolvers<Outcome>();
  outcomes = [answer.promise];
  const adding = queue.add(dose('1'));
  await vi.waitFor(() => expect(outcomes).toEqual([]));
  const replacing = queue.add(dose('2'), '1');
  // The page is closed before the server has answered.
  const next = openQueue().queue;
  await vi.waitFor(async () => {
    await next.refresh();
    expect(idsIn(next)).toContain('2');
  });
  answer.resolve('lost');
  await Promise.all([adding, replacing]);
  expect([idsIn(queue), saved]).toEqual([[], ['2']]);
});

it('keeps the doses of a person whose session has ended, and does not mark them as refused', async () => {
  const { queue, lost } = openQueue();
  outcomes = ['userNotFound'];
  await queue.add(dose('1'));
  expect(lost).toHaveBeenCalledOnce();
  expect(queue.getState().queued).toEqual([{ userId: 'ada', entry: dose('1') }]);
});

it('sends the others if the server cannot save one of them, and says why it waits', async () => {
  const { queue } = openQueue();
  outcomes = ['lost', 'lost'];
  await queue.add(dose('1'));
  await queue.add(dose('2'));
  outcomes = ['cannotSave'];
  await queue.send();
  expect([idsIn(queue), saved]).toEqual([['1'], ['2']]);
  expect(queue.getState().sendProblem).toBe(errors.cannotSave.message);
});

it('sends a refused dose again only on request', async () => {
  const { queue } = openQueue();
  outcomes = ['tooManyEntries'];
  await queue.add(dose('1'));
  await queue.send();
  expect([queue.getState().queued[0]?.problem, saved]).toEqual([errors.tooManyEntries.message, []]);
  await queue.send(true);
  expect(saved).toEqual(['1']);
});

it('sends a refused dose again on request, even while others are being sent', async () => {
  const { queue, adding, resolve } = await sendingWithRefused();
  const sending = queue.send(true);
  resolve('lost');
  await Promise.all([adding, sending]);
  expect(saved).toEqual(['1', '2']);
});

it('sends a refused dose once again if that is requested several times while others are being sent', async () => {
  const { queue, adding, resolve } = await sendingWithRefused();
  outcomes = ['tooManyEntries'];
  const sending = [queue.send(true), queue.send(true), queue.send(true)];
  resolve('saved');
  await Promise.all([adding, ...sending]);
  expect([saved, idsIn(queue)]).toEqual([['2'], ['1']]);
});

it('sends no refused dose again after a log-out', async () => {
  const { queue, adding, resolve } = await sendingWithRefused();
  const sending = queue.send(true);
  queue.stop();
  resolve('saved');
  await Promise.all([adding, sending]);
  expect(saved).toEqual(['2']);
});

it('remembers a refusal although the stored doses were read again while the dose was being sent', async () => {
  const { queue } = openQueue();
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  outcomes = [promise];
  const adding = queue.add(dose('1'));
  await vi.waitFor(() => expect(outcomes).toEqual([]));
  await queue.refresh();
  resolve('medicationNotFound');
  await adding;
  expect(queue.getState().queued[0]?.problem).toBe(errors.medicationNotFound.message);
});

it('says which doses the browser could not store', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const { queue } = openQueue();
  outcomes = ['lost'];
  await queue.add(dose('1'));
  expect([...queue.getState().unstored]).toEqual(['1']);
  await queue.refresh();
  expect(idsIn(queue)).toEqual(['1']);
});

it('forgets everything of a deleted account', async () => {
  outcomes = ['lost'];
  await openQueue().queue.add(dose('1'));
  const { queue } = openQueue();
  await queue.forgetEverything();
  await queue.refresh();
  expect(idsIn(queue)).toEqual([]);
});
