import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { CallName } from '../../../contract/calls.ts';
import { LIMITS } from '../../limits.ts';
import { freshUser, type TestApp, type TestUser, testApp } from '../../testing/app.ts';
import { caregiverOf } from '../../testing/caregivers.ts';
import { onSqlite } from '../../testing/databases.ts';
import { addForms, savedForm } from '../../testing/entries.ts';
import { madeShare, reading } from '../../testing/sharing.ts';

const BUSY = 'The server is busy. Please try again in a moment.';
const never = new AbortController().signal;
/** A note that makes an answer with ten forms larger than 256 KiB. */
const LONG_NOTE = 'x'.repeat(9000);

it('keeps four large and two heavy answers of an account at once, and lets others wait for 30 s', () => {
  expect(LIMITS.answers).toEqual({ large: 4, heavy: 2, waitMs: 30_000, waiting: 50 });
});

/** Takes all places of a kind, and returns a function that gives one back. */
async function takeAll({ context }: TestApp, kind: 'large' | 'heavy', key: string) {
  const places: { readonly leave: () => void }[] = [];
  for (let taken = 0; taken < LIMITS.answers[kind]; taken += 1) {
    places.push(await context.answers[kind].take(key, never));
  }
  onTestFinished(() => {
    for (const { leave } of places) leave();
  });
  return () => places.pop()?.leave();
}

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };

const HEAVY: readonly (readonly [CallName, object])[] = [
  ['searchForms', { search: 'coffee' }],
  ['getFormDays', NOVEMBER],
  ['getVisitSummary', {}],
  ['getDeletedForms', {}],
  ['exportData', { format: 'json' }],
];

onSqlite((place) => {
  const test = testApp(place, {}, { answers: { ...LIMITS.answers, waitMs: 20 } });
  let user: TestUser;
  beforeAll(async () => {
    user = await freshUser(test, ['Tremor', 'Stiffness']);
    await savedForm(user);
  });

  it.each(HEAVY)(
    'refuses %s with 503 if two heavy calls of the account do not end',
    async (name, input) => {
      await takeAll(test, 'heavy', user.userId);
      const answer = await user.browser.call(name, { userId: user.userId, ...input });
      expect([answer.statusCode, answer.json()]).toEqual([503, { error: BUSY }]);
      const other = await freshUser(test);
      const { statusCode } = await other.browser.call(name, { userId: other.userId, ...input });
      expect(statusCode).toBe(200);
    },
  );

  it('refuses a large answer with 503 if four are not read, and no small one', async () => {
    const wordy = await freshUser(test);
    await addForms(test, wordy, 10, LONG_NOTE);
    const { userId, browser } = wordy;
    await takeAll(test, 'large', userId);
    const large = await browser.call('getUserForms', { userId });
    expect([large.statusCode, large.json()]).toEqual([503, { error: BUSY }]);
    const small = await browser.call('getUserForms', { userId, limit: 1 });
    expect(small.json()).toHaveLength(1);
  });

  it('limits what caregivers and readers take of a person, and never the person with it', async () => {
    const [helper, other] = [
      await caregiverOf(test, user, { may: 'read' }),
      await caregiverOf(test, user, { may: 'read' }),
    ];
    const share = await madeShare(test, user);
    const reader = await reading(test, share);
    const days = async ({ browser }: TestUser) =>
      (await browser.call('getFormDays', { userId: user.userId, ...NOVEMBER })).statusCode;
    const shared = async () =>
      (await reader.call('getSharedVisit', { shareId: share.shareId })).statusCode;
    expect([await days(helper), await shared()]).toEqual([200, 200]);

    const leave = await takeAll(test, 'heavy', `others of ${user.userId}`);
    expect([await days(helper), await shared(), await days(user)]).toEqual([503, 503, 200]);
    leave();
    await takeAll(test, 'heavy', helper.userId);
    expect([await days(helper), await days(other)]).toEqual([503, 200]);
  });
});

onSqlite((place) => {
  const test = testApp(place);

  it('answers a call that waited, once a place is free', async () => {
    const { browser, userId } = await freshUser(test);
    const leave = await takeAll(test, 'heavy', userId);
    let isAnswered = false;
    const answer = browser.call('getFormDays', { userId, ...NOVEMBER }).then((response) => {
      isAnswered = true;
      return response;
    });
    await browser.call('getSession');
    expect(isAnswered).toBe(false);
    leave();
    expect((await answer).statusCode).toBe(200);
  });

  it('refuses a caregiver whose access ended while the call waited', async () => {
    const user = await freshUser(test);
    const { browser, caregiverId, userId } = await caregiverOf(test, user, { may: 'read' });
    const leave = await takeAll(test, 'heavy', userId);
    const answer = browser.call('getFormDays', { userId: user.userId, ...NOVEMBER });
    // The call waits: this one was sent later and has been answered.
    await browser.call('getSession');
    await user.browser.call('endCaregiver', { userId: user.userId, caregiverId });
    leave();
    expect((await answer).statusCode).toBe(404);
  });

  it('gives the place back when the client disconnects', async () => {
    const user = await freshUser(test);
    await addForms(test, user, 400, LONG_NOTE);
    const { hostname, port } = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }));
    const path = `/api/exportData?userId=${user.userId}&format=json`;
    const head = `GET ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${user.browser.cookie}\r\n\r\n`;
    const sockets = [];
    for (let begun = 0; begun < 2; begun += 1) {
      const socket = connect(Number(port), hostname);
      socket.write(head);
      await once(socket, 'readable');
      sockets.push(socket);
    }
    const days = user.browser.call('getFormDays', { userId: user.userId, ...NOVEMBER });
    const isWaiting = await Promise.race([
      days.then(() => false),
      user.browser.call('getSession').then(() => true),
    ]);
    expect(isWaiting).toBe(true);
    for (const socket of sockets) socket.destroy();
    expect((await days).statusCode).toBe(200);
  });
});
