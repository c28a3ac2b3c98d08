import { expect, it } from 'vitest';
import { freshUser, testApp } from '../../testing/app.ts';
import { onEveryDatabase, openPlace } from '../../testing/databases.ts';
import { eventually } from '../../testing/eventually.ts';
import { anotherOutbox, post, queuedFor, standInForMail } from '../../testing/mailing.ts';
import { askForReset } from '../../testing/outbox.ts';
import { browserElsewhere } from '../../testing/places.ts';
import { addMail } from '../jobs/queries/mails.ts';
import { makeOutbox } from './outbox.ts';
import type { Attachment } from './transport.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const NOTICE = { kind: 'passwordChanged' } as const;

let addresses = 0;

function freshAddress(): string {
  addresses += 1;
  return `reader${addresses}@example.org`;
}

onEveryDatabase((place) => {
  const mailing = standInForMail();
  const test = testApp(place, mailing.settings);

  function received(email: string): number {
    return mailing.server.received.filter(({ to }) => to === email).length;
  }

  it('sends what is due, once, and keeps nothing of it', async () => {
    const user = await freshUser(test);
    const { code } = await askForReset(test, user);
    await test.context.outbox.sendDue();
    await test.context.outbox.sendDue();
    const mail = await mailing.server.nextMail(user.email);
    expect(mail.subject).toBe('Your code to reset your password');
    expect(mail.text).toContain(code);
    expect(received(user.email)).toBe(1);
    expect(await queuedFor(test, user.email)).toEqual([]);
  });

  it('holds in the queue nothing that can be read: no address, no code, no words', async () => {
    const user = await freshUser(test);
    const { challenge, code } = await askForReset(test, user);
    const rows = await test.context.db.selectFrom('mails').selectAll().execute();
    expect(rows).toHaveLength(1);
    const readable = JSON.stringify(rows) + rows.map(({ sealed }) => bytesOf(sealed)).join();
    for (const text of [user.email, user.email.split('@')[0], code, challenge, 'resetCode']) {
      expect(readable).not.toContain(text);
    }
    await test.context.outbox.sendDue();
  });

  it('mails no code to an address without an account, and drops it', async () => {
    const email = 'nobody-gets-mail@example.org';
    await askForReset(test, { browser: browserElsewhere(test), email });
    expect(await queuedFor(test, email)).toHaveLength(1);
    await test.context.outbox.sendDue();
    expect(await queuedFor(test, email)).toEqual([]);
    expect(received(email)).toBe(0);
  });

  it('a notice is dropped after three days', async () => {
    const email = freshAddress();
    await post(test, email, NOTICE);
    test.now += 3 * DAY;
    await anotherOutbox(test).sendDue();
    expect([received(email), await queuedFor(test, email)]).toEqual([0, []]);
  });

  it('survives a restart: what one outbox could not send, the next one does', async () => {
    const email = freshAddress();
    await post(test, email, NOTICE);
    await mailing.server.stop();
    const first = anotherOutbox(test);
    await first.sendDue();
    await first.stop();
    await mailing.server.start();
    test.now += 5 * SECOND;
    const second = anotherOutbox(test);
    second.start();
    expect((await mailing.server.nextMail(email)).subject).toBe('Your password was changed');
    await second.stop();
    expect(await queuedFor(test, email)).toEqual([]);
  });

  it('a mail whose process was killed in the middle is sent after five minutes', async () => {
    const { db } = test.context;
    const email = freshAddress();
    await post(test, email, NOTICE);
    const due_at = test.now + 300 * SECOND;
    await db.updateTable('mails').set({ due_at, tries: 1 }).execute();
    const outbox = anotherOutbox(test);
    test.now = due_at - 1;
    await outbox.sendDue();
    expect(received(email)).toBe(0);
    test.now = due_at;
    await outbox.sendDue();
    expect(received(email)).toBe(1);
  });

  it('a stopped outbox sends nothing more', async () => {
    const outbox = anotherOutbox(test);
    outbox.start();
    await outbox.stop();
    const email = freshAddress();
    await post(test, email, NOTICE);
    outbox.wake();
    await outbox.sendDue();
    expect(await queuedFor(test, email)).toEqual([{ tries: 0, dueAt: test.now }]);
    await anotherOutbox(test).sendDue();
  });

  it('two outboxes at once, on two connections, send each mail once', async () => {
    const db = await openPlace(place());
    const outboxes = [anotherOutbox(test), anotherOutbox(test, db)];
    const emails = Array.from({ length: 20 }, freshAddress);
    for (const email of emails) await post(test, email, NOTICE);
    await Promise.all(outboxes.map(({ sendDue }) => sendDue()));
    for (const email of emails) expect([email, received(email)]).toEqual([email, 1]);
    await db.destroy();
  });

  it('a mail that cannot be opened holds up no other, and is dropped in its time', async () => {
    const { context } = test;
    const before = test.logged.length;
    const [lost, fine] = [freshAddress(), freshAddress()];
    const outbox = anotherOutbox(test);
    const sealed = context.secrets.seal('something else').slice(0, -8);
    await addMail(context.db, { ...outbox.enclose({ to: lost, letter: NOTICE }), sealed });
    test.now += 1;
    await post(test, fine, NOTICE);
    await outbox.sendDue();
    expect([received(lost), received(fine)]).toEqual([0, 1]);
    expect(await queuedFor(test, lost)).toEqual([{ tries: 1, dueAt: test.now + 5 * SECOND }]);
    expect(test.logged.slice(before)).toEqual([
      expect.objectContaining({ msg: 'A mail could not be sent yet' }),
    ]);
    test.now += 3 * DAY;
    await outbox.sendDue();
    expect(await queuedFor(test, lost)).toEqual([]);
  });

  it('what runs out soonest goes first', async () => {
    const { context } = test;
    const [notice, code] = [freshAddress(), freshAddress()];
    await post(test, notice, NOTICE);
    test.now += 1;
    await addMail(
      context.db,
      context.outbox.enclose({ to: code, letter: NOTICE, usefulMs: 900 * SECOND }),
    );
    await anotherOutbox(test).sendDue();
    const order = mailing.server.received.map(({ to }) => to).slice(-2);
    expect(order).toEqual([code, notice]);
  });

  /** An outbox whose reports take until they are let go on. */
  function slowOutbox() {
    const attached = Promise.withResolvers<Attachment>();
    const outbox = makeOutbox({ ...test.context, attach: () => attached.promise });
    const finish = () => attached.resolve({ fileName: 'Report.pdf', content: new Uint8Array([1]) });
    return { outbox, finish };
  }

  const REPORT = {
    kind: 'report',
    userId: 'someone',
    from: 0,
    to: 1,
    paper: 'A4',
    days: 'one day',
  } as const;

  it('a report that takes long holds up no other mail', async () => {
    const [reader, other] = [freshAddress(), freshAddress()];
    await post(test, reader, REPORT);
    test.now += 1;
    await post(test, other, NOTICE);
    const { outbox, finish } = slowOutbox();
    const sending = outbox.sendDue();
    await mailing.server.nextMail(other);
    expect(received(reader)).toBe(0);
    finish();
    await sending;
    expect([received(reader), await queuedFor(test, reader)]).toEqual([1, []]);
  });

  it('a report that took so long that another try was made is sent once', async () => {
    const reader = freshAddress();
    await post(test, reader, REPORT);
    const [slow, quick] = [slowOutbox(), slowOutbox()];
    const sending = slow.outbox.sendDue();
    await eventually(async () => {
      expect(await queuedFor(test, reader)).toMatchObject([{ tries: 1 }]);
    });
    test.now += 301 * SECOND;
    quick.finish();
    await quick.outbox.sendDue();
    slow.finish();
    await sending;
    expect(received(reader)).toBe(1);
  });

  it('goes on by itself after the database was away for a moment', async () => {
    const db = await openPlace(place());
    const outbox = anotherOutbox(test, db);
    await db.destroy();
    const before = test.logged.length;
    outbox.start();
    await eventually(() => expect(test.logged.length).toBeGreaterThan(before));
    expect(test.logged.at(-1)).toMatchObject({ msg: 'The outbox could not be read' });
    await outbox.stop();
  });
});

function bytesOf(sealed: string): string {
  return Buffer.from(sealed, 'base64url').toString('latin1');
}
