import type { TestApp } from '../../src/server/testing/app.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A call as the app's own OpenAPI document tells of it. */
export interface DocumentedCall {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** What goes into the query or the body. */
  readonly input: JsonSchema;
  /** Of each status, the types that its answer may be of, each with its schema. */
  readonly answers: ReadonlyMap<number, ReadonlyMap<string, JsonSchema>>;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: JsonSchema }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: JsonSchema }> };
  readonly responses: Record<
    string,
    { readonly content?: Record<string, { readonly schema: JsonSchema }> }
  >;
}

const JSON_TYPE = 'application/json';

export async function documentedCalls({ app }: TestApp): Promise<DocumentedCall[]> {
  const { paths } = (await app.inject({ url: '/api/openapi.json' })).json() as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      path,
      method: method === 'get' ? ('GET' as const) : ('POST' as const),
      input: operation.requestBody?.content[JSON_TYPE]?.schema ?? {
        type: 'object',
        properties: Object.fromEntries(
          (operation.parameters ?? []).map(({ name, schema }) => [name, schema]),
        ),
      },
      answers: new Map(
        Object.entries(operation.responses).map(([status, { content = {} }]) => [
          Number(status),
          new Map(Object.entries(content).map(([type, { schema }]) => [type, schema])),
        ]),
      ),
    })),
  );
}

/** The fields of an input, of whichever kind it is. */
export function fieldsIn(schema: JsonSchema): Record<string, JsonSchema> {
  const kinds = (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) as JsonSchema[];
  return Object.assign(
    {},
    schema.properties ?? {},
    ...kinds.map((kind) => fieldsIn(kind)),
  ) as Record<string, JsonSchema>;
}
