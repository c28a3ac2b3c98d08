import { z } from 'zod';
import { noteOf } from '../domain/check-in.ts';
import { compareText } from '../domain/sorted.ts';
import { type CalendarDate, midnightOf } from '../domain/zone.ts';
import { next, notesWithheld, ofEntry, readOnly } from './entities.ts';
import { formerOf, heldInFile, isInOrder } from './entry-file.ts';
import * as field from './fields.ts';
import type { Field, Fields } from './kinds/field.ts';
import { type AnyKind, notesIn } from './kinds/kind.ts';

/** The schemas of fields and entries, from the definitions of their kinds. */

/** The schema of a field in an input or a file. */
export function sentField(each: Field): z.ZodType {
  const schema = sentValue(each);
  return each.orNull ? schema.nullable() : schema;
}

/** The schema of a field's value other than null. */
export function sentValue(each: Field): z.ZodType {
  switch (each.type) {
    case 'id':
      return field.submissionId;
    case 'flag':
      return field.flag;
    case 'day':
      return field.date;
    case 'instant':
      return instantFrom(each.earliest);
    case 'line':
      return field.name(each.min, each.max);
    case 'times':
      return field
        .plannedTimes(each.most)
        .overwrite((times) => [...times].sort((a, b) => compareText(a.time, b.time)));
    case 'ratings':
      throw new Error('The calls and files of forms have schemas of their own');
    case 'lines': {
      const rule = `must be a list of at most ${each.most} lines`;
      return z
        .array(field.name(0, each.max), field.rule(rule))
        .max(each.most, rule)
        .overwrite((lines) => lines.filter((line) => line !== ''));
    }
    case 'note':
      return field.text(each.max).overwrite(noteOf);
    case 'choice':
      return z.enum(each.values, field.rule(`must be ${inWords(each.values)}`));
    case 'whole': {
      const rule = `must be a whole number from ${each.min} to ${each.max}`;
      return z.int(field.rule(rule)).min(each.min, rule).max(each.max, rule);
    }
    case 'number':
      return z.number(field.rule(each.rule)).refine(each.holds, each.rule);
  }
}

function instantFrom(earliest: CalendarDate | undefined): z.ZodType {
  if (earliest === undefined) return field.instant;
  return field.instant.refine(
    // True also for text that is not an instant, because `instant` reports that fault.
    (text) => !(Date.parse(text) < midnightOf(earliest)),
    `must be an instant from ${earliest} on`,
  );
}

/** 'as planned, partly or no' */
export function inWords(values: readonly string[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

/** The schema of a field in an answer. It states no limits, so that what is stored can always be read. */
function answeredField(each: Field): z.ZodType {
  const schema = answeredValue(each);
  return each.orNull ? schema.nullable() : schema;
}

function answeredValue(each: Field): z.ZodType {
  switch (each.type) {
    case 'id':
    case 'day':
    case 'instant':
    case 'line':
    case 'note':
      return z.string();
    case 'lines':
      return z.array(z.string());
    case 'ratings':
      throw new Error('The calls of forms have answers of their own');
    case 'times':
      return z.array(z.object({ time: z.string(), amount: z.number() }));
    case 'flag':
      return z.boolean();
    case 'choice':
      return z.enum(each.values);
    case 'whole':
      return z.int();
    case 'number':
      return z.number();
  }
}

function shapeOf(fields: Fields, schemaOf: (each: Field) => z.ZodType): z.ZodRawShape {
  return Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, schemaOf(each)]));
}

/** An entry in an answer. */
export function answeredEntry(kind: AnyKind) {
  const { fields, savedBy, isListedWhole, longestSpan } = kind;
  return z.object({
    ...shapeOf(fields, answeredField),
    ...ofEntry,
    ...(savedBy === 'helpers' && { readOnly }),
    ...(notesIn(kind).length > 0 && { notesWithheld }),
    ...(!isListedWhole && longestSpan === undefined && { next }),
  });
}

/** An entry in the JSON file of an account. */
export function entryInFile(kind: AnyKind) {
  const all = shapeOf(kind.fields, fieldInFile);
  const former = Object.fromEntries(formerNames(kind).map((name) => [name, all[name]]));
  const schema = field
    .object({
      ...all,
      ...heldInFile,
      version: field.version,
      formerVersions: formerOf({
        ...(former as z.ZodRawShape),
        ...(kind.again !== 'stays' && heldInFile),
      }),
    })
    .refine(isInOrder, {
      path: ['formerVersions'],
      error: `must be in order, and before the ${kind.words.one}’s own version`,
    });
  return checked(kind, schema);
}

function fieldInFile(each: Field): z.ZodType {
  return each.isLater ? sentField(each).default(null) : sentField(each);
}

/** With the checks that have no error of their own. */
export function checked<Schema extends z.ZodType>(
  { checks = [] }: AnyKind,
  schema: Schema,
): Schema {
  return checks.reduce((refined, { field: name, holds, error, rule: message }) => {
    if (error !== undefined) return refined;
    const path = name === undefined ? [] : [name];
    return refined.refine((entry) => holds(entry as never, 0), { path, message });
  }, schema);
}

/** The fields in which a former version may differ from the entry. */
export function formerNames({ fields, key }: AnyKind): string[] {
  return Object.entries(fields).flatMap(([name, { set }]) =>
    key.includes(name) || set !== undefined ? [] : [name],
  );
}
