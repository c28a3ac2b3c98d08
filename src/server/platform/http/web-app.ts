import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OverviewHtml, PageData, RenderOverview } from '../../../contract/page-data.ts';
import { answerWith, refusalOf } from './errors.ts';

/** The folder that `npm start` builds the web app into. */
export const WEB_ROOT = resolve(import.meta.dirname, '../../../../dist/web');
/** The folder of the files that have a hash in their name. */
const HASHED = 'assets';
const YEAR_S = 31_536_000;
/** The page with the loading state, for every screen that the script draws. */
const SHELL = 'index.html';
/** The page of a link, which readers without an account open. */
const SHARED = 'shared.html';
/** The folder of the screens that the build has rendered as HTML. */
const SCREENS = 'screens';

/**
 * How long the server waits for a page's data (ms). If the data is late, the page is sent without it, and
 * the web app requests the data itself.
 */
const PATIENCE_MS = 2000;

/** The page of the overview, which gets its HTML at each request. */
const OVERVIEW = join(SCREENS, 'overview.html');
/** Renders the overview. It is beside the web app, because no browser fetches it. */
const RENDERER = '../overview-html/overview-html.js';

/** The loading state in the built page. */
const LOADING = /<div id="root">.*<\/div>(?=\s*<p class="waiting-long">)/s;

/** What the first paint of a screen needs. */
export interface Paint {
  readonly data: PageData;
  /** The name of the HTML that the build rendered for the screen; undefined if the script draws the screen. */
  readonly html: string | undefined;
  /** The address of the overview if the page has its HTML. */
  readonly overview?: string | undefined;
}

type ReadPaint = (request: FastifyRequest, reply: FastifyReply) => Promise<Paint>;

/**
 * Serves the built web app. Browsers cache files with a hash in their name for a year and revalidate the others every
 * time. Every URL that belongs to neither the API nor a file gets the page, because only the web app has the list of
 * its screens. The web app shows an error if the URL is not a screen.
 *
 * The page contains a person's data, so nothing may cache it. `/shell` is the same page without the data, for the
 * service worker. `/shared` is a separate page, for readers of a link.
 *
 * @param root the folder that the web app was built into
 * @param clock the current time (ms)
 */
export async function serveWebApp(
  app: FastifyInstance,
  root: string,
  readPaint: ReadPaint,
  clock: () => number,
): Promise<void> {
  const render = await rendererOf(root);
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
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const paint = await paintInTime(readPaint, request, reply);
    const at = clock();
    const overview = paint?.overview && overviewOf(paint.data, at, paint.overview, request);
    const file = overview
      ? OVERVIEW
      : paint?.html === undefined
        ? SHELL
        : join(SCREENS, `${paint.html}.html`);
    const page = await readFile(join(root, file), 'utf8');
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    if (!paint) return reply.send(page);
    return reply.send(withBlock(overview ? withOverview(page, overview, at) : page, paint.data));
  };
  const overviewOf = (data: PageData, at: number, address: string, request: FastifyRequest) => {
    try {
      return render?.(data, at, address);
    } catch (error) {
      // Called only because it logs the error. The script draws the overview.
      refusalOf(error, request);
      return undefined;
    }
  };
  app.get('/', { schema: { hide: true } }, sendPage);
  app.get('/shell', { schema: { hide: true } }, (_request, reply) => reply.sendFile(SHELL));
  // This page has no data block, so it is the same for everyone, even for a reader who is signed in.
  const sendShared = async (_request: FastifyRequest, reply: FastifyReply) => {
    const page = await readFile(join(root, SHARED), 'utf8');
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    return reply.type('text/html; charset=utf-8').send(page);
  };
  for (const path of ['/shared', '/shared/']) app.get(path, { schema: { hide: true } }, sendShared);
  app.setNotFoundHandler((request, reply) => {
    if (isScreen(request)) return sendPage(request, reply);
    // The 404 must not be cached: the file may belong to another version of the app, which the next deployment may
    // restore.
    reply.header('cache-control', 'no-store');
    return answerWith(reply, 'noSuchCall');
  });
}

/** @returns undefined if the data cannot be read in time, because it is better to send the page without data */
async function paintInTime(
  readPaint: ReadPaint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Paint | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), PATIENCE_MS);
  });
  try {
    return await Promise.race([readPaint(request, reply), tooLate]);
  } catch (error) {
    // Called only because it logs the error.
    refusalOf(error, request);
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** @returns undefined if the web app is not built */
async function rendererOf(root: string): Promise<RenderOverview | undefined> {
  const file = resolve(root, RENDERER);
  return existsSync(file) ? (await import(pathToFileURL(file).href)).renderOverview : undefined;
}

/** Puts the HTML of the overview in the place of the loading state. */
function withOverview(page: string, { title, html }: OverviewHtml, at: number): string {
  const root = `<div id="root" data-screen="/dashboard" data-rendered-at="${at}">${html}</div>`;
  return page
    .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
    .replace(LOADING, () => root);
}

/** Adds a data block. With `<` escaped, no text in it can end the block. */
function withBlock(page: string, data: object): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const block = `<script type="application/json">${json}</script>\n`;
  return page.replace('</body>', () => `${block}</body>`);
}

/** True for a URL that the web app may know, false for the API and for files. */
function isScreen({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !/^\/api(\/|$)/i.test(path) && !/\.[a-z0-9]+$/i.test(path);
}
