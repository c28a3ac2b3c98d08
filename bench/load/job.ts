import type { Person } from '../measuring/people.ts';

export type RequestKind = 'save' | 'read90' | 'latest' | 'session' | 'health';

/** What a load generator is to do. */
export type Job = {
  readonly url: string;
  /** Each on a connection of its own, one request right after the other's answer. */
  readonly people: readonly Person[];
  /** What each asks for, in turn. */
  readonly requests: readonly RequestKind[];
} & (
  | {
      /** How long, in milliseconds, after a while that warms up and does not count. */
      readonly forMs: number;
      readonly warmUpMs: number;
    }
  | {
      /** How many requests of all together. */
      readonly count: number;
    }
);

export interface Outcome {
  readonly perSecond: number;
  /** Milliseconds until the whole answer was there. */
  readonly p50: number;
  readonly p99: number;
}

/** Visits at a rate, whatever the servers make of it. */
export interface VisitsJob {
  readonly urls: readonly string[];
  readonly people: readonly Person[];
  /** How many people come, on average. */
  readonly perSecond: number;
  /** For how long they come, in milliseconds. */
  readonly forMs: number;
}

export interface VisitsOutcome {
  /** Visits that were served in full. */
  readonly done: number;
  readonly perSecond: number;
  /** Ended by a 503: so much was to be done that one of the requests was refused. */
  readonly refused: number;
  /** Milliseconds from someone's coming until the last answer; NaN where nobody was served. */
  readonly p50: number;
  readonly p99: number;
}
