import type { AccessInFile } from '../../contract/access-file.ts';
import {
  ACCOUNT_FILE_FORMAT,
  ACCOUNT_FILE_VERSION,
  type AccountFileHead,
  type FormInFile,
} from '../../contract/account-file.ts';
import type { RemindersInFile } from '../../contract/reminder-file.ts';
import type { ReminderSettings } from '../../domain/reminders.ts';
import { type Instant, isoOf } from '../../domain/zone.ts';
import { shownAddress } from '../identity/no-address.ts';
import type { AccountOverview, WholeForm } from './queries/exports.ts';

/** The JSON export: all data of an account (`contract/account-file.ts`), with a line for each entry. */

export function jsonHead(
  { person, createdAt, lastFormNumber, slots, past }: AccountOverview,
  {
    email,
    now,
    reminders,
  }: {
    readonly email: string;
    readonly now: Instant;
    /** Undefined if the person has never set reminders. */
    readonly reminders: ReminderSettings | undefined;
  },
): string {
  const { timeZone, ...facts } = person;
  const head: AccountFileHead = {
    format: ACCOUNT_FILE_FORMAT,
    version: ACCOUNT_FILE_VERSION,
    exportedAt: isoOf(now),
    lastFormNumber,
    timeZone,
    profile: {
      email: shownAddress(email),
      ...facts,
      createdAt: isoOf(createdAt),
    },
    slots: slots.map(({ slot, name, since }) => ({ slot, name, since: isoOf(since) })),
    pastSymptoms: past.map(({ name, since }) => ({ name, since: isoOf(since) })),
    ...(reminders && { reminderSettings: remindersInFile(reminders) }),
  };
  return JSON.stringify(head).slice(0, -1);
}

function remindersInFile(settings: ReminderSettings): RemindersInFile {
  const { quiet, pausedUntil, showsNames, repeats } = settings;
  return {
    reminders: settings.reminders.map(({ kind, on, times, weekday, daysBefore, channels }) => ({
      ...{ kind, on, times: [...times] },
      ...(weekday !== null && { weekday }),
      ...(daysBefore !== null && { daysBefore }),
      channels: [...channels],
    })),
    ...{ quiet, pausedUntil, showsNames, repeats },
  };
}

export const JSON_END = '}\n';

/** Writes who can see the account, on one line. */
export function jsonAccess(access: AccessInFile): string {
  return `,"access":${JSON.stringify(access)}`;
}

/** Writes one list of the file, in pieces, with each entry on its own line. */
export async function* jsonList<Entry>(
  name: string,
  parts: AsyncIterable<readonly Entry[]>,
  inFile: (entry: Entry) => object,
): AsyncGenerator<string> {
  const start = `,"${name}":[`;
  let isEmpty = true;
  for await (const entries of parts) {
    if (entries.length === 0) continue;
    const lines = entries.map((entry) => JSON.stringify(inFile(entry)));
    yield `${isEmpty ? start : ','}\n${lines.join(',\n')}`;
    isEmpty = false;
  }
  yield isEmpty ? `${start}]` : '\n]';
}

export function formInFile(form: WholeForm): FormInFile {
  return {
    formNumber: form.formNumber,
    id: form.id,
    submissionId: form.id,
    loggedAt: isoOf(form.loggedAt),
    enteredAt: isoOf(form.enteredAt),
    timeZone: form.timeZone,
    author: form.author,
    version: form.version,
    ...(form.deletedAt !== null && { deletedAt: isoOf(form.deletedAt) }),
    ratings: [...form.ratings],
    formerVersions: form.formerVersions.map(({ version, replacedAt, loggedAt, ratings }) => ({
      version,
      replacedAt: isoOf(replacedAt),
      loggedAt: isoOf(loggedAt),
      ratings: [...ratings],
    })),
  };
}
