import Fastify from 'fastify';

/** A message that the server accepted. */
interface ReceivedNtfy {
  readonly topic: string;
  readonly message: string;
  readonly click: string;
  /** The host by which the client called the server. */
  readonly host: string | undefined;
}

/** `hang` never answers. */
type Answer = { readonly status: number | 'hang'; readonly headers?: Record<string, string> };

/**
 * An ntfy server on loopback, as ntfy documents 'Publish as JSON' (https://docs.ntfy.sh/publish/): a POST to the root with
 * the topic in the JSON. It refuses fields that are not documented.
 */
export interface NtfyServer {
  readonly url: string;
  /** For NOTIFY_HOSTS. */
  readonly host: string;
  /** The messages that were accepted, oldest first. */
  readonly received: ReceivedNtfy[];
  /** The answers to the next requests, in order. The default accepts the message. */
  readonly answers: Answer[];
  /** The answer to every request for which `answers` has none left; undefined accepts the message. */
  always: Answer | undefined;
  /** The number of requests so far. */
  requests: number;
  /** Why requests were refused. Tests of the app expect that it stays empty. */
  readonly violations: string[];
  stop(): Promise<void>;
}

const FIELDS = [
  ...['topic', 'message', 'title', 'tags', 'priority', 'actions', 'click', 'attach', 'markdown'],
  ...['icon', 'filename', 'delay', 'email', 'call'],
];
const TOPIC = /^[-_A-Za-z0-9]{1,64}$/;

export async function startNtfyServer(): Promise<NtfyServer> {
  const app = Fastify({ forceCloseConnections: true });
  app.all('/*', async (request, reply) => {
    server.requests += 1;
    const { method, url, body, headers } = request;
    const violation = violationIn(method, url, body);
    if (violation) {
      server.violations.push(violation);
      return await reply.code(400).send({ code: 40_000, http: 400, error: violation });
    }
    const answer = server.answers.shift() ?? server.always;
    if (answer?.status === 'hang') return reply.hijack();
    if (answer)
      return await reply
        .code(answer.status)
        .headers(answer.headers ?? {})
        .send();
    const { topic, message, click } = body as ReceivedNtfy;
    server.received.push({ topic, message, click, host: headers.host });
    const time = Math.floor(Date.now() / 1000);
    return await reply.send({ id: 'hwQ2YpKdmg', time, event: 'message', topic, message, click });
  });
  const url = (await app.listen({ port: 0, host: '127.0.0.1' })).replace(/\/$/, '');
  const server: NtfyServer = {
    url,
    host: new URL(url).host,
    received: [],
    answers: [],
    always: undefined,
    requests: 0,
    violations: [],
    stop: () => app.close(),
  };
  return server;
}

function violationIn(method: string, url: string, body: unknown): string | undefined {
  if (method !== 'POST' || url !== '/') return `${method} ${url} does not publish JSON`;
  if (typeof body !== 'object' || body === null) return 'The body is no JSON object';
  const { topic, message, click } = body as Record<string, unknown>;
  if (typeof topic !== 'string' || !TOPIC.test(topic)) return 'The topic is invalid';
  if (typeof message !== 'string' || message === '') return 'The message is missing';
  if (typeof click !== 'string' || !URL.canParse(click)) return 'The link is invalid';
  const unknown = Object.keys(body).filter((name) => !FIELDS.includes(name));
  return unknown.length > 0 ? `There is no field ${unknown.join(', ')}` : undefined;
}
