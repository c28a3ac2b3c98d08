import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import type { Context } from './context.ts';
import { ping } from './db/database.ts';
import { contentPolicy } from './http/content-policy.ts';
import { refuseCrossSite } from './http/cross-site.ts';
import { answerWith, handleErrors } from './http/errors.ts';
import { serveWebApp } from './http/web-app.ts';
import { routes } from './routes/index.ts';

const MAX_BODY_BYTES = 1_048_576;

/** Builds the whole app, ready to listen or to be asked in a test. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const { config, db, log } = context;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    // A stop waits for answers under way, not for browsers that keep an idle connection open.
    forceCloseConnections: 'idle',
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app);

  await app.register(helmet, contentPolicy(config.publicUrl));
  await app.register(compress);
  await app.register(cookie);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Symptom Tracker', version: '1.0.0' },
      servers: [{ url: config.publicUrl }],
    },
    transform: jsonSchemaTransform,
  });

  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
    try {
      await ping(db);
      return { status: 'ok' };
    } catch {
      return answerWith(reply, 'unavailable');
    }
  });

  await app.register(async (api) => {
    refuseCrossSite(api, config.publicUrl);
    api.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    for (const { bind } of routes) bind(api, context);
    api.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  });

  await serveWebApp(app);
  return app;
}
