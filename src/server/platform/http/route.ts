import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type CallName, calls } from '../../../contract/calls.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import {
  type Answer,
  type CodeAnswer,
  endpoints,
  type Parsed,
} from '../../../contract/endpoints.ts';
import { type ErrorCode, errors } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { accessTo } from '../../identity/access.ts';
import { type Access, ownAccess } from '../../identity/authors.ts';
import type { Reader } from '../../identity/queries/readers.ts';
import type { Session } from '../../identity/queries/sessions.ts';
import { currentReader } from '../../identity/readers.ts';
import { currentSession } from '../../identity/sessions.ts';
import { holdPlace, isLarge, placeKeysOf } from './answers.ts';
import { MAX_BODY_BYTES } from './body-limits.ts';
import { onClosed } from './closing.ts';
import { fail } from './fail.ts';

/** The name of the session cookie's security scheme in the OpenAPI document. */
export const SESSION_SCHEME = 'session';

/** How long a session lookup may be reused within a request (ms). */
const SESSION_REUSE_MS = 1000;

/** The status if a code was mailed; the client then repeats the call with the code. */
export const CODE_MAILED = 202;

type Guard<Name extends CallName> = (typeof endpoints)[Name]['session'];

/** The argument of a route's handler. */
export interface Call<Name extends CallName> {
  readonly context: Context;
  readonly input: Parsed<Name>;
  /**
   * The caller's session; only in calls about the caller's own account. Calls that a caregiver may use get `access`
   * instead, so that their handlers cannot mistake the caregiver for the person.
   */
  readonly session: Guard<Name> extends 'own' ? Session : undefined;
  /**
   * The person whose data the call is about, and what the caller may do with it; only in calls that a caregiver may
   * use.
   */
  readonly access: Guard<Name> extends 'read' | 'log' ? Access : undefined;
  /** What a reader of a link may read; only in calls of readers. */
  readonly reader: Guard<Name> extends 'reader' ? Reader : undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface Route {
  readonly name: CallName;
  readonly bind: (app: FastifyInstance, context: Context) => void;
}

export interface RouteOptions {
  /** Do not compress the response: it is compressed already, or must arrive line by line. */
  readonly skipCompression?: boolean;
  /** The call reads much: only a few of an account run at once, and further ones wait. */
  readonly isHeavy?: boolean;
  /**
   * Admits or refuses a call before its body is read, for calls with expensive bodies. The returned function
   * is called when the call is over.
   */
  readonly admit?: (caller: Caller) => Promise<() => void>;
}

/** The caller of a request whose body has not been read. */
interface Caller {
  readonly context: Context;
  readonly session: Session;
  readonly request: FastifyRequest;
}

/** Binds a handler to its call in the contract: method, path, input, session, answer and errors. */
export function route<Name extends CallName>(
  name: Name,
  handler: (call: Call<Name>) => Promise<Answer<Name> | CodeAnswer<Name> | FastifyReply | Readable>,
  { skipCompression = false, isHeavy = false, admit }: RouteOptions = {},
): Route {
  const { method, path } = calls[name];
  const endpoint: Endpoint = endpoints[name];
  const needsSession = endpoint.session !== 'none' && endpoint.session !== 'reader';
  return {
    name,
    bind(app, context) {
      const sessions = new WeakMap<FastifyRequest, { session: Session; readAt: number }>();
      const readers = new WeakMap<FastifyRequest, Reader>();
      const placeKeys = new WeakMap<FastifyRequest, readonly string[]>();
      const readSession = async (request: FastifyRequest, reply: FastifyReply) => {
        const readAt = context.clock();
        const session = await currentSession(context, request, reply);
        if (!session) throw fail('signedOut');
        sessions.set(request, { session, readAt });
        return session;
      };
      /** Whether the session was looked up a short time ago. False if the clock was set back since then. */
      const isFresh = (request: FastifyRequest) => {
        const age = context.clock() - (sessions.get(request)?.readAt ?? 0);
        return age >= 0 && age <= SESSION_REUSE_MS;
      };
      app.route({
        method,
        url: path,
        ...(skipCompression && { compress: false }),
        // No HEAD route: it would generate the whole export and discard it.
        exposeHeadRoute: !endpoint.files,
        ...(needsSession && { bodyLimit: endpoint.bodyLimit?.bytes ?? MAX_BODY_BYTES }),
        ...(endpoint.bodyLimit && {
          config: { errorInstead: { FST_ERR_CTP_BODY_TOO_LARGE: endpoint.bodyLimit.error } },
        }),
        schema: {
          operationId: name,
          summary: endpoint.summary,
          ...(endpoint.session !== 'none' && { security: [{ [SESSION_SCHEME]: [] }] }),
          [method === 'GET' ? 'querystring' : 'body']: endpoint.input,
          response: answersOf(endpoint, method === 'POST'),
        },
        // Checks the session before the body is read: without a session the call is rejected, whatever its body
        // contains.
        async onRequest(request, reply) {
          if (!needsSession) return;
          const session = await readSession(request, reply);
          if (!admit) return;
          onClosed(reply, await admit({ context, session, request }));
        },
        // Checks the session again if the body arrived late. Otherwise an attacker could send the body slowly on
        // purpose, for a minute or longer, and use a session that has ended in the meantime.
        async preValidation(request, reply) {
          if (!needsSession || method === 'GET' || isFresh(request)) return;
          await readSession(request, reply);
        },
        // Finds the reader after the input is validated, because the input names the link, and each link has its own
        // cookie.
        async preHandler(request) {
          if (endpoint.session !== 'reader') return;
          const { shareId } = request.query as Parsed<'getSharedVisit'>;
          readers.set(request, await currentReader(context, request, shareId));
        },
        async handler(request, reply) {
          const input = (method === 'GET' ? request.query : request.body) as Parsed<Name>;
          const session = sessions.get(request)?.session;
          const reader = readers.get(request);
          if (!session && !reader && endpoint.session !== 'none') throw fail('signedOut');
          let access = session && (await requireAccess(context, endpoint, session, input));
          const personId = access?.userId ?? reader?.userId;
          const keys = placeKeysOf({ callerId: session?.userId, personId });
          placeKeys.set(request, keys);
          if (isHeavy && (await holdPlace(context.answers.heavy, keys, reply))) {
            // The permission may have ended while the call waited for its place.
            if (session) await readSession(request, reply);
            access = session && (await requireAccess(context, endpoint, session, input));
            if (reader) await currentReader(context, request, reader.shareId);
          }
          reply.code(endpoint.status);
          const allowed = endpoint.session === 'own' ? { session } : { access, reader };
          const call = { context, input, ...allowed, request, reply };
          return handler(call as unknown as Call<Name>);
        },
        async onSend(request, reply, payload) {
          const keys = placeKeys.get(request) ?? [];
          if (isLarge(payload)) await holdPlace(context.answers.large, keys, reply);
          return payload;
        },
      });
    },
  };
}

/**
 * Checks that the caller may use the data of the person with the input's `userId`: the caller must be that person or,
 * in calls that a caregiver may use, a caregiver to whom the person has granted access. Otherwise the error is the same
 * as for a `userId` that does not exist, so that nobody can find out which ids exist.
 */
async function requireAccess(
  context: Context,
  endpoint: Endpoint,
  session: Session,
  input: unknown,
): Promise<Access | undefined> {
  const { userId, action } = input as { readonly userId?: string; readonly action?: string };
  const { session: right, sharedActions } = endpoint;
  const isShared = sharedActions === undefined || sharedActions.includes(action ?? '');
  if (right === 'none' || right === 'reader' || right === 'own' || !isShared) {
    if (userId !== undefined && userId !== session.userId) throw fail('userNotFound');
    return right === 'log' || right === 'read' ? ownAccess(session) : undefined;
  }
  const access = userId === undefined ? undefined : await accessTo(context, session, userId, right);
  if (!access) throw fail('userNotFound');
  return access;
}

const errorAnswer = z.object({ error: z.string() });
const ALWAYS_POSSIBLE: readonly ErrorCode[] = ['badRequest', 'internal', 'unavailable'];
const POSSIBLE_WITH_BODY: readonly ErrorCode[] = ['notJson', 'crossSite'];

/** The OpenAPI description of a response that is a file. */
interface FileAnswer {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>>;
}

/** The schemas of all responses by status, with the texts of the errors for the OpenAPI document. */
function answersOf(endpoint: Endpoint, hasBody: boolean): Record<number, z.ZodType | FileAnswer> {
  const tooMuch = endpoint.bodyLimit?.error ?? 'tooLarge';
  const codes = [
    ...ALWAYS_POSSIBLE,
    ...(hasBody ? [...POSSIBLE_WITH_BODY, tooMuch] : []),
    ...endpoint.errors,
  ];
  const byStatus: Record<number, z.ZodType | FileAnswer> = {
    [endpoint.status]: endpoint.files ? fileAnswer(endpoint.files) : endpoint.answer,
  };
  if (endpoint.codeAnswer) byStatus[CODE_MAILED] = endpoint.codeAnswer;
  for (const status of new Set(codes.map((code) => errors[code].status))) {
    const texts = codes.filter((code) => errors[code].status === status);
    byStatus[status] = errorAnswerOf(endpoint, status).meta({
      description: texts.map((code) => errors[code].message).join(' | '),
    });
  }
  return byStatus;
}

function errorAnswerOf({ details, stored }: Endpoint, status: number) {
  if (status === 400 && details) return errorAnswer.extend(details);
  return status === 409 && stored ? errorAnswer.extend({ stored }) : errorAnswer;
}

function fileAnswer(types: readonly string[]): FileAnswer {
  const contents = types.map((type) => [type, { schema: z.string() }] as const);
  return { description: 'A file', content: Object.fromEntries(contents) };
}
