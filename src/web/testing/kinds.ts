import { changedElsewhere, notFound } from '../../contract/kind-endpoints.ts';
import type { AnswerOf } from '../../contract/kinds/inputs.ts';
import { type AnyKind, isListedByDays } from '../../contract/kinds/kind.ts';
import type { EntryKind } from '../../contract/kinds.ts';
import { compareText } from '../../domain/sorted.ts';
import { dateOf } from '../../domain/zone.ts';
import { NOW, ZONE } from './person.ts';
import { type Answers, refuse } from './server.ts';

/** What the server does with the entries of any kind, from its definition. */

type Values = Readonly<Record<string, unknown>>;

interface Entry extends Values {
  readonly version: number;
  readonly deletedAt?: string | undefined;
}

/** An entry as the server lists it. Fields that are not given are null or empty. */
export function makeEntry<K extends EntryKind>(kind: K, given: Partial<AnswerOf<K>>): AnswerOf<K> {
  const { fields }: AnyKind = kind;
  const empty = Object.entries(fields).map(([name, { type, orNull }]) => {
    return [name, orNull ? null : type === 'lines' ? [] : ''];
  });
  const held = { enteredAt: NOW, timeZone: ZONE, author: 'self', version: 1 };
  return { ...Object.fromEntries(empty), ...held, ...given };
}

/**
 * The answers to the calls of a kind. Reads return what was saved.
 *
 * @param set the fields that the server sets in a new entry
 */
export function answersForKind<K extends EntryKind>(
  kind: K,
  entries: AnswerOf<K>[] = [],
  set: Partial<AnswerOf<K>> = {},
): Answers {
  const { calls, key, at, fields, again, atOnce, longestSpan, isListedByDay, order }: AnyKind =
    kind;
  const stored = entries as unknown as Entry[];
  const keyOf = (of: Values) => key.map((name) => of[name]).join(' ');
  const find = (of: Values) => stored.find((each) => keyOf(each) === keyOf(of));
  const isIn = ({ deletedAt }: Entry) => deletedAt === undefined;
  const isSame = (one: Values, other: Values) =>
    Object.keys(fields).every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));

  function put(entry: Entry): Entry {
    const index = stored.findIndex((each) => keyOf(each) === keyOf(entry));
    stored.splice(index < 0 ? stored.length : index, 1, entry);
    return entry;
  }

  function answer(all: readonly (Entry | undefined)[]) {
    const done = all.flatMap((each) => (each ? put(each) : []));
    return atOnce ? done : done[0];
  }

  /** @returns undefined if the stored entry differs */
  function next(former: Entry, values: Values): Entry | undefined {
    const changed = { ...former, ...values, version: former.version + 1 };
    if (values.version !== undefined) {
      return values.version === former.version ? changed : undefined;
    }
    if (again === 'stays') return former;
    if (again === 'same') return isSame(changed, former) ? former : undefined;
    const filled: object | undefined = again.fill(former as never, values);
    return filled && { ...changed, ...filled };
  }

  function save({ userId: _, entries: several, ...values }: Values) {
    const all = (atOnce ? (several as Values[]) : [{}]).map((each) => ({ ...values, ...each }));
    const live = all.flatMap((each) => find(each) ?? []).filter(isIn);
    const isEdit = all.some(({ version }: Values) => version !== undefined);
    if (isEdit && live.length === 0) return refuse(notFound(kind));
    const done = all.map((each) => {
      const former = live.find((one) => keyOf(one) === keyOf(each));
      return former
        ? next(former, each)
        : (makeEntry(kind, { ...set, ...each } as never) as unknown as Entry);
    });
    if (done.includes(undefined)) {
      return refuse(changedElsewhere(kind), { stored: atOnce ? live : live[0] });
    }
    return answer(done);
  }

  const setDeleted = (deletedAt: () => string | undefined) => (input: Values) => {
    const [name] = key;
    const keys = atOnce
      ? (input[`${name}s`] as unknown[]).map((each) => ({ [name]: each }))
      : [input];
    const found = keys.map(find);
    if (found.includes(undefined)) return refuse(notFound(kind));
    return answer(found.map((each) => each && { ...each, deletedAt: deletedAt() }));
  };

  function listed({ from, to }: Values): Entry[] {
    const isDay = isListedByDays(kind);
    const timeOf = (text: unknown) => (isDay ? String(text) : Date.parse(String(text)));
    const isBefore = (one: unknown, other: unknown) => timeOf(one) < timeOf(other);
    const timeIn = (each: Entry) =>
      isListedByDay ? dateOf(Date.parse(String(each[at])), String(each.timeZone)) : each[at];
    const found = stored
      .filter(isIn)
      .filter((each) => from === undefined || !isBefore(timeIn(each), from))
      .filter((each) => {
        if (to === undefined) return true;
        return isDay ? !isBefore(to, timeIn(each)) : isBefore(timeIn(each), to);
      });
    if (order) return found.sort((one, other) => order.compare(one as never, other as never));
    const earliest = (one: Entry, other: Entry) =>
      compareText(String(one[at] ?? '~'), String(other[at] ?? '~'));
    return found.sort(longestSpan === undefined ? (one, other) => earliest(other, one) : earliest);
  }

  return {
    [calls.list]: listed,
    ...(calls.deleted && { [calls.deleted]: () => stored.filter((each) => !isIn(each)) }),
    [calls.save]: save,
    ...(calls.edit && {
      [calls.edit]: (edit: Values) => save({ version: find(edit)?.version ?? 0, ...edit }),
    }),
    [calls.delete]: setDeleted(() => new Date().toISOString()),
    [calls.restore]: setDeleted(() => undefined),
  };
}
