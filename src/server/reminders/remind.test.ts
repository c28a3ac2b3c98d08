import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeContext } from '../make-context.ts';
import { freshUser, secondBrowser, type TestApp, type TestUser, testApp } from '../testing/app.ts';
import { savedCheckIn } from '../testing/check-ins.ts';
import { onEveryDatabase, openPlace } from '../testing/databases.ts';
import { LATER, savedDiary } from '../testing/diary.ts';
import { savedForm } from '../testing/entries.ts';
import { loggedDose, savedMedication } from '../testing/medication.ts';
import { lettersTo } from '../testing/outbox.ts';
import { standInForPush } from '../testing/pushing.ts';
import { addedDevice, savedReminders } from '../testing/reminders.ts';
import { savedVisit } from '../testing/visits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NEW_YORK = '-05:00';

onEveryDatabase((place) => {
  const pushing = standInForPush(() => test.now);
  const test: TestApp = testApp(place, pushing.settings);

  /** Sets the clock to a time in New York and runs the jobs that are due then. */
  async function at(time: string, day = '2026-11-18'): Promise<void> {
    test.now = Date.parse(`${day}T${time}:00${NEW_YORK}`);
    await test.context.jobs.runDue('remind');
    await test.context.jobs.runDue('sendPush');
  }

  async function userWith(
    kinds: Parameters<typeof savedReminders>[1],
    other: object = {},
    now = '07:00',
  ): Promise<TestUser & Awaited<ReturnType<typeof addedDevice>>> {
    test.now = Date.parse(`2026-11-18T${now}:00${NEW_YORK}`);
    pushing.service.received.length = 0;
    await test.context.db.deleteFrom('reminders').execute();
    const user = await freshUser(test, ['Tremor']);
    const added = await addedDevice(user, pushing.service, test.context.push.publicKey);
    await savedReminders(user, kinds, other);
    return { ...user, ...added };
  }

  /** The titles of the messages that arrived since the last call. */
  function titles(): string[] {
    expect(pushing.service.violations).toEqual([]);
    return pushing.service.received.splice(0).map(({ message }) => message.notification.title);
  }

  async function devicesOf({ userId }: TestUser) {
    return await test.context.db
      .selectFrom('push_devices')
      .select(['device_id', 'last_sent_at'])
      .where('user_id', '=', userId)
      .execute();
  }

  it('sends a reminder at its time, once', async () => {
    const user = await userWith({ form: { times: ['08:00', '13:00'] } });
    await at('07:59');
    expect(titles()).toEqual([]);
    await at('08:00');
    const [sent, ...more] = pushing.service.received.splice(0);
    expect(more).toEqual([]);
    expect(sent).toMatchObject({ ttl: 3 * 3600, urgency: 'normal' });
    expect(sent?.message.notification).toEqual({
      title: 'Time for your 8:00 AM entry',
      navigate: `${test.context.config.publicUrl}/dashboard?tracker=own&track`,
      tag: 'form 2026-11-18 08:00',
    });
    expect(sent?.topic).toMatch(/^[0-9a-f]{32}$/);
    expect(await devicesOf(user)).toEqual([
      { device_id: user.device.deviceId, last_sent_at: test.now },
    ]);
    await at('08:00');
    await at('08:30');
    expect(titles()).toEqual([]);
    await at('13:00');
    expect(titles()).toEqual(['Time for your 1:00 PM entry']);
    await at('08:00', '2026-11-19');
    expect(titles()).toEqual(['Time for your 8:00 AM entry']);
  });

  it('says that the tablets run out in a week, in two days and today, unless they are counted again', async () => {
    const user = await userWith({ refill: { times: ['10:00'], daysBefore: 7 } });
    const { medicationId } = await savedMedication(user);
    const count = async (amount: number) => {
      const countedAt = new Date(test.now).toISOString();
      const input = { countId: randomUUID(), medicationId, countedAt, amount, how: 'counted' };
      const answer = await user.browser.call('countTablets', { userId: user.userId, ...input });
      expect(answer.statusCode).toBe(200);
    };
    const days = async (first: number, last: number) => {
      const told: string[] = [];
      for (let day = first; day <= last; day += 1) {
        await at('10:00', `2026-11-${day}`);
        if (titles().length > 0) told.push(`2026-11-${day}`);
      }
      return told;
    };
    // Two and a half a day: until November 27.
    await count(25);
    expect(await days(18, 27)).toEqual(['2026-11-20', '2026-11-25', '2026-11-27']);
    test.now = Date.parse('2026-11-28T08:00:00-05:00');
    await count(100);
    expect(await days(28, 29)).toEqual([]);
    // Fewer than seven days at once, not exactly seven.
    test.now = Date.parse('2026-11-29T20:00:00-05:00');
    await count(11);
    expect(await days(30, 30)).toEqual(['2026-11-30']);
  });

  it('sends it to each device of the person', async () => {
    const user = await userWith({ form: {} });
    const other = await secondBrowser(test, user);
    const { publicKey } = test.context.push;
    const { subscription } = await addedDevice(other, pushing.service, publicKey);
    await at('08:00');
    const endpoints = pushing.service.received.splice(0).map(({ endpoint }) => endpoint);
    expect(endpoints.sort()).toEqual(
      [user.subscription, subscription].map((each) => each.endpoint).sort(),
    );
  });

  it('is silent if the entry was made', async () => {
    const user = await userWith({
      form: { times: ['08:00', '13:00'] },
      checkIn: { times: ['08:10'] },
    });
    test.now = Date.parse(`2026-11-18T07:50:00${NEW_YORK}`);
    await savedForm(user);
    await savedCheckIn(user, { exerciseMinutes: null });
    await at('08:00');
    await at('08:10');
    expect(titles()).toEqual([]);
    await at('13:00');
    expect(titles()).toEqual(['Time for your 1:00 PM entry']);
  });

  it('is silent if the entry is made while the push service is away', async () => {
    const user = await userWith({ form: {} });
    pushing.service.answers.push({ status: 503 });
    await at('08:00');
    test.now += MINUTE;
    await savedForm(user);
    await test.context.jobs.runDue('sendPush');
    expect(titles()).toEqual([]);
    expect(
      await test.context.db
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', 'sendPush')
        .execute(),
    ).toEqual([]);
  });

  it('waits as long as the push service requests', async () => {
    await userWith({ form: {} });
    pushing.service.answers.push({ status: 429, headers: { 'retry-after': '600' } });
    await at('08:00');
    await at('08:09');
    expect(titles()).toEqual([]);
    await at('08:10');
    expect(titles()).toEqual(['Time for your 8:00 AM entry']);
  });

  it('repeats a reminder once, with the same tag and topic', async () => {
    await userWith({ form: {} }, { repeats: true });
    for (const time of ['08:00', '08:15', '08:30', '09:00']) await at(time);
    const [first, second, ...more] = pushing.service.received.splice(0);
    expect(more).toEqual([]);
    expect(second?.topic).toBe(first?.topic);
    expect(second?.message.notification).toEqual({
      ...first?.message.notification,
      renotify: true,
    });
    expect(second?.ttl).toBe(3 * 3600 - 15 * 60);
  });

  describe('of a dose', () => {
    it('is urgent, and named only if the person wants that', async () => {
      const user = await userWith({ dose: {} });
      await savedMedication(user);
      await at('08:00');
      const [sent] = pushing.service.received.splice(0);
      expect(sent).toMatchObject({ urgency: 'high', ttl: 3600 });
      expect(sent?.message.notification).toMatchObject({
        title: 'Your 8:00 AM reminder',
        navigate: `${test.context.config.publicUrl}/dashboard?tracker=own&dose`,
      });
      await savedReminders(user, {}, { showsNames: true });
      await at('12:00');
      expect(titles()).toEqual(['Levodopa/carbidopa 100 mg, noon']);
    });

    it('differs from that of a form at the same time', async () => {
      const user = await userWith({ dose: {}, form: { times: ['08:00'] } });
      await savedMedication(user);
      await at('08:00');
      expect(titles().sort()).toEqual(['Time for your 8:00 AM entry', 'Your 8:00 AM reminder']);
    });

    it('is silent if the dose was logged, also under its former planned time', async () => {
      const user = await userWith({ dose: {} });
      const { medicationId, version } = await savedMedication(user);
      const takenAt = new Date(test.now - 10 * MINUTE).toISOString();
      const scheduledFor = new Date(test.now + HOUR).toISOString();
      await loggedDose(user, { medicationId, takenAt, scheduledFor });
      await at('08:00');
      expect(titles()).toEqual([]);
      const times = [
        { time: '08:30', amount: 1 },
        { time: '12:00', amount: 1 },
      ];
      await savedMedication(user, { medicationId, version, times });
      await at('08:30');
      expect(titles()).toEqual([]);
      await at('12:00');
      expect(titles()).toEqual(['Your noon reminder']);
    });

    it('is not named once it is logged', async () => {
      const user = await userWith({ dose: {} }, { showsNames: true, repeats: true });
      const { medicationId } = await savedMedication(user);
      await savedMedication(user, { medicationId: randomUUID(), name: 'Rasagiline' });
      pushing.service.answers.push({ status: 503 });
      await at('08:00');
      const scheduledFor = new Date(test.now).toISOString();
      await loggedDose(user, { medicationId, takenAt: scheduledFor, scheduledFor });
      await at('08:05');
      await at('08:15');
      expect(titles()).toEqual(['Rasagiline 100 mg, 8:00 AM', 'Rasagiline 100 mg, 8:00 AM']);
    });

    it('is sent also if the repeat of an earlier dose is due at the same time', async () => {
      const user = await userWith({ dose: {} }, { showsNames: true, repeats: true });
      await savedMedication(user);
      const times = [{ time: '08:15', amount: 1 }];
      await savedMedication(user, { medicationId: randomUUID(), name: 'Rasagiline', times });
      await at('08:00');
      const [first] = titles();
      await at('08:15');
      expect(titles().toSorted()).toEqual([first, 'Rasagiline 100 mg, 8:15 AM']);
    });

    it('is not named once the person wants no names', async () => {
      const user = await userWith({ dose: {} }, { showsNames: true });
      await savedMedication(user);
      pushing.service.answers.push({ status: 503 });
      await at('08:00');
      await savedReminders(user, {}, { showsNames: false });
      await at('08:05');
      expect(titles()).toEqual(['Your 8:00 AM reminder']);
    });

    it('is sent even if a later dose was logged', async () => {
      const user = await userWith({ dose: {} });
      await savedMedication(user);
      const times = [{ time: '08:10', amount: 1 }];
      const { medicationId } = await savedMedication(user, { name: 'Rasagiline', times });
      test.now = Date.parse(`2026-11-18T08:11:00${NEW_YORK}`);
      const scheduledFor = new Date(test.now - MINUTE).toISOString();
      await loggedDose(user, { medicationId, takenAt: scheduledFor, scheduledFor });
      // The server has been down since before eight.
      await at('08:12');
      expect(titles()).toEqual(['Your 8:00 AM reminder']);
    });

    it('follows a change of the regimen, a deletion and a restoration', async () => {
      const user = await userWith({ dose: {} });
      const { userId, browser } = user;
      const { medicationId, from, version } = await savedMedication(user);
      await at('07:30');
      const times = [{ time: '07:45', amount: 1 }];
      await savedMedication(user, { medicationId, version, times });
      await at('07:45');
      expect(titles()).toEqual(['Your 7:45 AM reminder']);
      await browser.call('deleteMedication', { userId, medicationId, from });
      await at('07:45', '2026-11-19');
      expect(titles()).toEqual([]);
      await browser.call('restoreMedication', { userId, medicationId, from });
      await at('07:45', '2026-11-20');
      expect(titles()).toEqual(['Your 7:45 AM reminder']);
    });

    it('begins with a medication that begins later', async () => {
      const user = await userWith({ dose: {} });
      await savedMedication(user, { from: '2026-12-10' });
      for (let day = 18; day < 31; day += 1) await at('08:00', `2026-11-${day}`);
      for (let day = 1; day < 10; day += 1) await at('08:00', `2026-12-0${day}`);
      expect(titles()).toEqual([]);
      await at('08:00', '2026-12-10');
      expect(titles()).toEqual(['Your 8:00 AM reminder']);
    });
  });

  it('sends one after an outage, and none that is no longer useful', async () => {
    await userWith({ form: { times: ['08:00', '10:00', '12:00'] } }, { repeats: true });
    await at('14:00');
    expect(titles()).toEqual(['Time for your noon entry']);
    await at('20:00', '2026-11-25');
    expect(titles()).toEqual([]);
    await at('08:00', '2026-11-26');
    expect(titles()).toEqual(['Time for your 8:00 AM entry']);
  });

  it('sends nothing in a pause, in quiet hours and for kinds that are off', async () => {
    const user = await userWith(
      { form: { times: ['06:00', '08:00'] }, checkIn: { on: false } },
      { pausedUntil: '2026-11-18', quiet: { from: '22:00', to: '07:00' } },
    );
    await at('08:00');
    await at('06:00', '2026-11-19');
    expect(titles()).toEqual([]);
    await at('08:00', '2026-11-19');
    expect(titles()).toEqual(['Time for your 8:00 AM entry']);
    await savedReminders(user, { form: { on: false } });
    await at('08:00', '2026-11-20');
    expect(titles()).toEqual([]);
  });

  it('reminds of the diary on the three days before a visit, unless it is being filled in', async () => {
    const user = await userWith({ diary: { times: ['08:00', '10:00', '12:00', '14:00'] } });
    await at('08:00');
    expect(titles()).toEqual([]);
    const visit = await savedVisit(user, { day: '2026-11-20' });
    await at('10:00');
    expect(titles()).toEqual(['Time for your diary']);
    test.now = Date.parse(LATER) + 15 * MINUTE;
    await savedDiary(user, { [LATER]: 'on' });
    await at('12:00');
    expect(titles()).toEqual([]);
    await at('14:00');
    expect(titles()).toEqual(['Time for your diary']);
    await at('08:00', '2026-11-19');
    expect(titles()).toEqual(['Time for your diary']);
    await at('08:00', '2026-11-20');
    expect(titles()).toEqual([]);
    const { browser, userId } = user;
    const other = { visitId: visit.visitId, day: '2026-11-23', topics: [], version: 1 };
    await browser.call('saveVisit', { userId, ...other });
    await at('10:00', '2026-11-20');
    expect(titles()).toEqual(['Time for your diary']);
    await browser.call('deleteVisit', { userId, visitId: visit.visitId });
    await at('12:00', '2026-11-20');
    expect(titles()).toEqual([]);
  });

  it('follows the person into another zone, and repeats nothing that was due before', async () => {
    const user = await userWith({ form: { times: ['09:00', '15:15'] } });
    await at('09:00');
    expect(titles()).toHaveLength(1);
    const { userId, browser } = user;
    test.now = Date.parse('2026-11-18T14:30:00Z');
    await browser.call('updateProfile', { userId, timeZone: 'Europe/Berlin' });
    // In Berlin it is now 15:31, so the reminder for 15:15 in the new zone was due a quarter of an hour ago.
    await at('09:31');
    await at('15:15');
    expect(titles()).toEqual([]);
    await at('03:00', '2026-11-19');
    expect(titles()).toEqual(['Time for your 9:00 AM entry']);
  });

  it('still sends a reminder that was due before a change of the settings', async () => {
    const user = await userWith({ form: {}, checkIn: { times: ['20:00'] } });
    // The server was down at eight.
    test.now = Date.parse(`2026-11-18T08:05:00${NEW_YORK}`);
    await savedReminders(user, { checkIn: { times: ['21:00'] } });
    await at('08:06');
    expect(titles()).toEqual(['Time for your 8:00 AM entry']);
  });

  it('sends emails in neutral words, to a proven address only', async () => {
    const user = await userWith({ form: { channels: ['email'] } }, { showsNames: true });
    await at('08:00');
    expect(await lettersTo(test, user.email)).toEqual([]);
    await test.context.db.updateTable('accounts').set({ email_proven: 1 }).execute();
    await at('08:00', '2026-11-19');
    expect(await lettersTo(test, user.email)).toMatchObject([
      {
        kind: 'reminder',
        title: 'Time for your 8:00 AM entry',
        link: `${test.context.config.publicUrl}/dashboard?tracker=own&track`,
      },
    ]);
    expect(titles()).toEqual([]);
    // The mail server cannot be reached, so the email waits. It is dropped once the form is saved.
    await savedForm(user);
    await test.context.jobs.runDue('mail');
    expect(await lettersTo(test, user.email)).toEqual([]);
  });

  it.each([
    ['its kind is turned off', { form: { on: false } }, {}],
    ['it is wanted elsewhere', { form: { channels: ['calendar'] } }, {}],
    ['reminders are paused', {}, { pausedUntil: '2026-11-18' }],
  ] as const)('sends nothing that waits for a push service, once %s', async (_, kinds, other) => {
    const user = await userWith({ form: {} });
    pushing.service.answers.push({ status: 503 });
    await at('08:00');
    await savedReminders(user, kinds, other);
    await at('08:05');
    expect(titles()).toEqual([]);
  });

  it('sends nothing late into quiet hours', async () => {
    const quiet = { from: '22:00', to: '07:00' };
    await userWith({ form: { times: ['20:30', '21:30'] } }, { quiet });
    await at('20:30');
    expect(pushing.service.received.splice(0)[0]?.ttl).toBe(3600);
    // The server was down from nine to half past ten.
    await at('22:30');
    expect(titles()).toEqual([]);
  });

  it('sends nothing twice if the clock of the server that saves a change is behind', async () => {
    const user = await userWith({ form: {} });
    await at('08:00');
    expect(titles()).toHaveLength(1);
    test.now -= 1000;
    await savedReminders(user, {}, { showsNames: true });
    const { userId, browser } = user;
    await at('08:00');
    test.now -= 1000;
    await browser.call('updateProfile', { userId, timeZone: 'America/Toronto' });
    await at('08:00');
    expect(titles()).toEqual([]);
  });

  describe('a device ends', () => {
    it.each([404, 410])('when its push service answers %i', async (status) => {
      await userWith({ form: {} });
      pushing.service.answers.push({ status });
      await at('08:00');
      await at('08:00', '2026-11-19');
      expect(titles()).toEqual([]);
    });

    it.each(['signOut', 'signOutEverywhere'] as const)('with its session, by %s', async (call) => {
      const user = await userWith({ form: {} });
      expect((await user.browser.call(call, { userId: user.userId })).statusCode).toBe(200);
      expect(await devicesOf(user)).toEqual([]);
      await at('08:00');
      expect(titles()).toEqual([]);
    });

    it('with its session, while a message waits', async () => {
      const user = await userWith({ form: {} });
      pushing.service.answers.push({ status: 503 });
      await at('08:00');
      await user.browser.call('signOut', { userId: user.userId });
      await at('08:01');
      expect(titles()).toEqual([]);
    });

    it('with a session that expires', async () => {
      await userWith({ form: {} });
      await at('08:00', '2026-12-20');
      expect(titles()).toEqual([]);
    });

    it('with the account, and so do its waiting messages', async () => {
      const user = await userWith({ form: {} });
      pushing.service.answers.push({ status: 503 });
      await at('08:00');
      const { userId, password, browser } = user;
      await browser.call('deleteAccount', { userId, password });
      await at('08:01');
      await at('08:00', '2026-11-19');
      expect(titles()).toEqual([]);
      expect(await devicesOf(user)).toEqual([]);
    });

    it('but not when its person authenticates again', async () => {
      const user = await userWith({ form: {} });
      const { tokenHash, fresh } = { tokenHash: 'x', fresh: 'y' };
      const { db } = test.context;
      await db
        .updateTable('sessions')
        .set({ token_hash: tokenHash })
        .where('user_id', '=', user.userId)
        .execute();
      await db
        .updateTable('sessions')
        .set({ token_hash: fresh })
        .where('user_id', '=', user.userId)
        .execute();
      await at('08:00');
      expect(titles()).toHaveLength(1);
    });
  });

  it('a process that is killed after it sent sends the same again, which replaces the first', async () => {
    await userWith({ form: {} });
    const { db } = test.context;
    test.now = Date.parse(`2026-11-18T08:00:00${NEW_YORK}`);
    await test.context.jobs.runDue('remind');
    const job = await db
      .selectFrom('jobs')
      .selectAll()
      .where('kind', '=', 'sendPush')
      .executeTakeFirstOrThrow();
    await test.context.jobs.runDue('sendPush');
    await db
      .insertInto('jobs')
      .values({ ...job, tries: 1, due_at: test.now + 5 * MINUTE })
      .execute();
    await at('08:05');
    const [first, second] = pushing.service.received.splice(0);
    expect(second?.topic).toBe(first?.topic);
    expect(second?.message).toEqual(first?.message);
  });

  it('two processes send it once', async () => {
    await userWith({ form: {} });
    const { publicKey } = test.context.push;
    for (let count = 0; count < 5; count += 1) {
      const user = await freshUser(test);
      await addedDevice(user, pushing.service, publicKey);
      await savedReminders(user);
    }
    await test.context.jobs.runDue('remind');
    const db = await openPlace(place());
    const other = makeContext(test.context.config, { ...test.context, db });
    test.now = Date.parse(`2026-11-18T08:00:00${NEW_YORK}`);
    for (const kind of ['remind', 'sendPush'] as const) {
      await Promise.all([test.context, other].map(({ jobs }) => jobs.runDue(kind)));
    }
    await other.workers.stop();
    await db.destroy();
    expect(titles()).toHaveLength(6);
  });

  it('a person whose data cannot be read does not delay the others', async () => {
    const broken = await userWith({ form: {} });
    const { db } = test.context;
    const user = await freshUser(test);
    await addedDevice(user, pushing.service, test.context.push.publicKey);
    await savedReminders(user);
    await test.context.jobs.runDue('remind');
    const row = db.updateTable('reminders').where('user_id', '=', broken.userId);
    await row.set({ settings: 'not JSON' }).execute();
    await at('08:00');
    expect(titles()).toHaveLength(1);
    const { next_at } = await db
      .selectFrom('reminders')
      .select('next_at')
      .where('user_id', '=', broken.userId)
      .executeTakeFirstOrThrow();
    expect(next_at).toBe(test.now + MINUTE);
  });
});
