import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type ErrorCode, errors } from '../../../contract/errors.ts';
import { isStorageFault, isUnavailable } from '../db/unavailable.ts';
import { CallError, fail } from './fail.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route answers with to Fastify's own errors, where that is not what all answer with. */
    errorInstead?: Readonly<Record<string, ErrorCode>>;
  }
}

/** The codes of Fastify's own errors that mean something to the caller. */
const FRAMEWORK_ERRORS: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'notJson',
  FST_ERR_CTP_INVALID_JSON_BODY: 'notJson',
};

/** What an answer has that is made before there is a request to answer, and so before the other headers are set. */
const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/** What Fastify answers where it finds no route to ask: an address that is none. */
export function answerUnroutable(
  _error: FastifyError,
  _request: unknown,
  reply: FastifyReply,
): void {
  answerWith(reply.headers(BARE_HEADERS), 'badRequest');
}

/** What Node could not read as a request gets the same kind of answer, and its connection is closed. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const body = JSON.stringify({ error: errors.badRequest.message });
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      ...Object.entries(BARE_HEADERS).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  );
}

/**
 * Turns whatever was thrown into `{ error }`. An unknown error is logged once and shows nothing of itself.
 *
 * @param onRefusal told of every refusal but those of work that had begun to answer
 */
export function handleErrors(
  app: FastifyInstance,
  onRefusal: (request: FastifyRequest, code: ErrorCode) => void,
): void {
  app.setErrorHandler((error: FastifyError | CallError, request, reply) => {
    // Nobody is there any more to be answered, and nothing has failed.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed) return reply.hijack();
    if (hasZodFastifySchemaValidationErrors(error)) {
      const [first] = error.validation;
      onRefusal(request, 'badRequest');
      return reply.code(errors.badRequest.status).send({
        error: first ? sentence(first.instancePath, first.message) : errors.badRequest.message,
      });
    }
    const known =
      request.routeOptions.config.errorInstead?.[error.code] ?? FRAMEWORK_ERRORS[error.code];
    if (known) {
      onRefusal(request, known);
      return answerWith(reply, known);
    }
    const { statusCode = 500 } = error as FastifyError;
    if (statusCode < 500) {
      onRefusal(request, 'badRequest');
      return reply.code(statusCode).send({ error: errors.badRequest.message });
    }
    const { code, answer } = refusalOf(error, request);
    onRefusal(request, code);
    return reply.code(errors[code].status).send(answer);
  });
}

/** What to answer with where a handler threw. Whatever was not thrown on purpose is logged, once. */
export function refusalOf(error: unknown, request: FastifyRequest) {
  const { code, details } = error instanceof CallError ? error : fail(unknownCode(error, request));
  return { code, answer: { error: errors[code].message, ...details } };
}

function unknownCode(error: unknown, request: FastifyRequest): ErrorCode {
  if (isStorageFault(error)) {
    const { message } = error;
    request.log.error({ message }, 'The database cannot write: is its disk full, or failing?');
    return 'cannotSave';
  }
  if (isUnavailable(error)) {
    request.log.warn({ route: request.routeOptions.url }, 'The database is busy or away');
    return 'unavailable';
  }
  // The route's pattern, not its address: a query string may hold a person's words.
  request.log.error({ err: error, route: request.routeOptions.url }, 'A request failed');
  return 'internal';
}

export function answerWith(reply: FastifyReply, code: ErrorCode): FastifyReply {
  const { status, message } = errors[code];
  return reply.code(status).send({ error: message });
}

/** 'formData.symptom1.severity must be a whole number from 1 to 5', or the rule alone if it is a sentence. */
function sentence(instancePath: string, rule = 'is not right'): string {
  if (/^[A-Z]/.test(rule)) return rule;
  const field = instancePath.split('/').filter(Boolean).join('.');
  return field ? `${field} ${rule}` : `The request ${rule}`;
}
