import fc from 'fast-check';
import { fieldsIn, type JsonSchema } from './api-document.ts';

/** Longer than any text that is taken, and short enough to send ten thousand times. */
const LONG = 12_000;
const MAX_ITEMS = 4;
const HOSTILE = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '=1+1',
  "'; drop table forms; --",
  '<script>',
  '震え🙂',
];

/** Beyond what a column of 32 bits holds, of 64, or any number that is whole. */
const NUMBERS = [0, -1, 0.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e308];

/** What may be sent to a call: as the document has it, so but for one field, and whatever else. */
export function inputsOf(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const documented = documentedValue(schema) as fc.Arbitrary<Record<string, unknown>>;
  const fields = Object.keys(fieldsIn(schema));
  const changed = fc
    .tuple(documented, fc.constantFrom(...fields, 'other'), anyValue())
    .map(([input, field, value]) => ({ ...input, [field]: value }));
  const anything = fc.record(Object.fromEntries(fields.map((field) => [field, anyValue()])), {
    requiredKeys: [],
  });
  return fc.oneof(
    { arbitrary: documented, weight: 3 },
    { arbitrary: changed, weight: 2 },
    { arbitrary: anything, weight: 1 },
  );
}

function anyValue(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(...HOSTILE, 'x'.repeat(LONG), ...NUMBERS),
    fc.uuid(),
    fc.string({ unit: 'binary' }),
  );
}

function documentedValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map(documentedValue));
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(fieldsIn(schema)).map(([name, field]) => [name, documentedValue(field)]),
        ),
        { requiredKeys: (schema.required ?? []) as never[] },
      );
    case 'array':
      return fc.array(documentedValue((schema.items ?? {}) as JsonSchema), {
        maxLength: MAX_ITEMS,
      });
    case 'integer':
    case 'number': {
      const [min, max] = [Number(schema.minimum ?? 0), Number(schema.maximum ?? 2 ** 31)];
      // Small ones are numbers of forms that are there.
      return fc.oneof(fc.integer({ min, max }), fc.integer({ min, max: Math.min(max, min + 5) }));
    }
    case 'boolean':
      return fc.boolean();
    case 'string':
      return documentedText(schema);
    default:
      return fc.jsonValue();
  }
}

function documentedText({ format, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.emailAddress();
  if (format === 'date-time') {
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  }
  const [min, max] = [Number(minLength ?? 0), Math.min(Number(maxLength ?? LONG), LONG)];
  // Mostly what is taken, so that one hostile text comes into a form that is right but for it.
  return fc.oneof(
    {
      arbitrary: fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.min(max, 100) }),
      weight: 2,
    },
    {
      arbitrary: fc.constantFrom('Tremor', '2026-11-17T12:00:00Z', '2026-11-17'),
      weight: 3,
    },
    { arbitrary: fc.constantFrom(...HOSTILE, 'x'.repeat(max)), weight: 1 },
  );
}
