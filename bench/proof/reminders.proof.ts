import { setTimeout as pause } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { beforeAll, expect, it } from 'vitest';
import { dateOf, timeOf } from '../../src/domain/zone.ts';
import { freshUser, type TestApp, type TestUser, testApp } from '../../src/server/testing/app.ts';
import { onEveryDatabase } from '../../src/server/testing/databases.ts';
import { savedForm } from '../../src/server/testing/entries.ts';
import { eventually } from '../../src/server/testing/eventually.ts';
import { standInForMail } from '../../src/server/testing/mailing.ts';
import { savedMedication } from '../../src/server/testing/medication.ts';
import { spawnHurried, stopServerProcess } from '../../src/server/testing/process.ts';
import { standInForPush } from '../../src/server/testing/pushing.ts';
import { addedDevice, savedReminders } from '../../src/server/testing/reminders.ts';
import { TIME_ZONE } from '../../src/server/testing/time-zone.ts';
import { tell, times } from './figures.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PEOPLE = 120;
/** Hours between two reminders of a person. */
const EVERY = 6;
const LETTERS_AN_HOUR = 2;
/**
 * When the processes to be killed start (ms after the full hour). The leases of the first process end before the second
 * process starts.
 */
const KILLED_AFTER_MS = [MINUTE_MS / 2, 6 * MINUTE_MS];
/** When the process that is not killed starts (ms after the full hour). */
const LAST_AFTER_MS = 12 * MINUTE_MS;
/** A process is killed after at most this time (ms), if it is killed at a random time. */
const LONGEST_MS = 2000;
/** The longest wait for the event after which a process is killed (ms). */
const PATIENCE_MS = 15_000;
/** How many messages a process sends at once. */
const AT_ONCE = 8;
/** A Monday in New York. */
const MIDNIGHT = Date.parse('2026-11-23T00:00:00-05:00');

interface Reminded {
  readonly user: TestUser;
  readonly endpoint: string;
  readonly kind: 'form' | 'dose';
  /** The hour of the first reminder of the day. */
  readonly hour: number;
}

onEveryDatabase((place) => {
  const settings: Record<string, string> = {};
  const pushing = standInForPush(() => test.now);
  const mailing = standInForMail();
  beforeAll(() => void Object.assign(settings, pushing.settings, mailing.settings));
  const test: TestApp = testApp(place, settings);
  let pushes = 0;
  let letters = 0;

  /** A person with four reminders a day and a weekly report. Two weekly reports are due each hour, by `index`. */
  async function reminded(index: number): Promise<Reminded> {
    test.now = MIDNIGHT - 12 * HOUR_MS;
    const user = await freshUser(test, ['Tremor']);
    await savedForm(user);
    const { db, push } = test.context;
    const { subscription } = await addedDevice(user, pushing.service, push.publicKey);
    const accounts = db.updateTable('accounts').set({ email_proven: 1 });
    await accounts.where('user_id', '=', user.userId).execute();
    const [kind, hour] = [
      index % 2 === 0 ? 'form' : 'dose',
      Math.floor(index / 2) % EVERY,
    ] as const;
    const day = Array.from({ length: 24 / EVERY }, (_, nth) => clockOf(hour + nth * EVERY));
    if (kind === 'dose') {
      await savedMedication(user, { times: day.map((time) => ({ time, amount: 1 })) });
    }
    test.now = MIDNIGHT - MINUTE_MS;
    const letterAt = Math.floor(index / LETTERS_AN_HOUR);
    const weekday = 1 + Math.floor(letterAt / 24);
    const weeklyReport = { times: [clockOf(letterAt)], weekday };
    await savedReminders(user, { [kind]: { times: day }, weeklyReport });
    return { user, endpoint: subscription.endpoint, kind, hour };
  }

  async function startAt(instant: number) {
    test.now = instant;
    const server = await spawnHurried(place(), settings, instant - Date.now());
    await server.ready;
    return server;
  }

  /** Counts the people with due reminders that have not become jobs yet. */
  async function countDue(): Promise<number> {
    const due = test.context.db.selectFrom('reminders').select('user_id');
    return (await due.where('next_at', '<=', test.now).execute()).length;
  }

  /** Whether all due reminders have become jobs, and all jobs are done. */
  async function isAllDone(): Promise<boolean> {
    if ((await countDue()) > 0) return false;
    const jobs = await test.context.db.selectFrom('jobs').select('id').execute();
    return jobs.length === 0;
  }

  /**
   * Waits for a random moment: right after an email, between two push messages, while due reminders become jobs, or
   * after a random time.
   */
  async function randomMoment(): Promise<void> {
    const begun = performance.now();
    const until = async (isReached: () => boolean | Promise<boolean>) => {
      while (!(await isReached()) && performance.now() < begun + PATIENCE_MS) await pause(1);
    };
    // Both lists were emptied after the previous hour.
    const { received } = pushing.service;
    const letters = mailing.server.received;
    const [pushesBefore, lettersBefore] = [received.length, letters.length];
    const pushesLeft = PEOPLE / EVERY - pushesBefore;
    const due = await countDue();
    const moment = Math.random();
    if (moment < 0.3 && lettersBefore < LETTERS_AN_HOUR) {
      await until(() => letters.length > lettersBefore);
    } else if (moment < 0.6 && pushesLeft > 0) {
      const pushesThen = pushesBefore + 1 + Math.floor(Math.random() * pushesLeft);
      await until(() => received.length >= pushesThen);
    } else if (moment < 0.9 && due > 0) {
      const dueThen = Math.floor(Math.random() * due);
      await until(async () => (await countDue()) <= dueThen);
    } else {
      await pause(Math.random() * LONGEST_MS);
    }
  }

  /** Kills processes while they send the messages that are due at an instant. Then lets another process finish. */
  async function playHour(due: number, kills: number): Promise<void> {
    for (const afterMs of KILLED_AFTER_MS.slice(0, kills)) {
      const server = await startAt(due + afterMs);
      await randomMoment();
      server.child.kill('SIGKILL');
      await server.ended;
    }
    const last = await startAt(due + LAST_AFTER_MS);
    await eventually(async () => expect(await isAllDone()).toBe(true));
    await stopServerProcess(last);
    expect(pushing.service.violations).toEqual([]);
  }

  /**
   * Expects that each of these people got one reminder, and nobody else did. A repeated message must have the same tag
   * and topic, and each kill may repeat as many messages as a process sends at once.
   *
   * @returns the topics
   */
  function topicsOf(people: readonly Reminded[], name: string, kills: number): string[] {
    const received = pushing.service.received.splice(0);
    const topics = people.map(({ endpoint, kind }) => {
      const own = received.filter((push) => push.endpoint === endpoint);
      const tags = own.map(({ message }) => message.notification.tag);
      expect([...new Set(tags)]).toEqual([`${kind} ${name}`]);
      const [topic = '', ...others] = new Set(own.map((push) => push.topic));
      expect(others).toEqual([]);
      return topic;
    });
    const endpoints = people.map(({ endpoint }) => endpoint);
    expect(received.filter(({ endpoint }) => !endpoints.includes(endpoint))).toEqual([]);
    expect(received.length - people.length).toBeLessThanOrEqual(kills * AT_ONCE);
    pushes += received.length;
    return topics;
  }

  /** Expects that each of these people got one email, and that at most one email was sent again for each kill. */
  async function expectLetters(people: readonly Reminded[], kills: number): Promise<void> {
    const received = mailing.server.received.splice(0);
    for (const { user } of people) {
      const own = received.filter(({ to }) => to === user.email);
      const parsed = await Promise.all(own.map(({ raw }) => PostalMime.parse(raw)));
      expect(new Set(parsed.map(({ messageId }) => messageId)).size).toBe(1);
      expect(parsed[0]?.subject).toBe('Your weekly symptom report');
    }
    const addresses = people.map(({ user }) => user.email);
    expect(received.filter(({ to }) => !addresses.includes(to))).toEqual([]);
    expect(received.length - people.length).toBeLessThanOrEqual(kills);
    letters += received.length;
  }

  it('no reminder and no weekly report is lost if the server is killed while it sends them', async (context) => {
    const kills = times(50);
    const hours = Math.ceil(kills / KILLED_AFTER_MS.length);
    const people: Reminded[] = [];
    for (let index = 0; index < PEOPLE; index += 1) people.push(await reminded(index));
    const topics: string[] = [];
    for (let hour = 0; hour < hours; hour += 1) {
      const due = MIDNIGHT + hour * HOUR_MS;
      const killsNow = Math.min(KILLED_AFTER_MS.length, kills - hour * KILLED_AFTER_MS.length);
      await playHour(due, killsNow);
      const name = `${dateOf(due, TIME_ZONE)} ${timeOf(due, TIME_ZONE)}`;
      const remindedNow = people.filter((person) => person.hour === hour % EVERY);
      topics.push(...topicsOf(remindedNow, name, killsNow));
      const first = hour * LETTERS_AN_HOUR;
      await expectLetters(people.slice(first, first + LETTERS_AN_HOUR), killsNow);
    }
    expect(new Set(topics).size).toBe(topics.length);
    const [pushedAgain, mailedAgain] = [pushes - topics.length, letters - hours * LETTERS_AN_HOUR];
    tell(
      context,
      `${place().engine}: ${kills} kills; all ${topics.length} reminders received, ${pushedAgain} again with the same tag and topic; all ${hours * LETTERS_AN_HOUR} weekly reports, ${mailedAgain} again with the same Message-ID`,
    );
  });
});

/** The full hour as 'HH:00'. */
function clockOf(hour: number): string {
  return `${String(hour % 24).padStart(2, '0')}:00`;
}
