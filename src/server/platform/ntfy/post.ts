import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

export interface Address {
  readonly address: string;
  /** 4 or 6. */
  readonly family: number;
}

export interface Answer {
  readonly status: number;
  /** The header `Retry-After`. */
  readonly retryAfter: string | null;
}

/**
 * Posts JSON to a server, at one of these addresses of its host. It asks no DNS server, because a second answer could be
 * an address that nobody has checked. It follows no redirect and reads no body.
 */
export async function post(
  url: URL,
  addresses: readonly Address[],
  body: string,
  signal: AbortSignal,
): Promise<Answer> {
  const lookup: LookupFunction = (_host, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, [...addresses]);
    else if (first) done(null, first.address, first.family);
    else done(new Error('No address'), '');
  };
  return await new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const sent = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      lookup,
      // A connection of its own, so that none to another address is used again.
      agent: false,
      signal,
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      resolve({ status, retryAfter: headers['retry-after'] ?? null });
      response.destroy();
    });
    sent.end(body);
  });
}
