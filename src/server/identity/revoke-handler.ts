import type { Config } from '../config.ts';
import type { Handler } from '../platform/jobs/table.ts';
import type { Secrets } from '../platform/secrets.ts';
import { providerFault } from './provider-faults.ts';
import { revokeTokens } from './provider-grants.ts';

const HEAD_START_MS = 200;

/** Handles the jobs that revoke tokens at their provider. The transaction that deletes the tokens queues these jobs. */
export function revokeHandler(deps: {
  readonly config: Config;
  readonly secrets: Secrets;
}): Handler {
  return {
    kind: 'revoke',
    concurrency: 1,
    headStartMs: HEAD_START_MS,
    handle: ({ detail: provider, sealed }) => revokeTokens(deps, { provider, sealed }),
    failed: 'A token could not be revoked yet',
    faultOf: (error, { detail: provider }) => ({ provider, ...providerFault(error) }),
    unreadable: 'The tokens to revoke could not be read',
  };
}
