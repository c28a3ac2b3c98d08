import { z } from 'zod';
import type { CallName } from '../../contract/calls.ts';
import { endpoints } from '../../contract/endpoints.ts';

/** A field of a call's input, as the contract describes it. */
export interface Field {
  /** Such as 'formData.symptom1.severity'; an element of an array is addressed by its index. */
  readonly path: string;
  readonly required: boolean;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  readonly nullable: boolean;
  /** The maximum length of a text, if the contract states it as a plain length. */
  readonly maxLength: number | undefined;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** The variants of a call's input: one, or one per action. */
export function kindsOf(call: CallName): Schema[] {
  const schema = z.toJSONSchema(endpoints[call].input, { io: 'input' }) as Schema;
  return [...(schema.oneOf ?? [schema])];
}

/** Whether an input belongs to a variant, by the variant's constant fields. */
export function isOfKind(input: Readonly<Record<string, unknown>>, kind: Schema): boolean {
  return Object.entries(kind.properties ?? {}).every(
    ([name, { const: fixed }]) => fixed === undefined || fixed === input[name],
  );
}

/** All fields that a variant of a call's input may have, including nested ones. */
export function fieldsOf(kind: Schema): Field[] {
  return Object.entries(kind.properties ?? {}).flatMap(([name, schema]) =>
    fieldsFrom(name, schema, kind.required?.includes(name) ?? false),
  );
}

function fieldsFrom(path: string, schema: Schema, required: boolean): Field[] {
  const variants = schema.anyOf ?? [schema.type].flat().map((type) => ({ ...schema, type }));
  const nullable = variants.some(({ type }) => type === 'null');
  const plain = variants.find(({ type }) => type !== 'null');
  const type = plain?.type as Field['type'] | undefined;
  if (!plain || !type) throw new Error(`The type of ${path} is not known to this test`);
  const inside = Object.entries(plain.properties ?? {}).flatMap(([name, child]) =>
    fieldsFrom(`${path}.${name}`, child, plain.required?.includes(name) ?? false),
  );
  const entries = plain.items ? fieldsFrom(`${path}.0`, plain.items, false) : [];
  return [{ path, required, type, nullable, maxLength: plain.maxLength }, ...inside, ...entries];
}

/** The value at a path; undefined if the path does not exist. */
export function valueAt(input: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], input);
}

/** A copy of an input with another value at a path; undefined removes the field. */
export function withValue<Input extends object>(input: Input, path: string, value: unknown): Input {
  const copy = structuredClone(input);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], copy);
  const holder = parent as Record<string, unknown>;
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}
