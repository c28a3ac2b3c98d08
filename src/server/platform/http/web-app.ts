import { join, resolve, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerWith } from './errors.ts';

/** The folder that `npm start` builds the web app into. */
export const WEB_ROOT = resolve(import.meta.dirname, '../../../../dist/web');
/** The folder of the files that have a hash in their name. */
const HASHED = 'assets';
const YEAR_S = 31_536_000;

/**
 * Serves the built web app. Browsers cache files with a hash in their name for a year and revalidate the page
 * itself every time. Every URL that belongs to neither the API nor a file gets the page: its router knows the
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
    // Not cached: the file may belong to another version, and the next deployment may bring it back.
    reply.header('cache-control', 'no-store');
    return answerWith(reply, 'noSuchCall');
  });
}

/** True for a URL that the web app's router may know, false for the API and for files. */
function isScreen({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !/^\/api(\/|$)/i.test(path) && !/\.[a-z0-9]+$/i.test(path);
}
