import { changedElsewhere, notFound } from '../../../contract/kind-endpoints.ts';
import { type AnyKind, hasChosenTime } from '../../../contract/kinds/kind.ts';
import { hasPassed } from '../../../domain/clocks.ts';
import { type Instant, isoOf } from '../../../domain/zone.ts';
import type { Context } from '../../context.ts';
import { findCreationTime } from '../../identity/queries/accounts.ts';
import { fail } from '../../platform/http/fail.ts';
import { findTimeZone } from '../../profile/queries/profiles.ts';
import { answerOf } from '../answer.ts';
import type { Save, Sent } from '../next-entry.ts';
import { type Saved, saveEntries } from '../queries/save.ts';
import { entriesIn } from '../queries/store.ts';
import { timesOf } from '../times.ts';
import { withInstants } from '../wire.ts';
import type { EntryCall } from './call.ts';

/** What a save or an edit contains of an entry, of any kind. */
interface Values {
  readonly version?: number | undefined;
  readonly enteredAt?: string | undefined;
  readonly [name: string]: unknown;
}

/** The input: the values of one entry, or a list of them. */
interface Input extends Values {
  readonly timeZone?: string | undefined;
  readonly entries?: readonly Values[];
}

/** What only the server knows of an entry: the fields that are `set: 'server'`. */
export type Complete = (
  context: Context,
  userId: string,
  sent: Pick<Save, 'values' | 'timeZone'>,
) => Promise<Readonly<Record<string, unknown>>>;

/** Saves entries. If the kind has no call to edit, a save with a version is an edit. */
export async function save(
  kind: AnyKind,
  call: EntryCall<Input>,
  complete?: Complete,
): Promise<object> {
  const { context, input, access } = call;
  const { userId, author: by } = access;
  const { entries = [input] } = input;
  const entered = latestOf(entries);
  const now = context.clockTrust.presentOf(entered);
  const timeZone = input.timeZone ?? (await findTimeZone(context.db, userId));
  if (timeZone === undefined) throw fail('userNotFound');
  const since = entered === undefined ? undefined : await findCreationTime(context.db, userId);
  const sent: Sent[] = [];
  for (const each of entries) {
    const { values, enteredAt } = timed(kind, each, { now, since });
    const { version } = each;
    if (version === undefined) {
      const completed = await complete?.(context, userId, { values, timeZone });
      sent.push({ values: { ...values, ...completed }, enteredAt, timeZone, by });
    } else sent.push({ values, enteredAt, by, edit: { version } });
  }
  return await store(kind, call, sent, now);
}

/** The latest of the times when entries were entered (ISO). */
function latestOf(entries: readonly Values[]): string | undefined {
  const times = entries.flatMap(({ enteredAt }) => enteredAt ?? []);
  return times.length === 0 ? undefined : isoOf(Math.max(...times.map((text) => Date.parse(text))));
}

/** Edits an entry. Fields that are not sent stay as they are. */
export async function edit(kind: AnyKind, call: EntryCall<Input>): Promise<object> {
  const { context, input, access } = call;
  const now = context.clock();
  const values = valuesOf(kind, input);
  const chosen = hasChosenTime(kind) ? values[kind.at] : undefined;
  if (typeof chosen === 'number' && !hasPassed(chosen, now)) throw fail('timeInFuture');
  const inTime = typeof chosen === 'number' && { [kind.at]: Math.min(chosen, now) };
  const edited = { values: { ...values, ...inTime }, enteredAt: now, by: access.author };
  return await store(kind, call, [{ ...edited, edit: { version: input.version } }], now);
}

async function store(
  kind: AnyKind,
  { context, access }: EntryCall<unknown>,
  sent: readonly Sent[],
  now: Instant,
): Promise<object> {
  const { db, limits, jobs } = context;
  const saved: Saved = await saveEntries(db, kind, access.userId, sent, { now, limits });
  if ('entries' in saved) {
    if (saved.isBehind) jobs.wake('writeSpreadsheet');
    return answerOf(kind, entriesIn(saved), access);
  }
  if ('broken' in saved) {
    const { broken, stored } = saved;
    throw fail(broken, stored ? { stored: answerOf(kind, stored, access) } : {});
  }
  if (saved.refused === 'changed') {
    const stored = answerOf(kind, saved.stored, access);
    throw fail(changedElsewhere(kind), kind.calls.edit ? {} : { stored });
  }
  throw fail(saved.refused === 'gone' ? notFound(kind) : 'entryOfOther');
}

/** The values of fields that were sent, with instants in milliseconds. */
function valuesOf(kind: AnyKind, input: Values): Readonly<Record<string, unknown>> {
  const names = Object.keys(kind.fields).filter((name) => input[name] !== undefined);
  return withInstants(kind, Object.fromEntries(names.map((name) => [name, input[name]])));
}

/**
 * The values of a save, and when it was entered. A save that was sent at once has the time of the device's clock as the
 * time that it is for, and no other was chosen: a fast clock must not refuse it.
 */
function timed(
  kind: AnyKind,
  input: Values,
  { now, since }: { readonly now: Instant; readonly since: Instant | undefined },
): Pick<Save, 'values' | 'enteredAt'> {
  const { enteredAt } = input;
  const values = valuesOf(kind, input);
  if (!hasChosenTime(kind)) {
    return { values, enteredAt: timesOf({ enteredAt }, { now, since }).enteredAt };
  }
  const at = input[kind.at] as string;
  const times = timesOf({ enteredAt, loggedAt: at === enteredAt ? undefined : at }, { now, since });
  return { values: { ...values, [kind.at]: times.loggedAt }, enteredAt: times.enteredAt };
}
