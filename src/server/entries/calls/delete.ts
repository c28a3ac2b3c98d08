import { notFound } from '../../../contract/kind-endpoints.ts';
import type { KeyInput } from '../../../contract/kinds/inputs.ts';
import type { AnyKind } from '../../../contract/kinds/kind.ts';
import { fail } from '../../platform/http/fail.ts';
import { entryAnswer } from '../answer.ts';
import { setEntriesDeleted } from '../queries/delete.ts';
import type { EntryCall } from './call.ts';

/** Deletes an entry, or restores it. */
export async function setDeleted(
  kind: AnyKind,
  isDeleted: boolean,
  { context, input, access }: EntryCall<KeyInput<AnyKind>>,
): Promise<object> {
  const { db, clock, jobs, limits } = context;
  const how = { isDeleted, now: clock(), limits, by: access.author };
  const changed = await setEntriesDeleted(db, kind, access.userId, [input], how);
  if ('refused' in changed) throw fail(notFound(kind));
  if ('broken' in changed) {
    const stored = changed.stored.map((each) => entryAnswer(kind, each, access))[0];
    throw fail(changed.broken, { stored });
  }
  const [entry] = changed.entries;
  if (!entry) throw fail(notFound(kind));
  if (kind.sheet) jobs.wake('writeSpreadsheet');
  return entryAnswer(kind, entry, access);
}
