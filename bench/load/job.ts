import type { Person } from '../measuring/people.ts';

/** What a load generator is to do. */
export interface Job {
  readonly url: string;
  /** Each on a connection of its own, one request right after the other's answer. */
  readonly people: readonly Person[];
  readonly request: 'save' | 'read90';
  /** How long, in milliseconds; the first part of it warms up and does not count. */
  readonly forMs: number;
  readonly warmUpMs: number;
}

export interface Outcome {
  readonly perSecond: number;
  /** Milliseconds until the whole answer was there. */
  readonly p50: number;
  readonly p99: number;
}
