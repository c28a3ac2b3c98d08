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
import type { Session } from '../../identity/queries/sessions.ts';
import { currentSession } from '../../identity/sessions.ts';
import { withinCallLimit } from './call-limit.ts';
import { onClosed } from './closing.ts';
import { fail } from './fail.ts';

/** What the API document calls the session's cookie. */
export const SESSION_SCHEME = 'session';

/** For how long a session that was read is taken to be there still, in milliseconds. */
const SESSION_STANDS_MS = 1000;

/** The status where a code was mailed, and the same call is to be made again with it. */
export const CODE_MAILED = 202;

/** What a route's handler gets. */
export interface Call<Name extends CallName> {
  readonly context: Context;
  readonly input: Parsed<Name>;
  /** Whose call this is; only in calls that need a session. */
  readonly session: (typeof endpoints)[Name]['session'] extends 'own' ? Session : undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface Route {
  readonly name: CallName;
  readonly bind: (app: FastifyInstance, context: Context) => void;
}

export interface RouteOptions {
  /** What it answers is packed already, or has to arrive line by line: it is not compressed on its way. */
  readonly skipCompression?: boolean;
  /**
   * Lets a call in before its body is read, or refuses it: for calls whose body costs much. What it answers is
   * called once the call is over.
   */
  readonly admit?: (caller: Caller) => Promise<() => void>;
}

/** Who makes a call, while nothing is known yet of what it says. */
interface Caller {
  readonly context: Context;
  readonly session: Session;
  readonly request: FastifyRequest;
}

/** Binds a handler to its entry in the contract: method, path, input, session, answer and errors. */
export function route<Name extends CallName>(
  name: Name,
  handler: (call: Call<Name>) => Promise<Answer<Name> | CodeAnswer<Name> | FastifyReply | Readable>,
  { skipCompression = false, admit }: RouteOptions = {},
): Route {
  const { method, path } = calls[name];
  const endpoint: Endpoint = endpoints[name];
  return {
    name,
    bind(app, context) {
      const sessions = new WeakMap<FastifyRequest, { session: Session; readAt: number }>();
      const readSession = async (request: FastifyRequest, reply: FastifyReply) => {
        const readAt = context.clock();
        const session = await withinCallLimit(request, () =>
          currentSession(context, request, reply),
        );
        if (!session) throw fail('signedOut');
        sessions.set(request, { session, readAt });
        return session;
      };
      /** A clock that was set back meanwhile tells nothing. */
      const isFresh = (request: FastifyRequest) => {
        const age = context.clock() - (sessions.get(request)?.readAt ?? 0);
        return age >= 0 && age <= SESSION_STANDS_MS;
      };
      app.route({
        method,
        url: path,
        ...(skipCompression && { compress: false }),
        // A file is not made to be thrown away.
        exposeHeadRoute: !endpoint.files,
        ...(endpoint.bodyLimit && {
          bodyLimit: endpoint.bodyLimit.bytes,
          config: { errorInstead: { FST_ERR_CTP_BODY_TOO_LARGE: endpoint.bodyLimit.error } },
        }),
        schema: {
          operationId: name,
          summary: endpoint.summary,
          ...(endpoint.session === 'own' && { security: [{ [SESSION_SCHEME]: [] }] }),
          [method === 'GET' ? 'querystring' : 'body']: endpoint.input,
          response: answersOf(endpoint, method === 'POST'),
        },
        // Before the body is read: someone without a session has no business sending one.
        async onRequest(request, reply) {
          if (endpoint.session === 'none') return;
          const session = await readSession(request, reply);
          if (!admit) return;
          onClosed(
            reply,
            await withinCallLimit(request, () => admit({ context, session, request })),
          );
        },
        // And again where it came late: a body may take a minute, and whoever sends it so slowly on purpose
        // must not act by a session that was ended meanwhile.
        async preValidation(request, reply) {
          if (endpoint.session === 'none' || method === 'GET' || isFresh(request)) return;
          await readSession(request, reply);
        },
        async handler(request, reply) {
          const input = (method === 'GET' ? request.query : request.body) as Parsed<Name>;
          const session = sessions.get(request)?.session;
          requireOwn(session, input);
          reply.code(endpoint.status);
          const call = { context, input, session, request, reply };
          return withinCallLimit(request, () => handler(call as unknown as Call<Name>));
        },
      });
    },
  };
}

/** Permission comes from the session: any other `userId` is answered like one that doesn't exist. */
function requireOwn(session: Session | undefined, input: unknown): void {
  if (!session || typeof input !== 'object' || input === null || !('userId' in input)) return;
  if (input.userId !== session.userId) throw fail('userNotFound');
}

const errorAnswer = z.object({ error: z.string() });
const ALWAYS_POSSIBLE: readonly ErrorCode[] = ['badRequest', 'internal', 'unavailable'];
const POSSIBLE_WITH_BODY: readonly ErrorCode[] = ['notJson', 'crossSite'];

/** A body of one of these types. */
interface FileAnswer {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>>;
}

/** All answers by status; for the API document, the errors with their texts. */
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
    const answer = status === 400 ? errorAnswer.extend(endpoint.details ?? {}) : errorAnswer;
    byStatus[status] = answer.meta({
      description: texts.map((code) => errors[code].message).join(' | '),
    });
  }
  return byStatus;
}

function fileAnswer(types: readonly string[]): FileAnswer {
  const contents = types.map((type) => [type, { schema: z.string() }] as const);
  return { description: 'A file', content: Object.fromEntries(contents) };
}
