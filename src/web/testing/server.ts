import { type CallName, calls } from '../../contract/calls.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import {
  type Answer,
  type CodeAnswer,
  endpoints,
  type Input,
  type Parsed,
} from '../../contract/endpoints.ts';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import { PASSKEY_REQUEST } from './passkeys.ts';

/**
 * A fake server that answers the calls of the contract. The contract's own schemas parse each input and each answer, so
 * that a wrong request of the app or a wrong answer in the test fails the test.
 */

/** What a handler may return instead of a successful answer. */
type Other =
  | { readonly kind: 'refusal'; readonly error: ErrorCode; readonly details: object }
  | { readonly kind: 'lost' }
  | { readonly kind: 'silence' }
  | { readonly kind: 'status'; readonly status: number; readonly body: object }
  | {
      readonly kind: 'progress';
      readonly steps: readonly Progress[];
      readonly end: Promise<unknown>;
    }
  | { readonly kind: 'file'; readonly text: string; readonly headers: Record<string, string> };

interface Progress {
  readonly done: number;
  readonly total: number;
}

class Special {
  readonly other: Other;
  constructor(other: Other) {
    this.other = other;
  }
}

type Reply<Name extends CallName> = Answer<Name> | CodeAnswer<Name> | Special;
type Handler<Name extends CallName> = (input: Parsed<Name>) => Reply<Name> | Promise<Reply<Name>>;
/** For each call, its answer, or a function that returns the answer. */
export type Answers = { readonly [Name in CallName]?: Reply<Name> | Handler<Name> };

/** An error that the contract lists for the call. */
export function refuse(error: ErrorCode, details: object = {}): Special {
  return new Special({ kind: 'refusal', error, details });
}

/** The network fails before an answer arrives. */
export const lost = new Special({ kind: 'lost' });

/** The server handles the call as `answers` says, and then the network fails. */
export function answerLost<Name extends CallName>(name: Name, answers: Answers): Answers {
  const handle = answers[name] as unknown as (input: unknown) => unknown;
  return {
    [name]: async (input: unknown) => {
      await handle(input);
      return lost;
    },
  };
}

/** No answer ever arrives. The request can only be cancelled. */
export const silence = new Special({ kind: 'silence' });

/** A proxy answers instead of the server. */
export function strange(status: number, body: object = {}): Special {
  return new Special({ kind: 'status', status, body });
}

/** A long-running call: first its progress and then, once `end` resolves, the answer. */
export function progress(steps: readonly Progress[], end: Promise<unknown>): Special {
  return new Special({ kind: 'progress', steps, end });
}

/** A call that answers with a file. */
export function file(text: string, headers: Record<string, string>): Special {
  return new Special({ kind: 'file', text, headers });
}

/** @returns the answer to a call; undefined if it is late, refused or missing */
export function answerAtOnce<Name extends CallName>(
  answers: Answers,
  name: Name,
  input: Input<Name>,
): Answer<Name> | undefined {
  const { input: schema, answer }: Endpoint = endpoints[name];
  const given: unknown = answers[name];
  if (given?.constructor.name === 'AsyncFunction') return undefined;
  const reply = typeof given === 'function' ? given(schema.parse(input)) : given;
  if (reply instanceof Special || reply instanceof Promise) return undefined;
  return answer.safeParse(reply).data as Answer<Name> | undefined;
}

/** The errors that any call may return. */
const COMMON: readonly ErrorCode[] = ['badRequest', 'internal', 'unavailable', 'crossSite'];

export class FakeServer {
  /** The calls so far, in order. */
  readonly made: { readonly name: CallName; readonly input: unknown }[] = [];
  /** Faulty calls, which fail the test whatever else it asserts. */
  readonly problems: string[] = [];
  #answers: Answers;

  constructor(answers: Answers) {
    // The sign-in screen asks for it by itself, to offer passkeys in the email field.
    this.#answers = { getPasskeyRequest: PASSKEY_REQUEST, ...answers };
  }

  /** Changes the answers of these calls from now on. */
  answer(answers: Answers): void {
    this.#answers = { ...this.#answers, ...answers };
  }

  /**
   * The inputs of a call so far. An entry is shown before it is sent, so a test waits for a call with
   * `expect.poll`.
   */
  inputsOf<Name extends CallName>(name: Name): Input<Name>[] {
    return this.made.filter((call) => call.name === name).map(({ input }) => input as Input<Name>);
  }

  /** Replaces `fetch`. */
  readonly fetch = async (address: RequestInfo | URL, options: RequestInit = {}) => {
    const url = new URL(String(address), location.href);
    const { method = 'GET', signal } = options;
    const name = callOf(method, url.pathname);
    if (!name) return this.#fail(`${method} ${url.pathname} is no call of the contract`);
    const endpoint: Endpoint = endpoints[name];
    const sent: unknown =
      method === 'GET' ? Object.fromEntries(url.searchParams) : JSON.parse(String(options.body));
    const input = endpoint.input.safeParse(sent);
    if (!input.success) return this.#fail(`${name} was sent wrongly: ${input.error.message}`);
    this.made.push({ name, input: sent });
    const handler = this.#answers[name] as Handler<CallName> | Reply<CallName> | undefined;
    if (handler === undefined) return this.#fail(`${name} was not expected`);
    const reply =
      typeof handler === 'function' ? await handler(input.data as Parsed<CallName>) : handler;
    signal?.throwIfAborted();
    if (reply instanceof Special) return await this.#special(name, reply.other, signal);
    return this.#success(name, reply, new Headers(options.headers).get('accept') ?? '');
  };

  #success(name: CallName, reply: unknown, accepted: string): Response {
    const endpoint: Endpoint = endpoints[name];
    const answer = endpoint.answer.safeParse(reply);
    if (answer.success) {
      const text = JSON.stringify(answer.data);
      return accepted.includes('ndjson')
        ? new Response(`${text}\n`, { status: endpoint.status })
        : new Response(text, { status: endpoint.status });
    }
    const code = endpoint.codeAnswer?.safeParse(reply);
    if (code?.success) return Response.json(code.data, { status: 202 });
    return this.#fail(`the answer to ${name} is not the contract's: ${answer.error.message}`);
  }

  async #special(name: CallName, other: Other, signal: AbortSignal | null = null) {
    const endpoint: Endpoint = endpoints[name];
    switch (other.kind) {
      case 'lost':
        throw new TypeError('Failed to fetch');
      case 'silence':
        return await new Promise<never>((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
      case 'progress': {
        const answer = async () => endpoint.answer.parse(await other.end);
        return new Response(linesOf(other.steps, answer), { status: endpoint.status });
      }
      case 'status':
        return Response.json(other.body, { status: other.status });
      case 'file':
        return new Response(other.text, { status: 200, headers: other.headers });
      default: {
        if (![...COMMON, ...endpoint.errors].includes(other.error)) {
          return this.#fail(`${name} is never refused with ${other.error}`);
        }
        const { stored } = other.details as { readonly stored?: unknown };
        if (stored !== undefined && !endpoint.stored?.safeParse(stored).success) {
          return this.#fail(`what ${name} answers as stored is not the contract's`);
        }
        const { status, message } = errors[other.error];
        return Response.json({ error: message, ...other.details }, { status });
      }
    }
  }

  #fail(problem: string): Response {
    this.problems.push(problem);
    return Response.json({ error: problem }, { status: 500 });
  }
}

function linesOf(steps: readonly Progress[], answer: () => Promise<unknown>): ReadableStream {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async start(stream) {
      const write = (line: unknown) => stream.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      for (const step of steps) write({ progress: step });
      write(await answer());
      stream.close();
    },
  });
}

function callOf(method: string, path: string): CallName | undefined {
  const names = Object.keys(calls) as CallName[];
  return names.find((name) => calls[name].method === method && calls[name].path === path);
}
