import { changedElsewhere, notFound } from '../../../contract/kind-endpoints.ts';
import { type AnyKind, isAtInstant } from '../../../contract/kinds/kind.ts';
import { hasPassed } from '../../../domain/clocks.ts';
import type { Instant } from '../../../domain/zone.ts';
import type { Context } from '../../context.ts';
import { findCreationTime } from '../../identity/queries/accounts.ts';
import { fail } from '../../platform/http/fail.ts';
import { findTimeZone } from '../../profile/queries/profiles.ts';
import { entryAnswer } from '../answer.ts';
import type { AnyEntry } from '../columns.ts';
import type { Save, Sent } from '../next-entry.ts';
import { type Saved, saveEntries } from '../queries/save.ts';
import { timesOf } from '../times.ts';
import { withInstants } from '../wire.ts';
import type { EntryCall } from './call.ts';

/** The input of a save or an edit, of any kind. */
interface Input {
  readonly version?: number | undefined;
  readonly enteredAt?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly [name: string]: unknown;
}

/** What only the server knows of an entry: the fields that are `set: 'server'`. */
export type Complete = (
  context: Context,
  userId: string,
  sent: Pick<Save, 'values' | 'timeZone'>,
) => Promise<Readonly<Record<string, unknown>>>;

/** Saves an entry. If the kind has no call to edit, a save with a version is an edit. */
export async function save(
  kind: AnyKind,
  call: EntryCall<Input>,
  complete?: Complete,
): Promise<object> {
  const { context, input, access } = call;
  const { userId, author: by } = access;
  const now = context.clockTrust.presentOf(input.enteredAt);
  const timeZone = input.timeZone ?? (await findTimeZone(context.db, userId));
  if (timeZone === undefined) throw fail('userNotFound');
  const { values, enteredAt } = await timed(kind, call, now);
  const { version } = input;
  if (version !== undefined)
    return await answerOf(kind, call, { values, by, edit: { version } }, now);
  const completed = await complete?.(context, userId, { values, timeZone });
  const sent = { values: { ...values, ...completed }, enteredAt, timeZone, by };
  return await answerOf(kind, call, sent, now);
}

/** Edits an entry. Fields that are not sent stay as they are. */
export async function edit(kind: AnyKind, call: EntryCall<Input>): Promise<object> {
  const { context, input, access } = call;
  const now = context.clock();
  const values = valuesOf(kind, input);
  const chosen = isAtInstant(kind) ? values[kind.at] : undefined;
  if (typeof chosen === 'number' && !hasPassed(chosen, now)) throw fail('timeInFuture');
  const inTime = typeof chosen === 'number' && { [kind.at]: Math.min(chosen, now) };
  const { version } = input;
  const sent = { values: { ...values, ...inTime }, by: access.author, edit: { version } };
  return await answerOf(kind, call, sent, now);
}

async function answerOf(
  kind: AnyKind,
  { context, access }: EntryCall<unknown>,
  sent: Sent,
  now: Instant,
): Promise<object> {
  const { db, limits, jobs } = context;
  const saved: Saved = await saveEntries(db, kind, access.userId, [sent], { now, limits });
  const answers = (entries: readonly AnyEntry[]) =>
    entries.map((entry) => entryAnswer(kind, entry, access))[0] as object;
  if ('entries' in saved) {
    if (kind.sheet) jobs.wake('writeSpreadsheet');
    return answers(saved.entries);
  }
  if ('broken' in saved) {
    throw fail(saved.broken, saved.stored ? { stored: answers(saved.stored) } : {});
  }
  if (saved.refused === 'changed') {
    throw fail(changedElsewhere(kind), kind.calls.edit ? {} : { stored: answers(saved.stored) });
  }
  throw fail(saved.refused === 'gone' ? notFound(kind) : 'entryOfOther');
}

/** The values of fields that were sent, with instants in milliseconds. */
function valuesOf(kind: AnyKind, input: Input): Readonly<Record<string, unknown>> {
  const names = Object.keys(kind.fields).filter((name) => input[name] !== undefined);
  return withInstants(kind, Object.fromEntries(names.map((name) => [name, input[name]])));
}

/**
 * The values of a save, and when it was entered. A save that was sent at once has the time of the device's clock as the
 * time that it is for, and no other was chosen: a fast clock must not refuse it.
 */
async function timed(
  kind: AnyKind,
  { context: { db }, input, access }: EntryCall<Input>,
  now: Instant,
): Promise<Pick<Save, 'values' | 'enteredAt'>> {
  const { enteredAt } = input;
  const values = valuesOf(kind, input);
  const since = enteredAt === undefined ? undefined : await findCreationTime(db, access.userId);
  if (!isAtInstant(kind)) {
    return { values, enteredAt: timesOf({ enteredAt }, { now, since }).enteredAt };
  }
  const at = input[kind.at] as string;
  const times = timesOf({ enteredAt, loggedAt: at === enteredAt ? undefined : at }, { now, since });
  return { values: { ...values, [kind.at]: times.loggedAt }, enteredAt: times.enteredAt };
}
