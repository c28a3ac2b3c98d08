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
 * Keeps people's spreadsheets as their forms are. What is to be written is queued in the transaction that
 * saves or edits a form, and written later; it outlives a restart, and no answer waits for it.
 */
export interface Mirror {
  /** Turns it on for someone. @returns false where the session has ended */
  readonly turnOn: (
    session: Pick<Session, 'userId' | 'tokenHash'>,
    tokens: StoredTokens,
  ) => Promise<boolean>;
  /** Something may be waiting: writes it, in the background, if the mirror was started. */
  readonly wake: () => void;
  /** Tries to write all that is due by now. */
  readonly doDue: () => Promise<void>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

/**
 * How long a claim keeps others off: longer than all its requests may take together, so that a claim that is
 * not over by then was cut short with its process.
 */
const LEASE_MS = 300_000;
/** So many spreadsheets at once: one that Google is slow with does not hold up all others. */
const AT_ONCE = 4;
/** Forms that are saved one after the other are written together. */
const HEAD_START_MS = 400;

/** How long Google may take for one request, in milliseconds. */
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
    failure: 'The forms that wait for a spreadsheet could not be read',
    log,
    clock,
  });

  async function doDue(): Promise<void> {
    const begun = clock();
    // All of them end before this does: whoever stops waits for no other.
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
        // Nothing is wrong with it: the next process goes on at once.
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
    log.warn({ ...fault, reason }, 'A spreadsheet can no longer be written to, and was turned off');
    await turnOff(db, claim.userId, { claim, reason }, clock());
    revocations.wake();
  }

  async function postpone(
    claim: Claim,
    { problem, retryAfterMs = 0 }: { problem: Setback; retryAfterMs?: number | undefined },
    fault: object,
  ): Promise<void> {
    log.warn(fault, 'A spreadsheet could not be written to yet');
    const tries = claim.tries + 1;
    const dueAt = clock() + Math.max(pauseAfter(tries), retryAfterMs);
    await endFailed(db, claim, { dueAt, tries, problem });
  }

  const { wake, start } = background;
  return {
    async turnOn(session, tokens) {
      const isOn = await turnOn(db, session, tokens, clock());
      wake();
      // Former tokens may have been given up for these.
      revocations.wake();
      return isOn;
    },
    wake,
    start,
    doDue,
    stop: () => background.stop(() => cutOff.abort()),
  };
}
