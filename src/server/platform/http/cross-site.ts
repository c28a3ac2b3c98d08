import type { FastifyInstance } from 'fastify';
import { fail } from './fail.ts';

/**
 * Rejects requests that change something, unless they have a JSON body, which no form of another site can send
 * without a preflight. If the browser sends an origin, it must be ours (DECISIONS 8).
 */
export function refuseCrossSite(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const { origin, host } = request.headers;
    if (!isJson(request.headers['content-type'])) throw fail('crossSite');
    if (origin !== undefined && !isOwn(origin, host, publicUrl)) throw fail('crossSite');
  });
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json';
}

/**
 * True for PUBLIC_URL and, without https (at home), for the host of the request itself: the same server by
 * another name, such as 127.0.0.1 or its address in the local network. Another site cannot make a browser
 * send our cookie to a host that is that site's own.
 */
function isOwn(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (origin === publicUrl) return true;
  return publicUrl.startsWith('http:') && origin === `http://${host}`;
}
