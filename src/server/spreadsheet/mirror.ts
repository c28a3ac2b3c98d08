import { GrantEnded } from '../identity/provider-grants.ts';
import type { StoredTokens } from '../identity/queries/provider-tokens.ts';
import type { Session } from '../identity/queries/sessions.ts';
import { type Jobs, type Kind, pauseAfter } from '../platform/jobs/jobs.ts';
import type { Means } from './access.ts';
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

/** Turns a person's spreadsheet on. */
export interface Mirror {
  /** @returns false where the session has ended */
  readonly turnOn: (
    session: Pick<Session, 'userId' | 'tokenHash'>,
    tokens: StoredTokens,
  ) => Promise<boolean>;
}

export function makeMirror({
  db,
  clock,
  jobs,
}: Pick<Means, 'db' | 'clock'> & { readonly jobs: Jobs }): Mirror {
  return {
    async turnOn(session, tokens) {
      const isOn = await turnOn(db, session, tokens, clock());
      jobs.wake('writeSpreadsheet');
      // Former tokens may have been given up for these.
      jobs.wake('revoke');
      return isOn;
    },
  };
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

/**
 * Keeps people's spreadsheets as their forms are. A save or an edit queues the form in its own transaction. A
 * person with forms in that queue, `spreadsheet_rows`, is one job, whose lease is in `spreadsheets`.
 */
export function writeSpreadsheetKind(
  means: Means,
  {
    onTurnedOff,
    requestLimitMs = REQUEST_LIMIT_MS,
  }: { readonly onTurnedOff: () => void; readonly requestLimitMs?: number },
): Kind {
  const { db, log, clock } = means;
  const cutOff = new AbortController();

  async function attempt(claim: Claim): Promise<void> {
    try {
      await writeWaiting(means, claim, { cutOff: cutOff.signal, requestLimitMs });
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
    onTurnedOff();
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

  return {
    kind: 'writeSpreadsheet',
    concurrency: AT_ONCE,
    headStartMs: HEAD_START_MS,
    async takeNext(dueBy) {
      const claim = await claimDue(db, dueBy, clock() + LEASE_MS);
      return claim && (() => attempt(claim));
    },
    findNextDue: () => nextSpreadsheetDue(db),
    unreadable: 'The forms that wait for a spreadsheet could not be read',
    cutOff: () => cutOff.abort(),
  };
}
