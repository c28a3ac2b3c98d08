import { changedElsewhere, notFound } from '../../../contract/kind-endpoints.ts';
import type { SaveInput } from '../../../contract/kinds/inputs.ts';
import type { AnyKind } from '../../../contract/kinds/kind.ts';
import { findCreationTime } from '../../identity/queries/accounts.ts';
import { fail } from '../../platform/http/fail.ts';
import { findTimeZone } from '../../profile/queries/profiles.ts';
import { entryAnswer } from '../answer.ts';
import { saveEntries } from '../queries/save.ts';
import { timesOf } from '../times.ts';
import type { EntryCall } from './call.ts';

/** Saves an entry. With a version, it is an edit. */
export async function save(
  kind: AnyKind,
  { context, input, access }: EntryCall<SaveInput<AnyKind>>,
): Promise<object> {
  const { db, clockTrust, limits, jobs } = context;
  const { userId } = access;
  const now = clockTrust.presentOf(input.enteredAt);
  const timeZone = input.timeZone ?? (await findTimeZone(db, userId));
  if (timeZone === undefined) throw fail('userNotFound');
  const { enteredAt, version } = input;
  const since = enteredAt === undefined ? undefined : await findCreationTime(db, userId);
  const times = timesOf({ enteredAt }, { now, since });
  const values = Object.fromEntries(
    Object.keys(kind.fields)
      .map((name) => [name, (input as Readonly<Record<string, unknown>>)[name]] as const)
      .filter(([, value]) => value !== undefined),
  );
  const sent = { values, enteredAt: times.enteredAt, timeZone, by: access.author, version };
  const saved = await saveEntries(db, kind, userId, [sent], { now, limits });
  if ('entries' in saved) {
    if (kind.sheet) jobs.wake('writeSpreadsheet');
    return only(saved.entries.map((entry) => entryAnswer(kind, entry, access)));
  }
  if ('broken' in saved) throw fail(saved.broken);
  if (saved.refused === 'changed') {
    const stored = only(saved.stored.map((entry) => entryAnswer(kind, entry, access)));
    throw fail(changedElsewhere(kind), { stored });
  }
  throw fail(saved.refused === 'gone' ? notFound(kind) : 'entryOfOther');
}

function only<Value>([value]: readonly Value[]): Value {
  return value as Value;
}
