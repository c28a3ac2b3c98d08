import { promises as dns } from 'node:dns';
import type { NtfyTarget } from '../../../domain/ntfy.ts';
import type { Instant } from '../../../domain/zone.ts';
import type { Config } from '../../config.ts';
import { type Delivery, limited, retryAfterMs, troubleOf } from '../outgoing.ts';
import { isPrivateAddress, isReachable } from '../reachable.ts';
import { type Address, type Answer, post } from './post.ts';

/** Sends messages to ntfy servers, whose addresses people enter (decision 75). */
export interface Ntfy {
  /** Whether messages may go to a server, by its address alone. What DNS says is checked with each message. */
  readonly mayReach: (url: string) => boolean;
  /** Sends a message. If sending fails, this does not reject but resolves to a result that says so. */
  readonly send: (
    target: NtfyTarget,
    message: NtfyMessage,
    options?: { readonly cutOff?: AbortSignal },
  ) => Promise<NtfyResult>;
}

interface NtfyMessage {
  readonly text: string;
  /** The page that a press on the message opens. */
  readonly click: string;
}

/** A fault names neither the server nor the topic, because a person entered both. */
type NtfyResult =
  | Delivery
  /** The address may not be used: it is no public one, or not https. */
  | { readonly outcome: 'forbidden'; readonly fault: string };

const REQUEST_LIMIT_MS = 10_000;
const FORBIDDEN = {
  outcome: 'forbidden',
  fault: 'The address of a server may not be used',
} as const;

/**
 * @param deps.lookUp resolves a host name to all its addresses
 * @param deps.requestLimitMs the time-out of a message, in milliseconds
 */
export function makeNtfy({
  config: { notifyHosts },
  clock,
  lookUp = (host) => dns.lookup(host, { all: true }),
  requestLimitMs = REQUEST_LIMIT_MS,
  postTo = post,
}: {
  readonly config: Pick<Config, 'notifyHosts'>;
  readonly clock: () => Instant;
  readonly lookUp?: (host: string) => Promise<readonly Address[]>;
  readonly requestLimitMs?: number;
  readonly postTo?: typeof post;
}): Ntfy {
  const isNamed = (url: URL) => hostsOf(url).some((host) => notifyHosts.includes(host));
  const mayReach = (url: URL) => isNamed(url) || isReachable(url.origin);
  return {
    mayReach(text) {
      const url = URL.parse(text);
      return url !== null && mayReach(url);
    },
    async send({ url: text, topic }, { text: message, click }, { cutOff } = {}) {
      // The root of a server takes messages as JSON. Headers could not hold all characters.
      const url = URL.parse('/', text);
      if (!url || !mayReach(url)) return FORBIDDEN;
      const signal = limited(requestLimitMs, cutOff);
      try {
        const host = url.hostname.replace(/^\[|\]$/g, '');
        const addresses = await endedBy(signal, lookUp(host));
        if (!isNamed(url) && addresses.some(({ address }) => isPrivateAddress(address))) {
          return FORBIDDEN;
        }
        const body = JSON.stringify({ topic, message, click });
        return resultOf(await postTo(url, addresses, body, signal), clock());
      } catch (error) {
        const fault = `A server ${troubleOf(error)}`;
        return { outcome: 'later', fault, waitMs: undefined };
      }
    },
  };
}

/** The host with its port. A usual port may be left out. */
function hostsOf({ protocol, host, port }: URL): string[] {
  return port ? [host] : [host, `${host}:${protocol === 'https:' ? 443 : 80}`];
}

/** Rejects when the signal aborts, because a look-up cannot be aborted. */
async function endedBy<Value>(signal: AbortSignal, value: Promise<Value>): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([value, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const GONE = 410;
const TOO_MANY = 429;

/** A redirect is refused like any other answer that is no success: its address is not checked. */
function resultOf({ status, retryAfter }: Answer, now: Instant): Delivery {
  const fault = `A server answered with ${status}`;
  if (status >= 200 && status < 300) return { outcome: 'accepted' };
  if (status === GONE) return { outcome: 'ended', fault };
  if (status === TOO_MANY || status >= 500) {
    return { outcome: 'later', fault, waitMs: retryAfterMs(retryAfter, now) };
  }
  return { outcome: 'refused', fault };
}
