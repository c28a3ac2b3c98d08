import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerWith } from './errors.ts';

/** Where `npm start` builds the web app. */
const WEB_ROOT = resolve(import.meta.dirname, '../../../dist/web');
const YEAR_S = 31_536_000;

/**
 * Serves the built web app. Files with a hash in their name are kept for ever, the page itself is
 * always asked for anew. Any other address that is not the API's gets the page: its router knows the
 * screens, and shows its own error for the rest.
 */
export async function serveWebApp(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: WEB_ROOT,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders(response, path) {
      const hashed = path.includes('/assets/');
      response.header(
        'cache-control',
        hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
      );
    },
  });
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'));
  app.setNotFoundHandler((request, reply) =>
    isScreen(request) ? reply.sendFile('index.html') : answerWith(reply, 'noSuchCall'),
  );
}

/** An address that the web app's router may know: none of the API's, and none of a file. */
function isScreen({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !/^\/api(\/|$)/i.test(path) && !/\.[a-z0-9]+$/i.test(path);
}
