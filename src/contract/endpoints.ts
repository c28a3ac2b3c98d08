import type { z } from 'zod';
import { accountEndpoints } from './account-endpoints.ts';
import { type CallName, calls } from './calls.ts';
import { caregiverEndpoints } from './caregiver-endpoints.ts';
import { dataEndpoints } from './data-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { formEndpoints } from './form-endpoints.ts';
import { healthLinkEndpoints } from './health-link-endpoints.ts';
import { endpointsOfKinds } from './kind-endpoints.ts';
import { personEndpoints } from './person-endpoints.ts';
import { reminderEndpoints } from './reminder-endpoints.ts';
import { shareEndpoints } from './share-endpoints.ts';
import { visitEndpoints } from './visit-endpoints.ts';

/** The input, the answer and the errors of every call. */
export const endpoints = {
  ...accountEndpoints,
  ...personEndpoints,
  ...formEndpoints,
  ...endpointsOfKinds(),
  ...visitEndpoints,
  ...reminderEndpoints,
  ...caregiverEndpoints,
  ...shareEndpoints,
  ...healthLinkEndpoints,
  ...dataEndpoints,
} satisfies Record<CallName, Endpoint>;

type Endpoints = typeof endpoints;

/** The input as a caller sends it, before defaults and trimming. */
export type Input<Name extends CallName> = z.input<Endpoints[Name]['input']>;
/** The input as a route receives it, after validation. */
export type Parsed<Name extends CallName> = z.output<Endpoints[Name]['input']>;
/** The answer on success. */
export type Answer<Name extends CallName> = z.output<Endpoints[Name]['answer']>;
/** The answer to a request for a code; `never` for calls without a code. */
export type CodeAnswer<Name extends CallName> = Endpoints[Name] extends {
  readonly codeAnswer: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : never;

export const allCalls = Object.keys(calls) as CallName[];
