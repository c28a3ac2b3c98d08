import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freshUser, testApp } from '../../testing/app.ts';
import { onEveryDatabase, openPlace } from '../../testing/databases.ts';
import { eventually } from '../../testing/eventually.ts';
import { anotherMailer, post, queuedFor, sendDue, standInForMail } from '../../testing/mailing.ts';
import { askForReset } from '../../testing/outbox.ts';
import { browserElsewhere } from '../../testing/places.ts';
import { addJob, moveJob } from '../jobs/queries/jobs.ts';
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

  it('sends a due email once, and then deletes it from the queue', async () => {
    const user = await freshUser(test);
    const { code } = await askForReset(test, user);
    await sendDue(test);
    await sendDue(test);
    const mail = await mailing.server.nextMail(user.email);
    expect(mail.subject).toBe('Your code to reset your password');
    expect(mail.text).toContain(code);
    expect(received(user.email)).toBe(1);
    expect(await queuedFor(test, user.email)).toEqual([]);
  });

  it('stores no readable address, code or text in the queue', async () => {
    const user = await freshUser(test);
    const { challenge, code } = await askForReset(test, user);
    const rows = await test.context.db.selectFrom('jobs').selectAll().execute();
    expect(rows).toHaveLength(1);
    const readable = JSON.stringify(rows) + rows.map(({ sealed }) => bytesOf(sealed)).join();
    for (const text of [user.email, user.email.split('@')[0], code, challenge, 'resetCode']) {
      expect(readable).not.toContain(text);
    }
    await sendDue(test);
  });

  it('drops the email with a code if the address has no account', async () => {
    const email = 'nobody-gets-mail@example.org';
    await askForReset(test, { browser: browserElsewhere(test), email });
    expect(await queuedFor(test, email)).toHaveLength(1);
    await sendDue(test);
    expect(await queuedFor(test, email)).toEqual([]);
    expect(received(email)).toBe(0);
  });

  it('drops the email about wrong passwords unless the address is a proven one of an account', async () => {
    const { db, outbox } = test.context;
    const [proven, unproven] = [await freshUser(test), await freshUser(test)];
    await db
      .updateTable('accounts')
      .set({ email_proven: 1 })
      .where('user_id', '=', proven.userId)
      .execute();
    const nobody = freshAddress();
    const letter = { kind: 'failedTries', times: 20 } as const;
    for (const to of [proven.email, unproven.email, nobody]) {
      await addJob(db, outbox.enclose({ to, letter, toProvenOnly: true }));
    }
    await sendDue(test);
    expect([proven.email, unproven.email, nobody].map(received)).toEqual([1, 0, 0]);
    expect(await queuedFor(test, unproven.email)).toEqual([]);
  });

  it('sends an email that has a time of its own then', async () => {
    const { db, outbox } = test.context;
    const to = freshAddress();
    await addJob(db, outbox.enclose({ to, letter: NOTICE, sendAt: test.now + 600 * SECOND }));
    test.now += 600 * SECOND - 1;
    await sendDue(test);
    expect(received(to)).toBe(0);
    test.now += 1;
    await sendDue(test);
    expect(received(to)).toBe(1);
  });

  it('a notice is dropped after three days', async () => {
    const email = freshAddress();
    await post(test, email, NOTICE);
    test.now += 3 * DAY;
    await anotherMailer(test).runDue();
    expect([received(email), await queuedFor(test, email)]).toEqual([0, []]);
  });

  it('after a restart, sends the email that could not be sent before', async () => {
    const email = freshAddress();
    await post(test, email, NOTICE);
    await mailing.server.stop();
    const first = anotherMailer(test);
    await first.runDue();
    await first.stop();
    await mailing.server.start();
    test.now += 5 * SECOND;
    const second = anotherMailer(test);
    second.start();
    expect((await mailing.server.nextMail(email)).subject).toBe('Your password was changed');
    await second.stop();
    expect(await queuedFor(test, email)).toEqual([]);
  });

  it('an email whose process was killed while sending is sent after five minutes', async () => {
    const { db } = test.context;
    const email = freshAddress();
    await post(test, email, NOTICE);
    const due_at = test.now + 300 * SECOND;
    await db.updateTable('jobs').set({ due_at, tries: 1 }).execute();
    const mailer = anotherMailer(test);
    test.now = due_at - 1;
    await mailer.runDue();
    expect(received(email)).toBe(0);
    test.now = due_at;
    await mailer.runDue();
    expect(received(email)).toBe(1);
  });

  it('a stopped mailer sends no more emails', async () => {
    const mailer = anotherMailer(test);
    mailer.start();
    await mailer.stop();
    const email = freshAddress();
    await post(test, email, NOTICE);
    mailer.wake('mail');
    await mailer.runDue();
    expect(await queuedFor(test, email)).toEqual([{ tries: 0, dueAt: test.now }]);
    await anotherMailer(test).runDue();
  });

  it('two concurrent mailers on two connections send each email once', async () => {
    const db = await openPlace(place());
    const mailers = [anotherMailer(test), anotherMailer(test, { db })];
    const emails = Array.from({ length: 20 }, freshAddress);
    for (const email of emails) await post(test, email, NOTICE);
    await Promise.all(mailers.map(({ runDue }) => runDue()));
    for (const email of emails) expect([email, received(email)]).toEqual([email, 1]);
    await db.destroy();
  });

  it('an email that cannot be decrypted does not delay others, and is dropped when it expires', async () => {
    const { context } = test;
    const before = test.logged.length;
    const [lost, fine] = [freshAddress(), freshAddress()];
    const mailer = anotherMailer(test);
    const sealed = context.secrets.seal('something else').slice(0, -8);
    await addJob(context.db, { ...context.outbox.enclose({ to: lost, letter: NOTICE }), sealed });
    test.now += 1;
    await post(test, fine, NOTICE);
    await mailer.runDue();
    expect([received(lost), received(fine)]).toEqual([0, 1]);
    expect(await queuedFor(test, lost)).toEqual([{ tries: 1, dueAt: test.now + 5 * SECOND }]);
    expect(test.logged.slice(before)).toEqual([
      expect.objectContaining({ msg: 'A mail could not be sent yet' }),
    ]);
    test.now += 3 * DAY;
    await mailer.runDue();
    expect(await queuedFor(test, lost)).toEqual([]);
  });

  it('the email that expires first is sent first', async () => {
    const { context } = test;
    const [notice, code] = [freshAddress(), freshAddress()];
    await post(test, notice, NOTICE);
    test.now += 1;
    await addJob(
      context.db,
      context.outbox.enclose({ to: code, letter: NOTICE, usefulMs: 900 * SECOND }),
    );
    await anotherMailer(test).runDue();
    const order = mailing.server.received.map(({ to }) => to).slice(-2);
    expect(order).toEqual([code, notice]);
  });

  it('moves an email to a stranger to a queue of its own, as if it was not tried', async () => {
    const { context } = test;
    const user = await freshUser(test);
    const stranger = freshAddress();
    for (const to of [stranger, user.email]) await post(test, to, NOTICE);
    await context.jobs.runDue('mail');
    expect([received(stranger), received(user.email)]).toEqual([0, 1]);
    expect(await queuedFor(test, stranger)).toEqual([{ tries: 0, dueAt: test.now }]);
    await context.jobs.runDue('mailToStrangers');
    expect([received(stranger), await queuedFor(test, stranger)]).toEqual([1, []]);
  });

  it('moves no email that another process has taken in the meantime', async () => {
    const { context } = test;
    const { db } = context;
    const to = freshAddress();
    await post(test, to, NOTICE);
    const { id } = await db.selectFrom('jobs').select('id').executeTakeFirstOrThrow();
    const move = { to: 'mailToStrangers', tries: 0, dueAt: test.now } as const;
    expect(await moveJob(db, id, { ...move, from: test.now - 1 })).toBe(false);
    expect(await moveJob(db, id, { ...move, from: test.now })).toBe(true);
    await sendDue(test);
    expect(received(to)).toBe(1);
  });

  /** A mailer whose reports are complete only when `finish` is called. */
  function slowMailer() {
    const attached = Promise.withResolvers<Attachment>();
    const reached = Promise.withResolvers<void>();
    let made = 0;
    const attach = () => {
      made += 1;
      reached.resolve();
      return attached.promise;
    };
    const mailer = anotherMailer(test, { attach });
    const finish = () => attached.resolve({ fileName: 'Report.pdf', content: new Uint8Array([1]) });
    return { mailer, finish, reached: reached.promise, made: () => made };
  }

  const REPORT = {
    kind: 'report',
    userId: 'someone',
    from: 0,
    to: 1,
    paper: 'A4',
    days: 'one day',
  } as const;

  it('a slow report does not delay other emails', async () => {
    const [reader, other] = [freshAddress(), freshAddress()];
    await post(test, reader, REPORT);
    test.now += 1;
    await post(test, other, NOTICE);
    const { mailer, finish } = slowMailer();
    const sending = mailer.runDue();
    await mailing.server.nextMail(other);
    expect(received(reader)).toBe(0);
    finish();
    await sending;
    expect([received(reader), await queuedFor(test, reader)]).toEqual([1, []]);
  });

  it('a report is sent once, even if its lease ended and another process made it too', async () => {
    const reader = freshAddress();
    await post(test, reader, REPORT);
    const [slow, quick] = [slowMailer(), slowMailer()];
    const sending = slow.mailer.runDue();
    await slow.reached;
    expect(await queuedFor(test, reader)).toMatchObject([{ tries: 1 }]);
    test.now += 301 * SECOND;
    quick.finish();
    await quick.mailer.runDue();
    slow.finish();
    await sending;
    expect(received(reader)).toBe(1);
  });

  it('a process does not take a report again while it is still making it, however long it takes', async () => {
    const reader = freshAddress();
    await post(test, reader, REPORT);
    const { mailer, finish, reached, made } = slowMailer();
    const sending = mailer.runDue();
    await reached;
    test.now += 301 * SECOND;
    await mailer.runDue();
    finish();
    await sending;
    expect([made(), received(reader), await queuedFor(test, reader)]).toEqual([1, 1, []]);
  });

  it('no report is made while the mail server is unavailable', async () => {
    const reader = freshAddress();
    await post(test, reader, REPORT);
    const { mailer, finish, made } = slowMailer();
    finish();
    await mailing.server.stop();
    for (const pause of [5, 10, 20]) {
      await mailer.runDue();
      test.now += pause * SECOND;
    }
    expect([made(), await queuedFor(test, reader)]).toEqual([0, [{ tries: 3, dueAt: test.now }]]);
    await mailing.server.start();
    await mailer.runDue();
    expect([made(), received(reader), await queuedFor(test, reader)]).toEqual([1, 1, []]);
  });

  it('renews the lease before it makes a report, however long the mail server took to greet', async () => {
    const reader = freshAddress();
    await post(test, reader, REPORT);
    const letGo = mailing.server.hold('greeting');
    const { mailer, finish, reached } = slowMailer();
    const sending = mailer.runDue();
    await eventually(async () => {
      expect(await queuedFor(test, reader)).toMatchObject([{ tries: 1 }]);
    });
    test.now += 200 * SECOND;
    letGo();
    await reached;
    expect(await queuedFor(test, reader)).toMatchObject([{ dueAt: test.now + 300 * SECOND }]);
    finish();
    await sending;
    expect(received(reader)).toBe(1);
  });

  it('makes one report at a time, with a new lease for each', async () => {
    const readers = Array.from({ length: 3 }, freshAddress);
    for (const reader of readers) await post(test, reader, REPORT);
    let [atWork, most] = [0, 0];
    const attach = async () => {
      atWork += 1;
      most = Math.max(most, atWork);
      // The three reports together take longer than one lease.
      test.now += 200 * SECOND;
      // Long enough for another report to start in the meantime, if more than one were allowed to run.
      await pause(200);
      atWork -= 1;
      return { fileName: 'Report.pdf', content: new Uint8Array([1]) };
    };
    await anotherMailer(test, { attach }).runDue();
    expect([most, ...readers.map(received)]).toEqual([1, 1, 1, 1]);
  });

  it('logs an error if the queue cannot be read, and can still be stopped', async () => {
    const db = await openPlace(place());
    const mailer = anotherMailer(test, { db });
    await db.destroy();
    const before = test.logged.length;
    mailer.start();
    await eventually(() => expect(test.logged.length).toBeGreaterThan(before));
    expect(test.logged.at(-1)).toMatchObject({ msg: 'The outbox could not be read' });
    await mailer.stop();
  });
});

function bytesOf(sealed: string): string {
  return Buffer.from(sealed, 'base64url').toString('latin1');
}
