import { GrantEnded } from '../identity/provider-grants.ts';
import type { StoredTokens } from '../identity/queries/provider-tokens.ts';
import type { Session } from '../identity/queries/sessions.ts';
import { type Jobs, type Kind, pauseAfter } from '../platform/jobs/jobs.ts';
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

export interface Mirror {
  /** Turns the mirror on for a user; false if the session has ended. */
  readonly turnOn: (
    session: Pick<Session, 'userId' | 'tokenHash'>,
    tokens: StoredTokens,
  ) => Promise<boolean>;
}

export function makeMirror({
  db,
  clock,
  jobs,
}: Pick<SheetsDeps, 'db' | 'clock'> & { readonly jobs: Jobs }): Mirror {
  return {
    async turnOn(session, tokens) {
      const isOn = await turnOn(db, session, tokens, clock());
      jobs.wake('writeSpreadsheet');
      // The new tokens may have replaced former ones, which must be revoked.
      jobs.wake('revoke');
      return isOn;
    },
  };
}

/**
 * How long a claim excludes other processes (ms). All requests of one attempt together take less, so an expired lease
 * nearly always means that its process has died. If the process is still alive, `endWritten` has its rows written again.
 */
const LEASE_MS = 300_000;
/** How many spreadsheets are written in parallel, so that a slow one does not delay all others. */
const AT_ONCE = 4;
/** The maximum random delay before writing (ms). Entries that are saved in quick succession are written together. */
const HEAD_START_MS = 400;

/** Time-out for a request to Google, in milliseconds. */
const REQUEST_LIMIT_MS = 30_000;

/**
 * Mirrors entries to users' spreadsheets. A transaction that changes an entry marks the profile as behind
 * (`entries/queries/changes.ts`). Each such user is one job. The job's lease is in `spreadsheets`.
 */
export function writeSpreadsheetKind(
  deps: SheetsDeps,
  {
    onTurnedOff,
    requestLimitMs = REQUEST_LIMIT_MS,
  }: { readonly onTurnedOff: () => void; readonly requestLimitMs?: number },
): Kind {
  const { db, log, clock } = deps;
  const cutOff = new AbortController();

  async function attempt(claim: Claim): Promise<void> {
    try {
      await writeWaiting(deps, claim, { cutOff: cutOff.signal, requestLimitMs });
    } catch (error) {
      if (error instanceof LeaseOver) return;
      if (cutOff.signal.aborted) {
        // This process is stopping and has aborted its request, so another process may retry at once.
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
    onTurnedOff();
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

  return {
    kind: 'writeSpreadsheet',
    concurrency: AT_ONCE,
    headStartMs: HEAD_START_MS,
    async takeNext(dueBy) {
      const claim = await claimDue(db, dueBy, clock() + LEASE_MS);
      return claim && (() => attempt(claim));
    },
    findNextDue: () => nextSpreadsheetDue(db),
    unreadable: 'The queue of the spreadsheets could not be read',
    cutOff: () => cutOff.abort(),
  };
}
