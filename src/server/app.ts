import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import type { Context } from './context.ts';
import { logRefusedTry } from './identity/refused-tries.ts';
import { sessionCookie } from './identity/sessions.ts';
import { pageData } from './page-data.ts';
import { ping } from './platform/db/database.ts';
import { limitArrival } from './platform/http/arrival.ts';
import { SIGNED_OUT_BODY_BYTES } from './platform/http/body-limits.ts';
import { refuseCrossSite } from './platform/http/cross-site.ts';
import { limitDeparture } from './platform/http/departure.ts';
import {
  answerUnreadable,
  answerUnroutable,
  answerWith,
  handleErrors,
} from './platform/http/errors.ts';
import { refuseForeignHosts } from './platform/http/host-names.ts';
import { refuseManyValues } from './platform/http/json-bodies.ts';
import { SESSION_SCHEME } from './platform/http/route.ts';
import { secureHeaders } from './platform/http/secure-headers.ts';
import { serveSecurityTxt } from './platform/http/security-txt.ts';
import { serveWebApp, WEB_ROOT } from './platform/http/web-app.ts';
import { endWeeklyReport } from './reminders/endWeeklyReport.ts';
import { oauthRoutes, routes } from './routes.ts';
import { headersOfUnroutable, readHealthLink } from './sharing/readHealthLink.ts';
import { VERSION } from './version.ts';

/** The headers that proxies add. */
const FORWARDED = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/** Builds the app, ready to listen or to be called by tests. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const { clock, config, db, limits, log, secrets } = context;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // The routes of calls with a session raise it.
    bodyLimit: SIGNED_OUT_BODY_BYTES,
    // A stop waits for pending responses, but not for browsers that keep an idle connection open.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    frameworkErrors: (_error, request, reply) =>
      answerUnroutable(reply.headers(headersOfUnroutable(request.url))),
    clientErrorHandler: answerUnreadable,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app, (request, code) => logRefusedTry(secrets, request, code));

  app.addHook('onRequest', async ({ headers, ip, ips = [] }) => {
    // The list begins with the proxy's own address, and goes on only if that is trusted.
    if ('x-forwarded-for' in headers) context.addresses.noteForwarded(ip, ips.length > 1);
  });
  closeConnectionsAtStop(app);
  limitArrival(app, limits.arrival);
  limitDeparture(app, limits.departure);

  secureHeaders(app, config.publicUrl);
  refuseForeignHosts(app, config.publicUrl);
  // Compress responses only. Never decompress requests (zip bombs).
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'] });
  await app.register(cookie);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Symptom Tracker', version: VERSION },
      servers: [{ url: config.publicUrl }],
      components: {
        securitySchemes: {
          [SESSION_SCHEME]: { type: 'apiKey', in: 'cookie', name: sessionCookie(config.publicUrl) },
        },
      },
    },
    transform: jsonSchemaTransform,
  });

  app.get('/healthz', { schema: { hide: true } }, async (request, reply) => {
    try {
      await ping(db);
      // The details are for the operator, who asks the app directly, and not for visitors, who come through the proxy.
      const isForwarded = FORWARDED.some((name) => name in request.headers);
      if (isForwarded) return { status: 'ok' };
      const hint = context.addresses.hint();
      const lastCopy = context.copies.lastAt();
      return {
        status: 'ok',
        version: VERSION,
        ...(hint && { hint }),
        ...(lastCopy !== undefined && { lastCopy: new Date(lastCopy).toISOString() }),
      };
    } catch {
      return answerWith(reply, 'unavailable');
    }
  });

  serveSecurityTxt(app, config, clock);

  await app.register(async (api) => {
    api.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    refuseCrossSite(api, config.publicUrl);
    refuseManyValues(api);
    for (const { bind } of [...routes, ...oauthRoutes]) bind(api, context);
    api.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  });

  // Registered outside the plugin of the calls: that plugin demands JSON and our origin, but a mail program sends the
  // body of an HTML form.
  await app.register(async (open) => endWeeklyReport.bind(open, context));

  // Also registered outside the plugin of the calls, which would reject the preflight request of another origin's page.
  await app.register(async (open) => readHealthLink.bind(open, context));

  await serveWebApp(app, WEB_ROOT, (request, reply) => pageData(context, request, reply), clock);
  return app;
}

/**
 * Once a stop begins, closes each connection after its next response. Otherwise browsers would keep their connections
 * open, and the stop would wait for them.
 */
function closeConnectionsAtStop(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
}
