import type { AnyKind } from '../../contract/kinds/kind.ts';
import { type Instant, isoOf } from '../../domain/zone.ts';

/** The values of entries as calls and files have them: an instant is ISO text there, and milliseconds inside the server. */

type Values = Readonly<Record<string, unknown>>;

/** Values for calls and files. */
export function withIsoTimes(kind: AnyKind, values: Values): Values {
  return withTimes(kind, values, 'number', (value) => isoOf(value as Instant));
}

/** Values from calls and files. */
export function withInstants(kind: AnyKind, values: Values): Values {
  return withTimes(kind, values, 'string', (value) => Date.parse(String(value)));
}

/** Converts the values of the fields of type instant that have the type `from`; a field may also be null or missing. */
function withTimes(
  { fields }: AnyKind,
  values: Values,
  from: 'number' | 'string',
  convert: (value: unknown) => unknown,
): Values {
  const times = Object.keys(fields).filter((name) => {
    return fields[name]?.type === 'instant' && typeof values[name] === from;
  });
  if (times.length === 0) return values;
  return { ...values, ...Object.fromEntries(times.map((name) => [name, convert(values[name])])) };
}
