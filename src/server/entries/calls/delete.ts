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
  const [entry] = (await setEntriesDeleted(db, kind, access.userId, [input], how)) ?? [];
  if (!entry) throw fail(notFound(kind));
  if (kind.sheet) jobs.wake('writeSpreadsheet');
  return entryAnswer(kind, entry, access);
}
