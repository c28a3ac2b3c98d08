import type { ListInput } from '../../../contract/kinds/inputs.ts';
import type { AnyKind } from '../../../contract/kinds/kind.ts';
import { addDays, DAY_MS, dayOf, midnightOf } from '../../../domain/zone.ts';
import { listWithin } from '../../platform/page-length.ts';
import { entryAnswer, textLengthOf } from '../answer.ts';
import { findDeleted, findEntryPages } from '../queries/find.ts';
import type { EntryCall } from './call.ts';

/** Lists the entries of the days from `from` to `to`, both included, the latest first. */
export async function list(
  kind: AnyKind,
  { context, input, access }: EntryCall<ListInput>,
): Promise<object[]> {
  const pages = findEntryPages(context.db, kind, access.userId, {
    from: midnightOf(input.from),
    to: midnightOf(input.to) + DAY_MS,
  });
  const { entries, isCut } = await listWithin(pages, ({ entry }) => textLengthOf(kind, entry));
  const last = entries.at(-1);
  return entries.map((each) => ({
    ...entryAnswer(kind, each.entry, access),
    ...(isCut && each === last && { next: addDays(dayOf(each.at), -1) }),
  }));
}

/** Lists the deleted entries that can be restored. */
export async function listDeleted(
  kind: AnyKind,
  { context, access }: EntryCall<unknown>,
): Promise<object[]> {
  const { db, clock } = context;
  const deleted = await findDeleted(db, kind, access.userId, clock());
  const { entries } = await listWithin([deleted], (entry) => textLengthOf(kind, entry));
  return entries.map((entry) => entryAnswer(kind, entry, access));
}
