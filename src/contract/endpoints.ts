import type { z } from 'zod';
import { accountEndpoints } from './account-endpoints.ts';
import { type CallName, calls } from './calls.ts';
import { dataEndpoints } from './data-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { formEndpoints } from './form-endpoints.ts';
import { personEndpoints } from './person-endpoints.ts';

/** The table of calls: what each takes, what it answers, and what it may refuse with. */
export const endpoints = {
  ...accountEndpoints,
  ...personEndpoints,
  ...formEndpoints,
  ...dataEndpoints,
} satisfies Record<CallName, Endpoint>;

type Endpoints = typeof endpoints;

/** What a caller sends, before defaults and trimming. */
export type Input<Name extends CallName> = z.input<Endpoints[Name]['input']>;
/** What a route gets. */
export type Parsed<Name extends CallName> = z.output<Endpoints[Name]['input']>;
/** What success answers. */
export type Answer<Name extends CallName> = z.output<Endpoints[Name]['answer']>;
/** What asking for a code answers, in the calls that need one. */
export type CodeAnswer<Name extends CallName> = Endpoints[Name] extends {
  readonly codeAnswer: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : never;

export const allCalls = Object.keys(calls) as CallName[];
