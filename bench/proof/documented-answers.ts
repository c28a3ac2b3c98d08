import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import type { DocumentedCall } from './api-document.ts';

/** What is wrong with an answer by the API document; undefined where it is as documented. */
export type AnswerCheck = (answer: LightMyRequestResponse) => string | undefined;

/** Holds answers of a call against the document: an answer it has no status, type or schema for is wrong. */
export function answerCheck({ answers }: DocumentedCall): AnswerCheck {
  const schemas = new Map(
    [...answers].map(([status, types]) => [
      status,
      new Map(
        [...types].map(([type, schema]) => {
          // A file is documented as text, whatever is in it.
          const isText = schema.type === 'string';
          return [type, { isText, schema: z.fromJSONSchema(schema as never) }] as const;
        }),
      ),
    ]),
  );
  return ({ statusCode, headers, body }) => {
    if (statusCode >= 500) return `${statusCode}: ${body}`;
    const types = schemas.get(statusCode);
    if (!types) return `${statusCode} is not documented: ${body}`;
    const type = String(headers['content-type']);
    const documented = types.get(type) ?? types.get(type.split(';')[0] ?? '');
    if (!documented) return `${statusCode} with ${type} is not documented: ${body}`;
    const parsed = /json/.test(type) ? parsedJson(body) : { value: body };
    if (!parsed) return `${statusCode} is not JSON: ${body}`;
    const { error } = documented.schema.safeParse(documented.isText ? body : parsed.value);
    return error && `${statusCode} is not of its schema: ${error.message}: ${body}`;
  };
}

function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
