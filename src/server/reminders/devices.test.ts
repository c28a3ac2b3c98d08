import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { PushDevice } from '../../contract/entities.ts';
import { freshUser, secondBrowser, type TestApp, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { standInForPush } from '../testing/pushing.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { addedDevice, savedReminders, subscriptionInput } from '../testing/reminders.ts';
import { everyRow } from '../testing/rows.ts';

onEveryDatabase((place, onlyOnce) => {
  const pushing = standInForPush(() => test.now);
  const test: TestApp = testApp(place, pushing.settings);

  const added = (user: Parameters<typeof addedDevice>[0]) =>
    addedDevice(user, pushing.service, test.context.push.publicKey);
  type Person = Awaited<ReturnType<typeof freshUser>>;
  const reminders = async ({ browser, userId }: Person) =>
    (await browser.call('getReminders', { userId })).json();

  it('nothing is on until the person turns it on', async () => {
    const user = await freshUser(test);
    const answer = await reminders(user);
    expect(answer.reminders.filter(({ on }: { on: boolean }) => on)).toEqual([]);
    expect(answer).toMatchObject({
      devices: [],
      pushKey: test.context.push.publicKey,
      canMail: false,
      quiet: null,
      pausedUntil: null,
      showsNames: false,
      repeats: false,
    });
  });

  it('fields that a save does not contain stay', async () => {
    const user = await freshUser(test);
    const quiet = { from: '22:00', to: '07:00' };
    await savedReminders(user, { form: { times: ['13:00', '08:00'] } }, { quiet, repeats: true });
    await savedReminders(user, { weeklyReport: { weekday: 7 } }, { pausedUntil: '2026-12-01' });
    const answer = await savedReminders(user, { dose: { times: ['08:00'] } });
    expect(answer).toMatchObject({ quiet, repeats: true, pausedUntil: '2026-12-01' });
    const byKind = Object.fromEntries(answer.reminders.map((each) => [each.kind, each]));
    expect(byKind.form).toMatchObject({ on: true, times: ['08:00', '13:00'] });
    expect(byKind.weeklyReport).toMatchObject({ on: true, times: ['09:00'], weekday: 7 });
    expect(byKind.dose).toMatchObject({ on: true, times: [], weekday: null });
    expect((await savedReminders(user, {}, { quiet: null, pausedUntil: null })).quiet).toBeNull();
  });

  onlyOnce(() => {
    it.each([
      [
        [{ kind: 'dose', on: true, channels: ['email'] }],
        'reminders.0 must have channels that this',
      ],
      [
        [{ kind: 'weeklyReport', on: true, times: [], channels: ['email'] }],
        'reminders.0 must have one time for the weekly report',
      ],
      [
        [1, 2].map(() => ({ kind: 'form', on: true, channels: [] })),
        'reminders must name each kind once',
      ],
      [
        [{ kind: 'form', on: true, times: ['24:00'], channels: [] }],
        'reminders.0.times.0 must be a time from 00:00 to 23:59',
      ],
    ])('refuses invalid reminders', async (given, rule) => {
      const { browser, userId } = await freshUser(test);
      const answer = await browser.call('saveReminders', { userId, reminders: given });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error).toContain(rule);
    });

    it('refuses a push service that no browser has', async () => {
      const { browser, userId } = await freshUser(test);
      const input = { ...subscriptionInput(), endpoint: 'https://push.example.org/a' };
      const answer = await browser.call('addPushDevice', { userId, ...input });
      expect([answer.statusCode, answer.json().error]).toEqual([
        400,
        'We can’t send reminders to this browser. Please try another browser.',
      ]);
    });
  });

  it('a browser has one device, which keeps its id and gets new keys', async () => {
    const user = await freshUser(test);
    const { input, device } = await added(user);
    expect(device).toMatchObject({
      isThis: true,
      name: 'Firefox on Linux',
      endpointHash: hash('sha256', input.endpoint),
      lastSentAt: null,
    });
    const { p256dh } = subscriptionInput();
    const again = await user.browser.call('addPushDevice', { ...input, p256dh, name: 'Firefox' });
    expect(again.json()).toEqual({ ...device, name: 'Firefox' });
    const { device: other } = await added(user);
    expect((await reminders(user)).devices).toEqual([other]);
  });

  it('another session of the same browser takes the device over, and another person too', async () => {
    const user = await freshUser(test);
    const { input, device } = await added(user);
    const later = await secondBrowser(test, user);
    expect((await later.browser.call('addPushDevice', input)).json()).toEqual(device);
    expect((await reminders(user)).devices).toEqual([{ ...device, isThis: false }]);

    const other = await freshUser(test);
    const { userId } = other;
    const taken = await other.browser.call('addPushDevice', { ...input, userId });
    expect(taken.json().deviceId).not.toBe(device.deviceId);
    expect((await reminders(user)).devices).toEqual([]);
    expect((await reminders(other)).devices).toHaveLength(1);
  });

  it('an account has at most 20', async () => {
    const user = await freshUser(test);
    for (let count = 0; count < 20; count += 1) await added(await secondBrowser(test, user));
    const input = { userId: user.userId, ...subscriptionInput() };
    const refused = await user.browser.call('addPushDevice', input);
    expectRefusal(refused, 400, 'At most 20 browsers can get reminders. Please remove one first.');
  });

  it('removes only the person’s own', async () => {
    const [user, other] = [await freshUser(test), await freshUser(test)];
    const { deviceId } = (await added(user)).device;
    await other.browser.call('removePushDevice', { userId: other.userId, deviceId });
    expect((await reminders(user)).devices).toHaveLength(1);
    await user.browser.call('removePushDevice', { userId: user.userId, deviceId });
    expect((await reminders(user)).devices).toEqual([]);
  });

  it('stores no endpoint and no key in readable form', async () => {
    const { input } = await added(await freshUser(test));
    const text = JSON.stringify(await everyRow(test.context.db));
    for (const secret of [input.endpoint, input.p256dh, input.auth]) {
      expect(text.includes(secret)).toBe(false);
    }
  });

  it('a test goes to this browser alone; a subscription that has ended gets no more', async () => {
    const user = await freshUser(test);
    const { browser, userId } = user;
    expectRefusal(
      await browser.call('sendTestPush', { userId }),
      404,
      'Reminders are not on in this browser. Please turn them on first.',
    );
    await added(await secondBrowser(test, user));
    const { subscription } = await added(user);
    pushing.service.received.length = 0;
    expect((await browser.call('sendTestPush', { userId })).json()).toEqual({});
    const [sent, ...more] = pushing.service.received;
    expect([sent?.endpoint, ...more]).toEqual([subscription.endpoint]);
    expect(sent?.message.notification).toEqual({
      title: 'This is a test',
      navigate: `${test.context.config.publicUrl}/dashboard?tracker=own&tab=settings`,
      tag: 'test',
      renotify: true,
    });
    pushing.service.answers.push({ status: 503 });
    expect((await browser.call('sendTestPush', { userId })).statusCode).toBe(502);
    pushing.service.end(subscription);
    expect((await browser.call('sendTestPush', { userId })).statusCode).toBe(404);
    const own = (await reminders(user)).devices.find((device: PushDevice) => device.isThis);
    expect(own?.endpointHash).toBe(null);
    expect((await browser.call('sendTestPush', { userId })).statusCode).toBe(404);

    const renewed = await added(user);
    expect((await reminders(user)).devices).toHaveLength(2);
    expect((await browser.call('sendTestPush', { userId })).json()).toEqual({});
    expect(pushing.service.received.at(-1)?.endpoint).toBe(renewed.subscription.endpoint);
  });
});
