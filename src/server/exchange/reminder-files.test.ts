import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { AccountFile } from '../../contract/account-file.ts';
import type { ReminderAnswer } from '../../contract/entities.ts';
import { DEFAULT_REMINDERS } from '../../domain/reminders.ts';
import { freshUser, type TestApp, type TestUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { standInForMail } from '../testing/mailing.ts';
import { lettersTo } from '../testing/outbox.ts';
import { standInForPush } from '../testing/pushing.ts';
import { addedDevice, savedReminders } from '../testing/reminders.ts';
import { exported, exportedAccount, imported, importing } from '../testing/transfers.ts';

const HOUR = 3_600_000;
const QUIET = { from: '22:00', to: '07:00' };
const OTHER = { quiet: QUIET, pausedUntil: '2026-11-01', showsNames: true, repeats: true };

onEveryDatabase((place, onlyOnce) => {
  const mailing = standInForMail();
  const pushing = standInForPush(() => test.now);
  // Give the app a mail server, so that reminders can be sent by email too.
  beforeAll(() => {
    pushing.settings.SMTP_URL = mailing.server.url;
  });
  const test: TestApp = testApp(place, pushing.settings);

  /** A person with reminders of all kinds, and a device. */
  async function personWithReminders(): Promise<TestUser> {
    const user = await freshUser(test, ['Tremor']);
    await addedDevice(user, pushing.service, test.context.push.publicKey);
    await savedReminders(
      user,
      {
        form: { times: ['20:00', '08:00'] },
        checkIn: { times: ['21:15'], channels: ['push', 'email'] },
        dose: { channels: ['push', 'calendar'] },
        exercise: { on: false, times: [] },
        diary: { on: false, times: [] },
        refill: { daysBefore: 10 },
        weeklyReport: { times: ['07:30'], weekday: 3 },
      },
      OTHER,
    );
    return user;
  }

  async function remindersOf({ browser, userId }: TestUser) {
    const answer = await browser.call('getReminders', { userId });
    const {
      devices,
      pushKey: _key,
      canMail: _can,
      ntfy: _ntfy,
      ...own
    }: ReminderAnswer = answer.json();
    return { devices, settings: own };
  }

  /** Makes a new account whose address is proven, so that emails could be sent to it. */
  async function newPerson(): Promise<TestUser> {
    const user = await freshUser(test);
    await test.context.db
      .updateTable('accounts')
      .set({ email_proven: 1 })
      .where('user_id', '=', user.userId)
      .execute();
    return user;
  }

  /** Advances the clock hour by hour, and sends due reminders. The clock is set back at the end of the test. */
  async function pass(hours: number): Promise<void> {
    onTestFinished(() => {
      test.now -= hours * HOUR;
    });
    for (let hour = 1; hour <= hours; hour += 1) {
      await sendReminders();
      test.now += HOUR;
    }
    await sendReminders();
  }

  async function sendReminders(): Promise<void> {
    for (const kind of ['remind', 'sendPush'] as const) await test.context.jobs.runDue(kind);
  }

  it('the JSON file has the reminders, and no device', async () => {
    const user = await personWithReminders();
    const { reminderSettings } = await exportedAccount(user);
    const off = { on: false, times: [], channels: ['push'] };
    expect(reminderSettings).toEqual({
      reminders: [
        { kind: 'form', on: true, times: ['08:00', '20:00'], channels: ['push'] },
        { kind: 'checkIn', on: true, times: ['21:15'], channels: ['push', 'email'] },
        { kind: 'dose', on: true, times: [], channels: ['push', 'calendar'] },
        { kind: 'exercise', ...off },
        { kind: 'diary', ...off },
        { kind: 'refill', on: true, times: ['08:00'], daysBefore: 10, channels: ['push'] },
        { kind: 'weeklyReport', on: true, times: ['07:30'], weekday: 3, channels: ['email'] },
      ],
      ...OTHER,
    });
    const json = await exported(user, 'json');
    const { devices } = await remindersOf(user);
    for (const { deviceId, name, endpointHash } of devices) {
      for (const secret of [deviceId, name, endpointHash]) expect(json).not.toContain(secret);
    }
    expect(json).not.toContain(pushing.service.origin);
    expect(json).not.toMatch(/p256dh|endpoint/);
  });

  it('the JSON file of a person who never set reminders has none, and an import of it sets none', async () => {
    const user = await freshUser(test);
    const file = await exportedAccount(user);
    expect(file).not.toHaveProperty('reminderSettings');
    const other = await freshUser(test);
    const counts = { remindersAdded: false, remindersSkipped: false };
    expect(await imported(other, 'json', JSON.stringify(file))).toMatchObject(counts);
    expect(await exportedAccount(other)).not.toHaveProperty('reminderSettings');
  });

  it('an import restores reminders, turns off those by email, and changes nothing if it is repeated', async () => {
    const user = await personWithReminders();
    const json = await exported(user, 'json');
    const other = await newPerson();
    const added = { remindersAdded: true, remindersSkipped: false };
    expect(await imported(other, 'json', json, true)).toMatchObject({ ...added, dryRun: true });
    expect((await remindersOf(other)).settings).toEqual(DEFAULT_REMINDERS);
    expect(await imported(other, 'json', json)).toMatchObject(added);
    const { settings: before } = await remindersOf(user);
    const expected = {
      ...before,
      reminders: before.reminders.map((each) => {
        return ['checkIn', 'weeklyReport'].includes(each.kind) ? { ...each, on: false } : each;
      }),
    };
    expect(await remindersOf(other)).toEqual({ settings: expected, devices: [] });
    const [activity] = (await other.browser.call('getActivity', { userId: other.userId })).json();
    expect(activity).toMatchObject({ kind: 'remindersChanged' });
    const again = { remindersAdded: false, remindersSkipped: true };
    for (const person of [user, other]) {
      const stored = await remindersOf(person);
      expect(await imported(person, 'json', json)).toMatchObject(again);
      expect(await remindersOf(person)).toEqual(stored);
    }
  });

  it('imported reminders do not replace those that the person has set, even if all are off', async () => {
    const json = await exported(await personWithReminders(), 'json');
    const user = await freshUser(test);
    await savedReminders(user, { form: { on: false, times: ['11:00'] } });
    const before = await remindersOf(user);
    const skipped = { remindersAdded: false, remindersSkipped: true };
    expect(await imported(user, 'json', json)).toMatchObject(skipped);
    expect(await remindersOf(user)).toEqual(before);
  });

  it('imported reminders send nothing until the person adds a device and turns on emails', async () => {
    const json = await exported(await personWithReminders(), 'json');
    const user = await newPerson();
    await imported(user, 'json', json);
    await test.context.db.deleteFrom('jobs').execute();
    const { received } = pushing.service;
    received.length = 0;
    // Delete the reminders of other people, which would be sent too.
    await test.context.db.deleteFrom('reminders').where('user_id', '<>', user.userId).execute();
    // Eight days contain every reminder's time, and the day of the weekly report.
    await pass(8 * 24);
    expect(await lettersTo(test, user.email)).toEqual([]);
    expect(received).toEqual([]);
    await addedDevice(user, pushing.service, test.context.push.publicKey);
    await pass(24);
    expect(received.length).toBeGreaterThan(0);
    expect(await lettersTo(test, user.email)).toEqual([]);
  });

  it('an import sends no reminder that was due before it', async () => {
    const file = await exportedAccount(await personWithReminders());
    const user = await freshUser(test);
    await addedDevice(user, pushing.service, test.context.push.publicKey);
    const { received } = pushing.service;
    received.length = 0;
    const [form, ...others] = file.reminderSettings?.reminders ?? [];
    // The test's clock shows noon in New York, ten minutes after this reminder's time.
    const change = { ...form, times: ['11:50'] };
    const json = JSON.stringify({
      ...file,
      reminderSettings: {
        ...file.reminderSettings,
        reminders: [change, ...others],
        repeats: false,
      },
    });
    await imported(user, 'json', json);
    await test.context.db.deleteFrom('reminders').where('user_id', '<>', user.userId).execute();
    await pass(23);
    expect(received).toEqual([]);
    await pass(1);
    expect(received).toHaveLength(1);
  });

  onlyOnce(() => {
    const form = { kind: 'form', on: true, times: ['08:00'], channels: ['push'] };
    it.each<[string, object, string, string]>([
      [
        'a time that no clock shows',
        { reminders: [{ ...form, times: ['08:00', '25:00'] }] },
        'reminders.0.times.1',
        'must be a time from 00:00 to 23:59',
      ],
      [
        'a dose by email',
        { reminders: [form, { ...form, kind: 'dose', channels: ['email'] }] },
        'reminders.1',
        'must have channels that this kind of reminder can use',
      ],
      ['a kind twice', { reminders: [form, form] }, 'reminders', 'must name each kind once'],
      ['no quiet hours', { quiet: '22:00' }, 'quiet', 'must be an object'],
      ['half a setting', { repeats: undefined }, 'repeats', 'is missing'],
    ])('an import rejects %s with its path', async (_what, change, path, rule) => {
      const file: AccountFile = await exportedAccount(await personWithReminders());
      const reminderSettings = { ...file.reminderSettings, ...change };
      const user = await freshUser(test);
      const before = await everythingStored(test.context.db);
      const answer = await importing(user, 'json', JSON.stringify({ ...file, reminderSettings }));
      expect({ status: answer.statusCode, body: answer.json() }).toEqual({
        status: 400,
        body: {
          error: 'This file cannot be imported. Nothing was changed.',
          faults: [{ row: null, path: `reminderSettings.${path}`, rule }],
        },
      });
      expect(await everythingStored(test.context.db)).toEqual(before);
    });
  });
});
