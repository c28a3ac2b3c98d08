import type { TestApp } from '../../src/server/testing/app.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A call as the app's own OpenAPI document tells of it. */
export interface DocumentedCall {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** What goes into the query or the body. */
  readonly input: JsonSchema;
  /** The schema of each status's JSON answer. */
  readonly answers: ReadonlyMap<number, JsonSchema>;
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
        Object.entries(operation.responses).flatMap(([status, { content }]) => {
          const schema = content?.[JSON_TYPE]?.schema;
          return schema ? [[Number(status), schema] as const] : [];
        }),
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
