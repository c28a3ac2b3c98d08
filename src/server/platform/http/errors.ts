import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type ErrorCode, errors } from '../../../contract/errors.ts';
import { isStorageFault, isUnavailable } from '../db/unavailable.ts';
import { CallError, fail } from './fail.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route's error codes for Fastify's own errors, if they differ from the default. */
    errorInstead?: Readonly<Record<string, ErrorCode>>;
  }
}

/** Maps the Fastify errors that a client can cause to the contract's codes. */
const FRAMEWORK_ERRORS: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'notJson',
  FST_ERR_CTP_INVALID_JSON_BODY: 'notJson',
};

/** Headers for responses that bypass Fastify's hooks, which set the headers of all other responses. */
const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/** Answers a malformed URL, for which Fastify finds no route. */
export function answerUnroutable(reply: FastifyReply): void {
  answerWith(reply.headers(BARE_HEADERS), 'badRequest');
}

/** Maps the Node errors that a client can cause to the contract's codes. */
const NODE_ERRORS: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'tooSlow',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
};

/** Answers bytes that Node cannot parse as a request, and closes the connection. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  answerOnSocket(socket, NODE_ERRORS[error.code ?? ''] ?? 'badRequest');
}

/** Answers a request that Node has not read completely: writes the response to the socket itself, and closes it. */
export function answerOnSocket(socket: Socket, code: ErrorCode): void {
  const { status, message } = errors[code];
  const body = JSON.stringify({ error: message });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
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
 * Converts thrown errors to `{ error }`. An unknown error is logged once, and none of its text is sent.
 *
 * @param onRefusal called before each of these error responses; not if long work fails after its response has begun
 */
export function handleErrors(
  app: FastifyInstance,
  onRefusal: (request: FastifyRequest, code: ErrorCode) => void,
): void {
  app.setErrorHandler((error: FastifyError | CallError, request, reply) => {
    // The client has disconnected: there is nobody to answer, and nothing has failed.
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

/** The response for an error that a handler threw. Unexpected errors are logged once. */
export function refusalOf(error: unknown, request: FastifyRequest) {
  const { code, details } = error instanceof CallError ? error : fail(unknownCode(error, request));
  return { code, answer: { error: errors[code].message, ...details } };
}

function unknownCode(error: unknown, request: FastifyRequest): ErrorCode {
  if (isStorageFault(error)) {
    const { message } = error;
    request.log.error(
      { message },
      'The database cannot write. Check whether its disk is full or failing',
    );
    return 'cannotSave';
  }
  if (isUnavailable(error)) {
    request.log.warn({ route: request.routeOptions.url }, 'The database is busy or unavailable');
    return 'unavailable';
  }
  // Log the route's pattern, not the URL: a query string may contain text that a user entered.
  request.log.error({ err: error, route: request.routeOptions.url }, 'A request failed');
  return 'internal';
}

export function answerWith(reply: FastifyReply, code: ErrorCode): FastifyReply {
  const { status, message } = errors[code];
  return reply.code(status).send({ error: message });
}

/**
 * Returns 'formData.symptom1.severity must be a whole number from 1 to 5', or only the rule if it is a full sentence.
 */
function sentence(instancePath: string, rule = 'is not right'): string {
  if (/^[A-Z]/.test(rule)) return rule;
  const field = instancePath.split('/').filter(Boolean).join('.');
  return field ? `${field} ${rule}` : `The request ${rule}`;
}
