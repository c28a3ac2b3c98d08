import { join, resolve, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerWith } from './errors.ts';

/** Where `npm start` builds the web app. */
export const WEB_ROOT = resolve(import.meta.dirname, '../../../../dist/web');
/** Where the files are that have a hash in their name. */
const HASHED = 'assets';
const YEAR_S = 31_536_000;

/**
 * Serves the built web app. Files with a hash in their name are kept for ever, the page itself is
 * always asked for anew. Any other address that is not the API's gets the page: its router knows the
 * screens, and shows its own error for the rest.
 *
 * @param root the folder that the web app was built into
 */
export async function serveWebApp(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders(response, path) {
      const hashed = path.startsWith(join(root, HASHED) + sep);
      response.header(
        'cache-control',
        hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
      );
    },
  });
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'));
  app.setNotFoundHandler((request, reply) => {
    if (isScreen(request)) return reply.sendFile('index.html');
    // A file of another version: the next one may bring it back.
    reply.header('cache-control', 'no-store');
    return answerWith(reply, 'noSuchCall');
  });
}

/** An address that the web app's router may know: none of the API's, and none of a file. */
function isScreen({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !/^\/api(\/|$)/i.test(path) && !/\.[a-z0-9]+$/i.test(path);
}
