import type { FastifyInstance } from 'fastify';
import { fail } from './fail.ts';

/**
 * Rejects requests that change something, unless they have a JSON body: another site can send one only after a CORS
 * preflight, which this server never allows. If the browser sends an origin, it must be our own (DECISIONS 8).
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
 * True for PUBLIC_URL. Without https (at home), also true for the host that the request was sent to, because people
 * reach the server by several names, such as 127.0.0.1 or its address in the local network. No stranger can own these
 * names (`refuseForeignHosts`).
 */
function isOwn(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (origin === publicUrl) return true;
  return publicUrl.startsWith('http:') && origin === `http://${host}`;
}
