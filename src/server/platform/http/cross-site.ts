import type { FastifyInstance } from 'fastify';
import { fail } from './fail.ts';

/**
 * Requests that change something need a JSON body, which no form of another site can send unasked, and
 * where the browser names an origin, our own (DECISIONS 8).
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
 * Our own is PUBLIC_URL, and at home, without https, also the very host that was asked: the same server
 * by another of its names (127.0.0.1, or its address in the house). Another site cannot make a browser
 * send a host that is its own origin to us along with our cookie.
 */
function isOwn(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (origin === publicUrl) return true;
  return publicUrl.startsWith('http:') && origin === `http://${host}`;
}
