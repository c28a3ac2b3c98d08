import type { Logger } from 'pino';
import type { Instant } from '../../domain/zone.ts';
import type { Config } from '../config.ts';
import type { Database } from '../platform/db/database.ts';
import { inBackground, pauseAfter } from '../platform/jobs/background.ts';
import { findNextDue, postpone, takeOut } from '../platform/jobs/queries/due-queue.ts';
import { type StoredRevocation, takeDueRevocation } from '../platform/jobs/queries/revocations.ts';
import type { Secrets } from '../platform/secrets.ts';
import { providerFault } from './provider-faults.ts';
import { revokeTokens } from './provider-grants.ts';

/**
 * Revokes discarded tokens at their providers. A revocation is queued in the transaction that discards the
 * token.
 */
export interface Revocations {
  readonly wake: () => void;
  /** Tries all revocations that are due. */
  readonly doDue: () => Promise<void>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

/** The lease of an attempt (ms): when it expires, the process that made the attempt has died. */
const TRY_LIMIT_MS = 300_000;
const HEAD_START_MS = 200;

export function makeRevocations({
  config,
  db,
  secrets,
  log,
  clock,
}: {
  readonly config: Config;
  readonly db: Database;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly clock: () => Instant;
}): Revocations {
  const nextDue = () => findNextDue(db, 'revocations');
  const failure = 'The revocation queue could not be read';
  const background = inBackground({
    headStartMs: HEAD_START_MS,
    doDue,
    nextDue,
    failure,
    log,
    clock,
  });

  async function doDue(): Promise<void> {
    const begun = clock();
    while (!background.isStopped()) {
      const due = await takeDueRevocation(db, begun, clock() + TRY_LIMIT_MS);
      if (!due) return;
      if (due.expiresAt <= clock()) await takeOut(db, 'revocations', due.id);
      else await revoke(due);
    }
  }

  async function revoke(due: StoredRevocation & { readonly tries: number }): Promise<void> {
    const { id, provider, tries } = due;
    try {
      await revokeTokens({ config, secrets }, due);
      await takeOut(db, 'revocations', id);
    } catch (error) {
      const fault = { provider, tries: tries + 1, ...providerFault(error) };
      log.warn(fault, 'A token could not be revoked yet');
      await postpone(db, 'revocations', id, clock() + pauseAfter(tries + 1));
    }
  }

  const { wake, start } = background;
  // A provider must respond within ten seconds, so nothing needs to be aborted.
  return { wake, start, doDue, stop: () => background.stop(() => {}) };
}
