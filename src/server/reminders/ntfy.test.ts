import { expect, it } from 'vitest';
import type { ReminderAnswer } from '../../contract/entities.ts';
import { freshUser, type TestApp, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import { savedMedication } from '../testing/medication.ts';
import { standInForNtfy } from '../testing/ntfy.ts';
import type { NtfyServer } from '../testing/ntfy-server.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { savedReminders } from '../testing/reminders.ts';
import { everyRow } from '../testing/rows.ts';
import { exportedAccount, imported } from '../testing/transfers.ts';

const MINUTE = 60_000;
const TOPIC = 'a-secret-topic';
const BY_NTFY = { channels: ['ntfy'] } as const;

onEveryDatabase((place, onlyOnce) => {
  const notifying = standInForNtfy();
  const test: TestApp = testApp(place, notifying.settings);

  /** Sets the clock to a time in New York and runs the jobs that are due then. */
  async function at(time: string, day = '2026-11-18'): Promise<void> {
    test.now = Date.parse(`${day}T${time}:00-05:00`);
    await test.context.jobs.runDue('remind');
    await test.context.jobs.runDue('sendNtfy');
  }

  async function userWith(
    kinds: Parameters<typeof savedReminders>[1] = { form: BY_NTFY },
    other: object = {},
  ): Promise<TestUser> {
    test.now = Date.parse('2026-11-18T07:00:00-05:00');
    const { server } = notifying;
    [server.received.length, server.answers.length, server.always] = [0, 0, undefined];
    await test.context.db.deleteFrom('reminders').execute();
    const user = await freshUser(test, ['Tremor']);
    const ntfy = { url: server.url, topic: TOPIC };
    await savedReminders(user, kinds, { ntfy, ...other });
    return user;
  }

  function messages(): string[] {
    expect(notifying.server.violations).toEqual([]);
    return notifying.server.received.splice(0).map(({ message }) => message);
  }

  async function remindersOf({ browser, userId }: TestUser): Promise<ReminderAnswer> {
    return (await browser.call('getReminders', { userId })).json();
  }

  const isEnded = async (user: TestUser) => (await remindersOf(user)).ntfy?.isEnded;

  it('sends a reminder at its time, once, with a link to the entry', async () => {
    await userWith();
    await at('07:59');
    expect(messages()).toEqual([]);
    await at('08:00');
    await at('08:00');
    const { publicUrl } = test.context.config;
    expect(notifying.server.received.splice(0)).toMatchObject([
      {
        topic: TOPIC,
        message: 'Time for your 8:00 AM entry',
        click: `${publicUrl}/dashboard?tracker=own&track`,
      },
    ]);
    await at('08:00', '2026-11-19');
    expect(messages()).toHaveLength(1);
  });

  it('says nothing of medication, even if push messages name it', async () => {
    const user = await userWith({ dose: BY_NTFY }, { showsNames: true });
    await savedMedication(user, { times: [{ time: '08:00', amount: 1 }] });
    await at('08:00');
    const { publicUrl } = test.context.config;
    expect(notifying.server.received.splice(0)).toMatchObject([
      { message: 'Your 8:00 AM reminder', click: `${publicUrl}/dashboard?tracker=own` },
    ]);
  });

  it('is silent if the entry was made, also while the server is away', async () => {
    const user = await userWith();
    notifying.server.answers.push({ status: 503 });
    await at('08:00');
    test.now += MINUTE;
    await savedForm(user);
    await test.context.jobs.runDue('sendNtfy');
    expect(messages()).toEqual([]);
    const jobs = test.context.db.selectFrom('jobs').select('id').where('kind', '=', 'sendNtfy');
    expect(await jobs.execute()).toEqual([]);
  });

  it('is sent again after a failure, when the server says', async () => {
    await userWith();
    notifying.server.answers.push({ status: 429, headers: { 'retry-after': '600' } });
    await at('08:00');
    await at('08:09');
    expect(messages()).toEqual([]);
    await at('08:10');
    expect(messages()).toHaveLength(1);
  });

  it('is dropped when it is of no more use', async () => {
    await userWith();
    notifying.server.always = { status: 500 };
    await at('08:00');
    notifying.server.always = undefined;
    await at('11:00');
    expect(messages()).toEqual([]);
  });

  it('a topic that has ended gets nothing more, until it is saved again', async () => {
    const user = await userWith({ form: { ...BY_NTFY, times: ['08:00', '13:00', '14:00'] } });
    notifying.server.answers.push({ status: 410 });
    await at('08:00');
    expect(await isEnded(user)).toBe(true);
    await at('13:00');
    expect(messages()).toEqual([]);
    const { ntfy } = await remindersOf(user);
    const saved = await savedReminders(user, {}, { ntfy: { url: ntfy?.url, topic: ntfy?.topic } });
    expect(saved.ntfy?.isEnded).toBe(false);
    await at('14:00');
    expect(messages()).toHaveLength(1);
  });

  it('ends after 20 reminders in a row that failed, however often each was tried', async () => {
    const times = ['06:00', '10:00', '14:00', '18:00'];
    const user = await userWith({ form: { ...BY_NTFY, times } });
    const { server } = notifying;
    const dues = Array.from({ length: 11 }, (_, day) => `2026-11-${19 + day}`).flatMap((day) =>
      times.map((time) => ({ day, time })),
    );
    const next = async (answer: NtfyServer['always']) => {
      server.always = answer;
      const { day, time } = dues.shift() ?? {};
      await at(time ?? '', day);
      await at(`${time?.slice(0, 2)}:59`, day);
    };
    // One that is refused is not tried again.
    const failures = Array.from({ length: 19 }, (_, index) => ({ status: index % 2 ? 403 : 500 }));
    for (const answer of failures) await next(answer);
    expect(await isEnded(user)).toBe(false);
    await next(undefined);
    expect(messages()).toHaveLength(1);
    for (const answer of failures) await next(answer);
    expect(await isEnded(user)).toBe(false);
    await next({ status: 500 });
    expect(await isEnded(user)).toBe(true);
    const { requests } = server;
    await next(undefined);
    expect(server.requests).toBe(requests);
  });

  it('a failure of a former target does not count for a new one', async () => {
    const user = await userWith();
    notifying.server.answers.push({ status: 500 });
    await at('08:00');
    const ntfy = { url: notifying.server.url, topic: 'another-topic' };
    await savedReminders(user, {}, { ntfy });
    const row = await test.context.db
      .selectFrom('reminders')
      .select('ntfy_failures')
      .where('user_id', '=', user.userId)
      .executeTakeFirst();
    expect(row).toEqual({ ntfy_failures: 0 });
    await at('08:10');
    expect(notifying.server.received.splice(0)).toMatchObject([{ topic: 'another-topic' }]);
  });

  it('can be turned off, and stays if other settings are saved', async () => {
    const user = await userWith();
    expect((await savedReminders(user, {}, { repeats: true })).ntfy).toEqual({
      ...{ url: notifying.server.url, topic: TOPIC },
      isEnded: false,
    });
    expect((await savedReminders(user, {}, { ntfy: null })).ntfy).toBeNull();
    await at('08:00');
    expect(messages()).toEqual([]);
  });

  it('the target is stored encrypted, and is neither in the log nor in the file', async () => {
    const user = await userWith();
    notifying.server.answers.push({ status: 500 });
    await at('08:00');
    const texts = [await everyRow(test.context.db), test.logged, await exportedAccount(user)].map(
      (each) => JSON.stringify(each),
    );
    for (const text of texts) {
      expect(text).not.toContain(TOPIC);
      expect(text).not.toContain(notifying.server.host);
    }
  });

  it('an import keeps the channel and has no target, so nothing is sent', async () => {
    const file = JSON.stringify(await exportedAccount(await userWith()));
    const other = await freshUser(test);
    await imported(other, 'json', file);
    const { reminders, ntfy } = await remindersOf(other);
    expect(reminders.find(({ kind }) => kind === 'form')).toMatchObject({ on: true, ...BY_NTFY });
    expect(ntfy).toBeNull();
    await test.context.db.deleteFrom('reminders').where('user_id', '!=', other.userId).execute();
    await at('08:00', '2026-11-20');
    expect(messages()).toEqual([]);
  });

  onlyOnce(() => {
    it.each([
      ['http://ntfy.example.org', 'https://'],
      ['https://192.168.1.20', 'https://'],
      ['https://localhost', 'https://'],
    ])('%s is refused, and nothing is stored', async (url, words) => {
      const { browser, userId } = await freshUser(test);
      const answer = await browser.call('saveReminders', { userId, ntfy: { url, topic: TOPIC } });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error).toContain(words);
      expect((await browser.call('getReminders', { userId })).json().ntfy).toBeNull();
    });

    it.each([
      [{ url: 'https://ntfy.sh/topic', topic: TOPIC }, 'ntfy.url must be the address of a server'],
      [{ url: 'ntfy.sh', topic: TOPIC }, 'ntfy.url must be the address of a server'],
      [{ url: 'https://me:secret@ntfy.sh', topic: TOPIC }, 'ntfy.url must be the address'],
      [{ url: 'https://ntfy.sh', topic: 'my topic' }, 'ntfy.topic must be 1 to 64 letters'],
      [{ url: 'https://ntfy.sh', topic: '' }, 'ntfy.topic must be 1 to 64 letters'],
      [{ url: 'https://ntfy.sh', topic: 'x'.repeat(65) }, 'ntfy.topic must be 1 to 64 letters'],
    ])('%j is refused with what is wrong', async (ntfy, rule) => {
      const { browser, userId } = await freshUser(test);
      const answer = await browser.call('saveReminders', { userId, ntfy });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error).toContain(rule);
    });

    it('only the origin of an address is stored', async () => {
      const user = await freshUser(test);
      const ntfy = { url: ' HTTPS://Ntfy.Sh/ ', topic: TOPIC };
      expect((await savedReminders(user, {}, { ntfy })).ntfy?.url).toBe('https://ntfy.sh');
    });

    it('sends a test, which changes nothing, and says what went wrong', async () => {
      const user = await userWith();
      const { browser, userId } = user;
      const sendTest = () => browser.call('sendTestNtfy', { userId });
      expect((await sendTest()).statusCode).toBe(200);
      expect(messages()).toEqual(['This is a test']);
      notifying.server.answers.push({ status: 403 }, { status: 500 }, { status: 410 });
      expectRefusal(
        await sendTest(),
        502,
        'The ntfy server did not accept the test. Please check the address and the topic.',
      );
      expect((await sendTest()).json().error).toContain('did not answer');
      expect((await sendTest()).json().error).toContain('did not accept the test');
      expect(await isEnded(user)).toBe(false);
      await savedReminders(user, {}, { ntfy: null });
      expect((await sendTest()).statusCode).toBe(404);
    });
  });
});
