import { z } from 'zod';
import { type Endpoint, fairUse, own } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import * as field from './fields.ts';
import { answeredEntry, sentField } from './kind-schemas.ts';
import type { AnswerOf, KeyInput, ListInput, SaveInput } from './kinds/inputs.ts';
import type { AnyKind } from './kinds/kind.ts';
import type { EntryKind } from './kinds.ts';

/** The calls of a kind, from its definition. */

type Calls<K extends AnyKind> = K['calls'];

interface Of<Session extends Endpoint['session'], Given, Answered> extends Endpoint {
  readonly session: Session;
  readonly input: z.ZodType<Given, Given>;
  readonly answer: z.ZodType<Answered>;
}

/** Who may save: helpers who may log, or the person alone. Helpers read what they may save. */
type Saves<K extends AnyKind> = K['savedBy'] extends 'helpers' ? 'log' : 'own';

export type EndpointsOf<K extends AnyKind> = Record<
  Calls<K>['save'],
  Of<Saves<K>, SaveInput<K>, AnswerOf<K>>
> &
  Record<Calls<K>['list'], Of<'read', ListInput, AnswerOf<K>[]>> &
  Record<Calls<K>['delete' | 'restore'], Of<Saves<K>, KeyInput<K>, AnswerOf<K>>> &
  Record<Calls<K>['deleted'], Of<'own', { userId: string }, AnswerOf<K>[]>>;

/** The errors that the engine composes from a kind's name. If one is missing in `errors`, this does not compile. */
type KindError = Known<`${EntryKind['name']}${'NotFound' | 'Changed'}`>;
type Known<Code extends ErrorCode> = Code;

export function notFound({ name }: AnyKind): ErrorCode {
  return `${name}NotFound` as KindError;
}

export function changedElsewhere({ name }: AnyKind): ErrorCode {
  return `${name}Changed` as KindError;
}

const VERSION =
  'The version on which an edit is based. With it, the values that are sent replace the stored ones; null or an empty note removes one.';

export function endpointsOf<K extends AnyKind>(kind: K): EndpointsOf<K> {
  const { calls, words, savedBy, checks = [] } = kind;
  const answer = answeredEntry(kind);
  const saves = savedBy === 'helpers' ? 'log' : 'own';
  const always = ['signedOut', 'userNotFound'] as const;
  const list = { status: 200, answer: z.array(answer), errors: always } as const;
  const ofOne = {
    session: saves,
    input: field.object({ ...own, ...keyShape(kind) }),
    status: 200,
    answer,
    errors: [
      ...always,
      notFound(kind),
      ...(savedBy === 'helpers' ? ['tooManySaved' as const] : []),
    ],
  } as const;
  const endpoints: Partial<Record<string, Endpoint>> = {
    [calls.save]: {
      summary: `Save ${words.the}. Without a version, stored values stay and only missing ones are added, so the call may be sent again. If a value differs, or the version is stale, the error has the stored ${words.one}.`,
      session: saves,
      input: field.object({ ...own, ...saveShape(kind) }),
      status: 200,
      answer,
      stored: answer,
      errors: [
        ...always,
        notFound(kind),
        changedElsewhere(kind),
        ...checks.map(({ error }) => error),
        ...(savedBy === 'helpers' ? ['entryOfOther' as const] : []),
        ...fairUse,
      ],
    },
    [calls.list]: {
      ...list,
      summary: `${capital(words.many)} by day, the latest first. Both the first and the last day are included. \`next\` is the last day of the rest.`,
      session: 'read',
      input: field.object({ ...own, from: field.date, to: field.date }),
    },
    [calls.delete]: {
      ...ofOne,
      summary: `Delete ${words.the}. It can be restored for 30 days.`,
    },
    [calls.restore]: { ...ofOne, summary: `Restore ${words.the}, if it is deleted.` },
    [calls.deleted]: {
      ...list,
      summary: `The ${words.many} that were deleted in the last 30 days, the last deleted first.`,
      session: 'own',
      input: field.object(own),
    },
  };
  return endpoints as unknown as EndpointsOf<K>;
}

function keyShape({ fields, key }: AnyKind): z.ZodRawShape {
  return Object.fromEntries(key.map((name) => [name, sentField(requiredIn(fields, name))]));
}

function saveShape({ fields }: AnyKind): z.ZodRawShape {
  const values = Object.entries(fields).map(([name, each]) => {
    const sent = sentField(each);
    const schema = each.orNull || each.type === 'note' ? sent.optional() : sent;
    return [name, each.about === undefined ? schema : schema.meta({ description: each.about })];
  });
  return {
    ...Object.fromEntries(values),
    version: field.version.optional().meta({ description: VERSION }),
    enteredAt: field.instant.optional().meta({
      description: 'When it was entered, if it waited for the network; by default, now.',
    }),
    timeZone: field.timeZone.optional().meta({
      description: 'The time zone where it was entered; by default, the profile’s.',
    }),
  };
}

function requiredIn<Value>(record: Readonly<Record<string, Value>>, name: string): Value {
  const value = record[name];
  if (value === undefined) throw new Error(`There is no ${name}`);
  return value;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
