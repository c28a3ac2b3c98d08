import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Dose } from '../../contract/entities.ts';
import { errors } from '../../contract/errors.ts';
import { checkIns } from '../check-ins/kind.ts';
import { doses } from '../medication/dose-kind.ts';
import { DeviceDatabase } from '../platform/device-database.ts';
import { ownedBy, trackerKeyOf } from '../platform/tracker-key.ts';
import { makeDose } from '../testing/doses.ts';
import { DeviceQueue, type Queued } from './device-queue.ts';
import { EntryQueue } from './entry-queue.ts';

type DoseQueue = EntryQueue<Dose>;

type Outcome = 'saved' | 'lost' | 'proxy' | keyof typeof errors;

/** The outcomes that the fake server returns one after the other, and the ids of the doses that it has saved. */
let outcomes: (Outcome | Promise<Outcome>)[] = [];
let saved: string[] = [];
/** For whom the last dose was sent. */
let sentFor: string[] = [];

const dose = (doseId: string): Dose => makeDose(`2026-11-18T17:00:0${doseId}.000Z`, { doseId });

beforeEach(() => {
  outcomes = [];
  saved = [];
  sentFor = [];
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    sentFor.push(JSON.parse(body).userId);
    const outcome = (await outcomes.shift()) ?? 'saved';
    if (outcome === 'lost') throw new TypeError('Failed to fetch');
    if (outcome === 'proxy') return new Response('Rejected', { status: 403 });
    if (outcome !== 'saved') {
      const { status, message } = errors[outcome];
      return Response.json({ error: message }, { status });
    }
    const { doseId } = JSON.parse(body);
    if (!saved.includes(doseId)) saved.push(doseId);
    return Response.json(dose(doseId));
  });
});

/** The queue of the doses of one tracker, in a window of its own. */
function openQueue(userId = 'ada', ownerId = userId, database = new DeviceDatabase()) {
  const lost = vi.fn();
  const device = new DeviceQueue({
    ...{ userId, kinds: [doses, checkIns], database },
    onSaved: () => {},
    onSessionLost: lost,
  });
  device.sendFor([userId, ownerId]);
  const owned = ownedBy(trackerKeyOf(userId, ownerId), ownerId);
  const queue = new EntryQueue<Dose>(device, doses, owned);
  return { queue, device, lost };
}

/** A queue whose dose 1 was refused, and that is sending dose 2 until `resolve` is called. */
async function sendingWithRefused() {
  const { queue, device } = openQueue();
  outcomes = ['tooManyEntries'];
  await queue.add(dose('1'));
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  outcomes = [promise];
  const adding = queue.add(dose('2'));
  await vi.waitFor(() => expect(outcomes).toEqual([]));
  return { queue, device, adding, resolve };
}

/** A dose of Ada that waits. */
const waiting = (doseId: string): Queued<Dose> => {
  return { kind: 'doses', id: doseId, trackerKey: 'ada', entry: dose(doseId) };
};

function idsIn({ getState }: DoseQueue): string[] {
  return getState().queued.map((queued) => queued.entry.doseId);
}

it('keeps a dose that did not arrive, and sends it from the next page', async () => {
  outcomes = ['lost'];
  await openQueue().queue.add(dose('1'));
  const { queue, device } = openQueue();
  await device.refresh();
  expect(idsIn(queue)).toEqual(['1']);
  await queue.send();
  expect([idsIn(queue), saved]).toEqual([[], ['1']]);
  const other = openQueue('someone else');
  await other.device.refresh();
  expect(idsIn(other.queue)).toEqual([]);
});

it('keeps a dose that is pressed while the stored ones are read', async () => {
  const { queue, device } = openQueue();
  outcomes = ['lost'];
  const reading = device.refresh();
  const adding = queue.add(dose('1'));
  await reading;
  expect(idsIn(queue)).toEqual(['1']);
  await adding;
});

it('does not bring back a dose that was undone while the stored ones were read', async () => {
  const { queue, device } = openQueue();
  outcomes = ['lost'];
  await queue.add(dose('1'));
  const reading = device.refresh();
  expect(await queue.remove('1')).toBe(true);
  await reading;
  await queue.send();
  expect([idsIn(queue), saved]).toEqual([[], []]);
});

it('takes an undone dose back, sends it once, and keeps it for the next page', async () => {
  outcomes = ['lost', 'lost'];
  const { queue, device } = openQueue();
  await queue.add(dose('1'));
  expect(await queue.remove('1')).toBe(true);
  await queue.add(dose('1'));
  const next = openQueue();
  await next.device.refresh();
  expect(next.queue.getState().queued.map(({ entry }) => entry.doseId)).toEqual(['1']);
  await device.refresh();
  await queue.send();
  expect(saved).toEqual(['1']);
  expect(queue.getState().queued).toEqual([]);
});

it('does not send a dose that another window has undone', async () => {
  const [here, there] = [openQueue(), openQueue()];
  outcomes = ['lost'];
  await here.queue.add(dose('1'));
  await there.device.refresh();
  await here.queue.remove('1');
  await there.queue.send();
  expect([idsIn(there.queue), saved]).toEqual([[], []]);
});

it('replaces a dose that is being sent only after the new one is stored', async () => {
  const { queue } = openQueue();
  const answer = Promise.withResolvers<Outcome>();
  outcomes = [answer.promise];
  const adding = queue.add(dose('1'));
  await vi.waitFor(() => expect(outcomes).toEqual([]));
  const replacing = queue.add(dose('2'), '1');
  // The page is closed before the server has answered.
  const next = openQueue();
  await vi.waitFor(async () => {
    await next.device.refresh();
    expect(idsIn(next.queue)).toContain('2');
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
  expect(queue.getState().queued).toEqual([waiting('1')]);
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
  await queue.sendAgain();
  expect(saved).toEqual(['1']);
});

it('sends a refused dose again on request, even while others are being sent', async () => {
  const { queue, adding, resolve } = await sendingWithRefused();
  const sending = queue.sendAgain();
  resolve('lost');
  await Promise.all([adding, sending]);
  expect(saved).toEqual(['1', '2']);
});

it('sends a refused dose once again if that is requested several times while others are being sent', async () => {
  const { queue, adding, resolve } = await sendingWithRefused();
  outcomes = ['tooManyEntries'];
  const sending = [queue.sendAgain(), queue.sendAgain(), queue.sendAgain()];
  resolve('saved');
  await Promise.all([adding, ...sending]);
  expect([saved, idsIn(queue)]).toEqual([['2'], ['1']]);
});

it('sends no refused dose again after a log-out', async () => {
  const { queue, device, adding, resolve } = await sendingWithRefused();
  const sending = queue.sendAgain();
  device.stop();
  resolve('saved');
  await Promise.all([adding, sending]);
  expect(saved).toEqual(['2']);
});

it('remembers a refusal although the stored doses were read again while the dose was being sent', async () => {
  const { queue, device } = openQueue();
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  outcomes = [promise];
  const adding = queue.add(dose('1'));
  await vi.waitFor(() => expect(outcomes).toEqual([]));
  await device.refresh();
  resolve('medicationNotFound');
  await adding;
  expect(queue.getState().queued[0]?.problem).toBe(errors.medicationNotFound.message);
});

it('says which doses the browser could not store', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const { queue, device } = openQueue();
  outcomes = ['lost'];
  await queue.add(dose('1'));
  expect([queue.getState().isUnstored, device.hasUnstored()]).toEqual([true, true]);
  await device.refresh();
  expect(idsIn(queue)).toEqual(['1']);
});

it('forgets everything of a deleted account', async () => {
  outcomes = ['lost'];
  await openQueue().queue.add(dose('1'));
  const { queue, device } = openQueue();
  await device.forgetTracker('ada');
  await device.refresh();
  expect(idsIn(queue)).toEqual([]);
});

describe('what a caregiver has entered for several people', () => {
  /** Ada, who helps Bob and Eve, has a dose for each of the three on this device. */
  async function openForThree(ownerIds: readonly string[]) {
    outcomes = ['lost', 'lost', 'lost', 'lost'];
    for (const [index, ownerId] of ['bob', 'eve', 'ada'].entries()) {
      await openQueue('ada', ownerId).queue.add(dose(`${index}`));
    }
    [outcomes, sentFor] = [[], []];
    const open = openQueue('ada');
    open.device.sendFor(ownerIds);
    await open.device.refresh();
    return open;
  }

  it('is sent for each of them, in the order in which it was entered', async () => {
    const { device } = await openForThree(['ada', 'bob', 'eve']);
    expect(device.countWaiting().doses).toBe(3);
    await device.send();
    expect([saved, sentFor]).toEqual([
      ['0', '1', '2'],
      ['bob', 'eve', 'ada'],
    ]);
    expect(device.countWaiting().doses).toBe(0);
  });

  it('stays on the device for a person for whom the caregiver may not log', async () => {
    const { device } = await openForThree(['ada', 'eve']);
    expect(device.countWaiting().doses).toBe(2);
    await device.send();
    expect(sentFor).toEqual(['eve', 'ada']);
    const left = await device.findForOthers();
    expect(left).toEqual([{ ...waiting('0'), trackerKey: 'ada for bob', ownerId: 'bob' }]);
  });

  it('is sent for the others if one of them has ended the access', async () => {
    const { device, lost } = await openForThree(['ada', 'bob', 'eve']);
    outcomes = ['userNotFound'];
    await device.send();
    expect(sentFor).toEqual(['bob', 'eve', 'ada']);
    expect(lost).toHaveBeenCalledOnce();
    expect(device.getState().queued).toMatchObject([{ id: '0' }]);
  });

  it('needs one connection to the device', async () => {
    const opened = vi.spyOn(indexedDB, 'open');
    const { device, queue } = openQueue('ada');
    device.sendFor(['ada', 'bob', 'eve']);
    outcomes = ['lost'];
    await queue.add(dose('1'));
    await device.refresh();
    await device.findForOthers();
    expect(opened).toHaveBeenCalledOnce();
  });

  it('is sent for the others if the limit of one account is reached', async () => {
    const { device } = await openForThree(['ada', 'bob', 'eve']);
    outcomes = ['tooManySaved'];
    await device.send();
    expect(sentFor).toEqual(['bob', 'eve', 'ada']);
    expect(device.getState().queued).toMatchObject([{ id: '0' }]);
    expect([...device.getState().sendProblems]).toEqual([
      ['doses ada for bob', errors.tooManySaved.message],
    ]);
  });

  it('is not sent any more if one’s own session turns out to be somebody else’s', async () => {
    outcomes = ['lost', 'lost'];
    await openQueue('ada').queue.add(dose('0'));
    await openQueue('ada', 'bob').queue.add(dose('1'));
    sentFor = [];
    outcomes = ['userNotFound'];
    const { device, lost } = openQueue('ada');
    device.sendFor(['ada', 'bob']);
    await device.refresh();
    await device.send();
    expect(sentFor).toEqual(['ada']);
    expect(lost).toHaveBeenCalledOnce();
  });

  it('is found although the device could not store it', async () => {
    vi.stubGlobal('indexedDB', undefined);
    outcomes = ['lost'];
    const { device, queue } = openQueue('ada', 'bob');
    await queue.add(dose('1'));
    device.sendFor(['ada']);
    expect(await device.findForOthers()).toMatchObject([{ trackerKey: 'ada for bob', id: '1' }]);
  });
});

it('sends the others if a proxy rejects one of them, which waits', async () => {
  const { queue } = openQueue();
  outcomes = ['lost', 'lost'];
  await queue.add(dose('1'));
  await queue.add(dose('2'));
  outcomes = ['proxy'];
  await queue.send();
  expect([idsIn(queue), saved]).toEqual([['1'], ['2']]);
  expect(queue.getState().queued[0]?.problem).toBeUndefined();
});

it('sends nothing more after a log-out, although others wait', async () => {
  const { queue, device } = openQueue();
  outcomes = ['lost', 'lost'];
  await queue.add(dose('1'));
  await queue.add(dose('2'));
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  outcomes = [promise];
  const sending = queue.send();
  await vi.waitFor(() => expect(outcomes).toEqual([]));
  device.stop();
  resolve('saved');
  await sending;
  expect(saved).toEqual(['1']);
});

it('sends nothing if the page has ended while the device was read', async () => {
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
  const asked = vi.fn();
  class SlowDatabase extends DeviceDatabase {
    override async get(...key: Parameters<DeviceDatabase['get']>) {
      asked();
      await isRead;
      return await super.get(...key);
    }
  }
  const { queue, device } = openQueue('ada', 'ada', new SlowDatabase());
  await device.start();
  const added = queue.add(dose('1'));
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  device.stop();
  read();
  await added;
  expect(saved).toEqual([]);
  expect(queue.getState().queued).toHaveLength(1);
});

it('says that a dose is stored once a slow write has ended', async () => {
  const database = new DeviceDatabase();
  const { queue, device } = openQueue('ada', 'ada', database);
  outcomes = ['lost'];
  // The write is done, and its answer comes too late.
  const put = database.put.bind(database);
  vi.spyOn(database, 'put').mockImplementationOnce(async (record) => !(await put(record)));
  await queue.add(dose('1'));
  expect(device.hasUnstored()).toBe(true);
  await device.refresh();
  expect(device.hasUnstored()).toBe(false);
});

it('writes a dose again that the device did not store', async () => {
  const database = new DeviceDatabase();
  const { queue, device } = openQueue('ada', 'ada', database);
  outcomes = ['lost'];
  vi.spyOn(database, 'put').mockResolvedValueOnce(false);
  await queue.add(dose('1'));
  await device.refresh();
  await vi.waitFor(() => expect(device.hasUnstored()).toBe(false));
  const next = openQueue();
  await next.device.refresh();
  expect(idsIn(next.queue)).toEqual(['1']);
});
