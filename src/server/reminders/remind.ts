import type { Logger } from 'pino';
import type { Person } from '../../contract/facts.ts';
import { medication } from '../../contract/kinds/medication.ts';
import { visit } from '../../contract/kinds/visit.ts';
import {
  type DueReminder,
  LOOK_AHEAD_MS,
  nextReminder,
  type ReminderSettings,
  remindersBetween,
} from '../../domain/reminders.ts';
import { diaryDaysOf } from '../../domain/visit.ts';
import { addDays, DAY_MS, dateOf, type Instant, startOfDay } from '../../domain/zone.ts';
import type { Config } from '../config.ts';
import { entriesOf } from '../entries/queries/find.ts';
import { addActivity } from '../identity/queries/activity.ts';
import { lockAccount } from '../identity/queries/locked-accounts.ts';
import type { Database } from '../platform/db/database.ts';
import type { JobKind, Kind } from '../platform/jobs/jobs.ts';
import { addJob, type NewJob } from '../platform/jobs/queries/jobs.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import type { Secrets } from '../platform/secrets.ts';
import { dateStyleOf, findPerson } from '../profile/queries/profiles.ts';
import { daysWords } from '../report/words.ts';
import { endUrlOf } from './end-link.ts';
import { neutralTitle, PATHS } from './notification.ts';
import { provenAddress } from './proven-address.ts';
import { leftToEnter } from './queries/entered.ts';
import { findNtfy, isEnded } from './queries/ntfy.ts';
import { findReachableDevices } from './queries/push-devices.ts';
import {
  advance,
  type DuePerson,
  findDue,
  findNextReminders,
  findReminders,
} from './queries/reminders.ts';
import { ntfyJob } from './send-ntfy.ts';
import { pushJob } from './send-push.ts';
import { waitingOf } from './still-needed.ts';

interface Deps {
  readonly config: Config;
  readonly db: Database;
  readonly secrets: Secrets;
  readonly outbox: Outbox;
  readonly log: Logger;
  readonly clock: () => Instant;
}

/** How long after an error a person's reminders are computed again (ms). */
const RETRY_MS = 60_000;
/** The maximum random delay before a run (ms), so that several processes do not all read the same person first. */
const HEAD_START_MS = 250;

/**
 * Adds jobs for the reminders that are due. One transaction updates the person's `next_at` and adds the jobs, so each
 * reminder is queued once, even if there are several processes, or a process is killed. The present settings, regimen,
 * visits and zone decide which reminders are due.
 */
export function remindKind(deps: Deps, { wake }: { readonly wake: (kind: JobKind) => void }): Kind {
  const { db, log, clock } = deps;

  async function attempt(due: DuePerson): Promise<void> {
    try {
      const jobs = await db.transaction().execute((trx) => remind(deps, trx, due));
      for (const kind of new Set(jobs.map((job) => job.kind))) wake(kind);
    } catch (error) {
      log.error({ err: error }, 'Reminders could not be computed and will be retried');
      await advance(db, due, { nextAt: clock() + RETRY_MS });
    }
  }

  return {
    kind: 'remind',
    concurrency: 1,
    headStartMs: HEAD_START_MS,
    async takeNext(dueBy) {
      const due = await findDue(db, dueBy);
      return due && (() => attempt(due));
    },
    findNextDue: () => findNextReminders(db),
    unreadable: 'The next reminders could not be read',
  };
}

/** Adds the jobs for one person's reminders that are due, and updates the person's `next_at`. */
async function remind(deps: Deps, trx: Database, due: DuePerson): Promise<NewJob[]> {
  const { userId } = due;
  const now = deps.clock();
  // Lock the account first, as its deletion does: the same lock order prevents deadlocks.
  if (!(await lockAccount(trx, userId))) return [];
  const stored = await findReminders(trx, userId);
  const person = await findPerson(trx, userId);
  if (!person || stored?.nextAt !== due.nextAt) return [];
  const settings = sentOnly(stored.settings);
  const plan = {
    versions: isOn(settings, 'dose') ? await entriesOf(medication).all(trx, userId) : [],
    diaryDays: isOn(settings, 'diary') ? diaryDaysOf(await entriesOf(visit).all(trx, userId)) : [],
  };
  const from = Math.max(stored.handledUntil, now - DAY_MS);
  const handledUntil = Math.max(stored.handledUntil, now + 1);
  const zone = person.timeZone;
  const reminders = remindersBetween(settings, plan, { from, to: now + 1 }, zone);
  const next = nextReminder(settings, plan, handledUntil, zone);
  // If no reminder is due within the look-ahead, check again before it ends: a reminder may be due later, after the
  // pause that the person set, or when a medication or a diary begins.
  const lookAgain = settings.reminders.some(({ on }) => on) ? now + LOOK_AHEAD_MS - DAY_MS : null;
  if (!(await advance(trx, due, { nextAt: next?.at ?? lookAgain, handledUntil }))) return [];
  const jobs: NewJob[] = [];
  // After an outage, send only the newest reminder of each kind. A dose and the repeat of an earlier one may be due at the
  // same time, and are about different doses.
  const handled = new Map<string, Instant>();
  for (const due of reminders.filter(({ until }) => until > now).reverse()) {
    const newest = handled.get(due.kind);
    if (newest !== undefined && (due.kind !== 'dose' || newest !== due.at)) continue;
    const reminder = await leftToEnter(trx, userId, due, zone);
    if (!reminder) continue;
    handled.set(due.kind, due.at);
    jobs.push(...(await jobsOf(deps, trx, { userId, person, reminder, now })));
  }
  for (const job of jobs) await addJob(trx, job);
  return jobs;
}

/** The settings without the channel 'calendar', because the app sends nothing to calendars. */
function sentOnly(settings: ReminderSettings): ReminderSettings {
  const reminders = settings.reminders.map((each) => {
    const channels = each.channels.filter((channel) => channel !== 'calendar');
    return { ...each, channels, on: each.on && channels.length > 0 };
  });
  return { ...settings, reminders };
}

function isOn({ reminders }: ReminderSettings, kind: DueReminder['kind']): boolean {
  return reminders.some((each) => each.kind === kind && each.on);
}

interface Sending {
  readonly userId: string;
  readonly person: Person;
  readonly reminder: DueReminder;
  readonly now: Instant;
}

async function jobsOf(deps: Deps, trx: Database, sending: Sending): Promise<NewJob[]> {
  const { userId, person, reminder, now } = sending;
  const { channels, kind } = reminder;
  if (kind === 'weeklyReport') return await weeklyJobs(deps, trx, sending);
  const jobs: NewJob[] = [];
  if (channels.includes('push')) {
    for (const device of await findReachableDevices(trx, userId, now)) {
      jobs.push(pushJob(deps.secrets, userId, device, { reminder, now }));
    }
  }
  if (channels.includes('ntfy')) {
    const stored = await findNtfy(trx, userId);
    if (stored && !isEnded(stored)) jobs.push(ntfyJob(deps.secrets, userId, { reminder, now }));
  }
  const to = channels.includes('email') ? await provenAddress(deps.config, trx, userId) : undefined;
  if (to !== undefined) {
    const link = `${deps.config.publicUrl}${PATHS[kind]}`;
    const title = neutralTitle(reminder, dateStyleOf(person));
    const letter = {
      kind: 'reminder',
      title,
      link,
      userId,
      reminder: waitingOf(reminder),
    } as const;
    const usefulMs = reminder.until - now;
    jobs.push(deps.outbox.enclose({ to, letter, userId, usefulMs, toAccountsOnly: true }));
  }
  return jobs;
}

/** The email with the report of the seven days before today. */
async function weeklyJobs(
  deps: Deps,
  trx: Database,
  { userId, person, reminder, now }: Sending,
): Promise<NewJob[]> {
  const to = await provenAddress(deps.config, trx, userId);
  if (to === undefined) return [];
  const zone = person.timeZone;
  const today = dateOf(reminder.at, zone);
  const [first, last] = [addDays(today, -7), addDays(today, -1)];
  const style = dateStyleOf(person);
  const letter = {
    kind: 'report',
    userId,
    from: startOfDay(first, zone),
    to: startOfDay(today, zone),
    paper: style.dateOrder === 'mdy' ? 'Letter' : 'A4',
    days: daysWords({ first, last }, style),
    weekly: { endUrl: endUrlOf(deps, userId) },
  } as const;
  const usefulMs = reminder.until - now;
  await addActivity(trx, userId, now, 'reportMailed');
  return [deps.outbox.enclose({ to, letter, userId, usefulMs, toAccountsOnly: true })];
}
