import type { Instant } from '../../domain/zone.ts';
import { GrantEnded } from '../identity/provider-grants.ts';
import type { StoredTokens } from '../identity/queries/provider-tokens.ts';
import type { Session } from '../identity/queries/sessions.ts';
import type { Revocations } from '../identity/revocations.ts';
import { inBackground, pauseAfter } from '../platform/jobs/background.ts';
import type { SheetsDeps } from './access.ts';
import { faultOf, outcomeOf } from './outcomes.ts';
import {
  type Claim,
  claimDue,
  endFailed,
  nextSpreadsheetDue,
  type Setback,
} from './queries/spreadsheet-claims.ts';
import { type EndReason, turnOff, turnOn } from './queries/spreadsheets.ts';
import { LeaseOver, writeWaiting } from './writing.ts';

/**
 * Mirrors forms to users' spreadsheets. The transaction that saves or edits a form queues it; a background
 * job writes it later. The queue survives a restart, and no response waits for it.
 */
export interface Mirror {
  /** Turns the mirror on for a user; false if the session has ended. */
  readonly turnOn: (
    session: Pick<Session, 'userId' | 'tokenHash'>,
    tokens: StoredTokens,
  ) => Promise<boolean>;
  /** Wakes the background job, if it has been started. */
  readonly wake: () => void;
  /** Tries to write all forms that are due. */
  readonly doDue: () => Promise<void>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

/**
 * How long a claim excludes other processes (ms). All requests of a claim together take less, so an expired
 * lease means that its process has died.
 */
const LEASE_MS = 300_000;
/** How many spreadsheets are written in parallel, so that a slow one does not delay all others. */
const AT_ONCE = 4;
/** Delay before writing (ms), so that forms saved in quick succession are written together. */
const HEAD_START_MS = 400;

/** Time-out for a request to Google, in milliseconds. */
const REQUEST_LIMIT_MS = 30_000;

export function makeMirror({
  revocations,
  requestLimitMs = REQUEST_LIMIT_MS,
  ...deps
}: SheetsDeps & {
  readonly revocations: Revocations;
  readonly requestLimitMs?: number;
}): Mirror {
  const { db, log, clock } = deps;
  const cutOff = new AbortController();
  const background = inBackground({
    headStartMs: HEAD_START_MS,
    doDue,
    nextDue: () => nextSpreadsheetDue(db),
    failure: 'The queue of forms for spreadsheets could not be read',
    log,
    clock,
  });

  async function doDue(): Promise<void> {
    const begun = clock();
    // Wait for all of them even if one fails, so that nothing is running any more when this ends.
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => takeDue(begun)));
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
  }

  async function takeDue(begun: Instant): Promise<void> {
    while (!background.isStopped()) {
      const claim = await claimDue(db, begun, clock() + LEASE_MS);
      if (!claim) return;
      await attempt(claim);
    }
  }

  async function attempt(claim: Claim): Promise<void> {
    try {
      await writeWaiting(deps, claim, { cutOff: cutOff.signal, requestLimitMs });
    } catch (error) {
      if (error instanceof LeaseOver) return;
      if (cutOff.signal.aborted) {
        // The stop aborted the request: the next process may retry at once.
        await endFailed(db, claim, { dueAt: clock(), tries: claim.tries, problem: '' });
        return;
      }
      const outcome =
        error instanceof GrantEnded ? { ended: 'withdrawn' as const } : outcomeOf(error);
      const fault = { tries: claim.tries + 1, ...faultOf(error) };
      if ('ended' in outcome) await end(claim, outcome.ended, fault);
      else await postpone(claim, outcome, fault);
    }
  }

  async function end(claim: Claim, reason: EndReason, fault: object): Promise<void> {
    log.warn(
      { ...fault, reason },
      'The mirror was turned off because its spreadsheet can no longer be written',
    );
    await turnOff(db, claim.userId, { claim, reason }, clock());
    revocations.wake();
  }

  async function postpone(
    claim: Claim,
    { problem, retryAfterMs = 0 }: { problem: Setback; retryAfterMs?: number | undefined },
    fault: object,
  ): Promise<void> {
    log.warn(fault, 'A spreadsheet could not be written and will be retried');
    const tries = claim.tries + 1;
    const dueAt = clock() + Math.max(pauseAfter(tries), retryAfterMs);
    await endFailed(db, claim, { dueAt, tries, problem });
  }

  const { wake, start } = background;
  return {
    async turnOn(session, tokens) {
      const isOn = await turnOn(db, session, tokens, clock());
      wake();
      // The new tokens may have replaced former ones, which are to be revoked.
      revocations.wake();
      return isOn;
    },
    wake,
    start,
    doDue,
    stop: () => background.stop(() => cutOff.abort()),
  };
}
