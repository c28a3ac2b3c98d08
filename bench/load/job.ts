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
