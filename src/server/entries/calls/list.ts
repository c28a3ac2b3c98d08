import type { DaysInput, SpanInput, TimesInput } from '../../../contract/kinds/inputs.ts';
import { type AnyKind, isAtInstant } from '../../../contract/kinds/kind.ts';
import { addDays, dayOf } from '../../../domain/zone.ts';
import { fail } from '../../platform/http/fail.ts';
import { listWithin } from '../../platform/page-length.ts';
import { entryAnswer, textLengthOf } from '../answer.ts';
import type { AnyEntry } from '../columns.ts';
import { findDeleted, inOrder, isOfDays, timesOfDays, timesOfLocalDays } from '../queries/find.ts';
import { findEntryPages } from '../queries/pages.ts';
import type { Listed, Numbered, Wanted } from '../queries/select.ts';
import type { EntryCall } from './call.ts';

/** Lists the entries of some days, or of a span of time. */
export async function list(
  kind: AnyKind,
  { context, input, access }: EntryCall<SpanInput | TimesInput>,
): Promise<object[]> {
  const wanted = wantedBy(kind, input);
  const found = findEntryPages(context.db, kind, access.userId, wanted);
  const pages = kind.isListedByDay ? onlyOfDays(kind, found, input as DaysInput) : found;
  const lengthOf = ({ entry }: Listed) => textLengthOf(kind, entry);
  if (kind.longestSpan !== undefined || kind.order) {
    const all: AnyEntry[] = [];
    for await (const page of pages) all.push(...page.map(({ entry }) => entry));
    const inTime = kind.order ? inOrder(kind, all) : all.reverse();
    return inTime.map((entry) => entryAnswer(kind, entry, access));
  }
  const limit = 'limit' in input ? input.limit : undefined;
  const { entries, isCut } = await listWithin(pages, lengthOf, limit);
  if (kind.isListedWhole) {
    return entries.map(({ entry }) => entryAnswer(kind, entry, access));
  }
  const last = entries.at(-1);
  return entries.map((each) => ({
    ...entryAnswer(kind, each.entry, access),
    ...(isCut && each === last && { next: nextOf(kind, each) }),
  }));
}

function wantedBy(kind: AnyKind, input: SpanInput | TimesInput): Wanted {
  if (kind.isListedWhole) return {};
  const { longestSpan = Number.POSITIVE_INFINITY } = kind;
  const { from, to } = input;
  if (Date.parse(to ?? '') - Date.parse(from ?? '') > longestSpan) throw fail('spanTooLong');
  if (!isAtInstant(kind)) return timesOfDays(input as SpanInput);
  const { limit, cursor } = input as TimesInput;
  const after = cursor === undefined ? undefined : cursorOf(cursor);
  // The limit counts the entries of the days, which are picked after reading.
  if (kind.isListedByDay) return { ...timesOfLocalDays(input as DaysInput), after };
  return {
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
    limit,
    after,
  };
}

async function* onlyOfDays(
  kind: AnyKind,
  pages: AsyncIterable<readonly Listed[]>,
  days: DaysInput,
) {
  for await (const page of pages) yield page.filter(({ entry }) => isOfDays(kind, entry, days));
}

/** Parses what `nextOf` has written. */
function cursorOf(cursor: string): { at: number; number: number } {
  const [at = 0, number = 0] = cursor.split('.').map(Number);
  return { at, number };
}

/** Where the rest of a list begins: the day before, or the cursor of the last entry. */
function nextOf(kind: AnyKind, { at, number }: Listed): string {
  return isAtInstant(kind) ? `${at}.${number}` : addDays(dayOf(at), -1);
}

/** Lists the deleted entries that can be restored. */
export async function listDeleted(
  kind: AnyKind,
  { context, access }: EntryCall<unknown>,
): Promise<object[]> {
  const { db, clock } = context;
  const deleted = await findDeleted(db, kind, access.userId, clock());
  // Kinds that are entered several at once have no long texts.
  const lengthOf = ({ entry }: Numbered) => textLengthOf(kind, entry);
  const { entries } = kind.atOnce ? { entries: deleted } : await listWithin([deleted], lengthOf);
  return entries.map(({ entry }) => entryAnswer(kind, entry, access));
}
