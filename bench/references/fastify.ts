import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { settings } from './json-server.ts';

/** Bare Fastify with the same plugins, and one route. */

const app = Fastify();
app.setValidatorCompiler(validatorCompiler);
app.setSerializerCompiler(serializerCompiler);
await app.register(compress);
await app.register(cookie);
await app.register(swagger, { openapi: { info: { title: 'Reference', version: '1.0.0' } } });
const response = { 200: z.object({ status: z.string() }) };
app.get('/healthz', { schema: { response } }, async () => ({ status: 'ok' }));
await app.listen({ port: Number(settings.PORT), host: '127.0.0.1' });
process.stdout.write('The reference is ready at its port\n');
process.on('SIGTERM', () => app.close());
