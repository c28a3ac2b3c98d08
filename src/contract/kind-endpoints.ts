import { z } from 'zod';
import { capitalized } from '../domain/capitalized.ts';
import { DAY_MS } from '../domain/zone.ts';
import { type Endpoint, fairUse, own } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import * as field from './fields.ts';
import { answeredEntry, checked, sentField } from './kind-schemas.ts';
import type { Field, Fields } from './kinds/field.ts';
import type {
  AnswerOf,
  ChangedOf,
  EditInput,
  KeyInput,
  ListInput,
  SaveInput,
} from './kinds/inputs.ts';
import { type AnyKind, hasChosenTime, isAtInstant, isListedByDays } from './kinds/kind.ts';
import { type EntryKind, KINDS } from './kinds.ts';

/** The calls of a kind, from its definition. */

type Calls<K extends AnyKind> = K['calls'];

interface Of<Session extends Endpoint['session'], Given, Answered> extends Endpoint {
  readonly session: Session;
  readonly input: z.ZodType<Given, Given>;
  readonly answer: z.ZodType<Answered>;
}

/** Who may save: helpers who may log, or the person alone. */
type Saves<K extends AnyKind> = K['savedBy'] extends 'helpers' ? 'log' : 'own';

/** Who may list: all helpers, or the person alone. */
type Reads<K extends AnyKind> = K['readBy'] extends 'helpers' ? 'read' : 'own';

type EndpointsOf<K extends AnyKind> = Record<
  Calls<K>['save'],
  Of<Saves<K>, SaveInput<K>, ChangedOf<K>>
> &
  Record<Calls<K>['list'], Of<Reads<K>, ListInput<K>, AnswerOf<K>[]>> &
  Record<Calls<K>['delete' | 'restore'], Of<Saves<K>, KeyInput<K>, ChangedOf<K>>> &
  (Calls<K> extends { readonly deleted: infer Deleted extends string }
    ? Record<Deleted, Of<'own', { userId: string }, AnswerOf<K>[]>>
    : unknown) &
  (Calls<K> extends { readonly edit: infer Edit extends string }
    ? Record<Edit, Of<Saves<K>, EditInput<K>, AnswerOf<K>>>
    : unknown);

/** The errors that the engine composes from a kind's name. If one is missing in `errors`, this does not compile. */
type KindError = Known<`${EntryKind['name']}${'NotFound' | 'Changed'}`>;
type Known<Code extends ErrorCode> = Code;

export function notFound({ name }: AnyKind): ErrorCode {
  return `${name}NotFound` as KindError;
}

export function changedElsewhere({ name }: AnyKind): ErrorCode {
  return `${name}Changed` as KindError;
}

function endpointsOf<K extends AnyKind>(kind: K): EndpointsOf<K> {
  const { calls, words, savedBy } = kind;
  const entry = answeredEntry(kind);
  const answer = kind.atOnce === undefined ? entry : z.array(entry);
  const saves = savedBy === 'helpers' ? 'log' : 'own';
  const always = ['signedOut', 'userNotFound'] as const;
  const ofOne = { session: saves, status: 200, answer } as const;
  const list = { status: 200, answer: z.array(entry), errors: always } as const;
  const byKey = {
    ...ofOne,
    input: field.object({ ...own, ...keysShape(kind) }),
    errors: [...always, notFound(kind), ...(savedBy === 'helpers' ? [SAVED] : [])],
  } as const;
  const endpoints: Partial<Record<string, Endpoint>> = {
    [calls.save]: {
      ...ofOne,
      summary: `Save ${words.the}. ${againText(kind)}`,
      input: saveInput(kind),
      ...(!calls.edit && { stored: answer }),
      errors: [...always, ...saveErrors(kind), ...fairUse],
    },
    ...(calls.edit && {
      [calls.edit]: {
        ...ofOne,
        summary: `Edit ${words.the}. A field that is missing stays as it is.`,
        input: field.object({ ...own, ...editShape(kind) }),
        errors: [
          ...always,
          ...editErrors(kind),
          ...timeErrors(kind),
          ...checkErrors(kind),
          SAVED,
          'tooMuchText',
        ],
      },
    }),
    [calls.list]: {
      ...list,
      ...(kind.longestSpan !== undefined && { errors: [...always, 'spanTooLong'] }),
      summary: `${capitalized(words.many)}, ${spanText(kind)}`,
      session: kind.readBy === 'helpers' ? 'read' : 'own',
      input: field.object({ ...own, ...listShape(kind) }),
    },
    [calls.delete]: {
      ...byKey,
      summary: `Delete ${words.the}. ${kind.atOnce ? 'They' : 'It'} can be restored for 30 days.`,
    },
    [calls.restore]: {
      ...byKey,
      ...(kind.single && { stored: answer, errors: [...byKey.errors, kind.single.error] }),
      summary: `Restore ${words.the} that ${kind.atOnce ? 'are' : 'is'} deleted.`,
    },
    ...(calls.deleted && {
      [calls.deleted]: {
        ...list,
        summary: `The ${words.many} that were deleted in the last 30 days, the last deleted first.`,
        session: 'own',
        input: field.object(own),
      },
    }),
  };
  return endpoints as unknown as EndpointsOf<K>;
}

type Together<Each> = (Each extends unknown ? (each: Each) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type OfEach<K> = K extends AnyKind ? EndpointsOf<K> : never;

/** The calls of all kinds in `KINDS`. */
export function endpointsOfKinds(): Together<OfEach<EntryKind>> {
  return Object.assign({}, ...KINDS.map((kind: AnyKind) => endpointsOf(kind)));
}

const SAVED = 'tooManySaved' as const;

function saveErrors(kind: AnyKind): ErrorCode[] {
  const { calls, errors = [], savedBy } = kind;
  return [
    ...(calls.edit ? [] : editErrors(kind)),
    ...errors,
    ...timeErrors(kind),
    ...checkErrors(kind),
    ...(kind.single ? [kind.single.error] : []),
    ...(kind.again !== 'stays' && savedBy === 'helpers' ? ['entryOfOther' as const] : []),
  ];
}

function editErrors(kind: AnyKind): ErrorCode[] {
  return [notFound(kind), changedElsewhere(kind)];
}

function checkErrors({ checks = [] }: AnyKind): ErrorCode[] {
  return checks.flatMap(({ error }) => error ?? []);
}

function timeErrors(kind: AnyKind): ErrorCode[] {
  return hasChosenTime(kind) ? ['timeInFuture'] : [];
}

function againText({ again, calls, atOnce, words: { one } }: AnyKind): string {
  const what =
    again === 'stays'
      ? `If the ${one} is stored already, it stays as it is`
      : `Without a version, nothing that is stored is replaced${again === 'same' ? '' : ', and what is missing is added'}`;
  const refused = ` If the stored ${one} differs or is newer, the error has it.`;
  const all = atOnce === undefined ? '' : 'All or none are saved. ';
  return `${all}${what}, so the call may be sent again.${calls.edit ? '' : refused}`;
}

function spanText(kind: AnyKind): string {
  if (kind.longestSpan !== undefined) {
    return `in order, of a span of at most ${Math.floor(kind.longestSpan / DAY_MS)} days.`;
  }
  if (kind.order) return `${kind.order.words}.`;
  const latest = 'the latest first.';
  if (kind.isListedWhole) return `${latest} After 512 KiB of text, the oldest are left out.`;
  const days = isListedByDays(kind) ? ' Both the first and the last day are included.' : '';
  const rest = isAtInstant(kind) ? 'the cursor' : 'the last day';
  return `${latest}${days} After 512 KiB of text, \`next\` is ${rest} of the rest.`;
}

function keyShape({ fields, key }: AnyKind): z.ZodRawShape {
  return shapeFrom(fields, (name) => key.includes(name));
}

/** The values of the key, or a list of them. */
function keysShape(kind: AnyKind): z.ZodRawShape {
  const { fields, key, atOnce } = kind;
  if (atOnce === undefined) return keyShape(kind);
  const [name] = key;
  const each = fields[name];
  return each ? { [`${name}s`]: listOf(kind, sentField(each)) } : {};
}

function listOf<Schema extends z.ZodType>({ words, atOnce = 1 }: AnyKind, schema: Schema) {
  const rule = `must be a list of 1 to ${atOnce} ${words.many}`;
  return z.array(schema, field.rule(rule)).min(1, rule).max(atOnce, rule);
}

function saveInput(kind: AnyKind): z.ZodType {
  const { fields, calls, atOnce, words, renewsEnteredAt } = kind;
  const values = {
    ...shapeFrom(fields, (_, { set }) => set !== 'server', isOmissible),
    ...(!calls.edit && { version: versionOf(EDIT_IN_SAVE) }),
  };
  const timeZone = field.timeZone.optional().meta({
    description: 'The time zone where it was entered; by default, the profile’s.',
  });
  const enteredAt = renewsEnteredAt
    ? field.instant
    : field.instant.optional().meta({
        description: 'When it was entered, if it waited for the network; by default, now.',
      });
  if (atOnce === undefined) {
    return checked(kind, field.object({ ...own, ...values, enteredAt, timeZone }));
  }
  const entry = checked(kind, field.object({ ...values, enteredAt }));
  return field.object({
    ...own,
    entries: listOf(kind, entry).refine(
      (list) => new Set(list.map((each) => keyText(kind, each))).size === list.length,
      `must name each ${words.one} once`,
    ),
    timeZone,
  });
}

/** The key of an entry in a call, the same for two texts of one instant. */
function keyText({ fields, key }: AnyKind, entry: Readonly<Record<string, unknown>>): string {
  return key
    .map((name) => {
      return fields[name]?.type === 'instant' ? Date.parse(String(entry[name])) : entry[name];
    })
    .join(' ');
}

function editShape(kind: AnyKind): z.ZodRawShape {
  const isKey = (name: string) => kind.key.includes(name);
  return {
    ...keyShape(kind),
    ...shapeFrom(
      kind.fields,
      (name, { set }) => set === undefined && !isKey(name),
      () => true,
    ),
    version: versionOf(EDIT),
  };
}

function listShape(kind: AnyKind): z.ZodRawShape {
  if (kind.isListedWhole) return {};
  if (!isAtInstant(kind)) return { from: field.date, to: field.date };
  const { many, one } = kind.words;
  const from = field.instant.meta({ description: `${capitalized(many)} at or after this.` });
  const to = field.instant.meta({ description: `${capitalized(many)} before this.` });
  if (kind.longestSpan !== undefined) return { from, to };
  const span = kind.isListedByDay
    ? { from: field.date, to: field.date }
    : { from: from.optional(), to: to.optional() };
  return {
    ...span,
    limit: field.queryCount.optional(),
    cursor: field
      .cursorOf(`a ${one}`)
      .optional()
      .meta({ description: `${capitalized(many)} after the one with this cursor (\`next\`).` }),
  };
}

const EDIT = 'The version on which the edit is based; without it, any version.';
const EDIT_IN_SAVE =
  'The version on which an edit is based. With it, the values that are sent replace the stored ones; null or an empty note removes one.';

function versionOf(description: string) {
  return field.version.optional().meta({ description });
}

function isOmissible(each: Field): boolean {
  if (each.type === 'line' && each.min === 0) return true;
  return each.orNull === true || each.type === 'note';
}

/** The schemas of those fields that a function picks; optional if another says so. */
function shapeFrom(
  fields: Fields,
  picks: (name: string, each: Field) => boolean,
  isOptional: (each: Field) => boolean = () => false,
): z.ZodRawShape {
  const picked = Object.entries(fields).filter(([name, each]) => picks(name, each));
  return Object.fromEntries(
    picked.map(([name, each]) => {
      const schema = isOptional(each) ? sentField(each).optional() : sentField(each);
      return [name, each.about === undefined ? schema : schema.meta({ description: each.about })];
    }),
  );
}
