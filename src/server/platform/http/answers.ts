import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Limits } from '../../limits.ts';
import { onClosed } from './closing.ts';
import { makePlaces, type Places } from './places.ts';

/** The places for answers that take much memory or time. All calls of a server share them. */
export interface Answers {
  /** For an answer over `LARGE_BYTES`, until its reader has taken it. */
  readonly large: Places;
  /** For a call that reads much, from its start until its reader has taken the answer. */
  readonly heavy: Places;
}

const LARGE_BYTES = 262_144;

export function makeAnswers({ large, heavy, ...waits }: Limits['answers']): Answers {
  return {
    large: makePlaces({ most: large, ...waits }),
    heavy: makePlaces({ most: heavy, ...waits }),
  };
}

/** Who takes the places of a call. */
interface Asking {
  /** The account that calls; undefined for a reader of a link. */
  readonly callerId: string | undefined;
  /** The person whose data it reads; undefined if the call is about the caller's own account. */
  readonly personId: string | undefined;
}

/**
 * The keys under which a call takes a place: that of the account that asks, and for another person's data one that all
 * caregivers and readers of this person share. They never take the places of the person.
 */
export function placeKeysOf({ callerId, personId = callerId }: Asking): readonly string[] {
  const own = callerId === undefined ? [] : [callerId];
  return personId === callerId ? own : [...own, `others of ${personId}`];
}

/**
 * Waits for a place under each key, and keeps it until the call has been answered or its client has disconnected.
 *
 * @returns whether the call had to wait
 * @throws tooManyAttempts, unavailable; an error that `handleErrors` ignores if the client disconnects while it waits
 */
export async function holdPlace(
  places: Places,
  keys: readonly string[],
  reply: FastifyReply,
): Promise<boolean> {
  const gone = new AbortController();
  const disconnected = { code: 'ERR_STREAM_PREMATURE_CLOSE' };
  onClosed(reply, () => gone.abort(Object.assign(new Error('Disconnected'), disconnected)));
  let hasWaited = false;
  for (const key of keys) {
    const { leave, hasWaited: more } = await places.take(key, gone.signal);
    onClosed(reply, leave);
    hasWaited ||= more;
  }
  return hasWaited;
}

/** Whether a payload needs a place. The size of a stream is unknown, so it does. */
export function isLarge(payload: unknown): boolean {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length > LARGE_BYTES;
  return typeof (payload as Partial<Readable> | null | undefined)?.pipe === 'function';
}
