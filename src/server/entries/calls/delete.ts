import { notFound } from '../../../contract/kind-endpoints.ts';
import type { AnyKind } from '../../../contract/kinds/kind.ts';
import { fail } from '../../platform/http/fail.ts';
import { answerOf } from '../answer.ts';
import { entryIdOf, type KeyValues } from '../columns.ts';
import { setEntriesDeleted } from '../queries/delete.ts';
import { entriesIn } from '../queries/store.ts';
import { withInstants } from '../wire.ts';
import type { EntryCall } from './call.ts';

/** Deletes entries, or restores them. */
export async function setDeleted(
  kind: AnyKind,
  isDeleted: boolean,
  { context, input, access }: EntryCall<KeyValues>,
): Promise<object> {
  const { db, clock, jobs, limits } = context;
  const how = { isDeleted, now: clock(), limits, by: access.author };
  const changed = await setEntriesDeleted(db, kind, access.userId, keysIn(kind, input), how);
  if ('refused' in changed) throw fail(notFound(kind));
  if ('broken' in changed) {
    throw fail(changed.broken, { stored: answerOf(kind, changed.stored, access) });
  }
  if (changed.isBehind) jobs.wake('writeSpreadsheet');
  return answerOf(kind, entriesIn(changed), access);
}

/** The keys that a call names, each once. */
function keysIn(kind: AnyKind, input: KeyValues): KeyValues[] {
  if (kind.atOnce === undefined) return [input];
  const [name] = kind.key;
  const values = input[`${name}s`] as readonly unknown[];
  const keys = values.map((value) => withInstants(kind, { [name]: value }));
  return [...new Map(keys.map((key) => [entryIdOf(kind, key), key])).values()];
}
