import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { PushMessage } from '../../contract/push-message.ts';
import type { PushSubscription } from '../platform/push/subscription.ts';
import { type DeviceKeys, decryptPush, makeDeviceKeys } from './push-decryption.ts';

/** A push message as a device received it. */
interface ReceivedPush {
  readonly endpoint: string;
  /** The decrypted message. */
  readonly message: PushMessage;
  readonly ttl: number;
  readonly urgency: string | undefined;
  readonly topic: string | undefined;
  /** The claims of the VAPID token. */
  readonly claims: Claims;
  /** The size of the encrypted body. */
  readonly bytes: number;
}

interface Claims {
  readonly aud: string;
  /** In seconds. */
  readonly exp: number;
  readonly sub: string;
}

/** How the service answers a valid request. */
interface Answer {
  /** `hang` never answers, and `cut` closes the connection. */
  readonly status: number | 'hang' | 'cut';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends a body without an end. */
  readonly endless?: boolean;
}

/** A push service on loopback. It refuses requests that the RFCs 8030, 8188, 8291 and 8292 do not allow. */
export interface PushService {
  /** The value for PUSH_ORIGIN. */
  readonly origin: string;
  /** Subscribes a new device, whose messages must be signed with this `applicationServerKey`. */
  subscribe(publicKey: string): Promise<PushSubscription>;
  /** Ends a device's subscription: its messages are answered with 410. */
  end(subscription: PushSubscription): void;
  /** The messages that were accepted, oldest first. */
  readonly received: ReceivedPush[];
  /** The answers to the next requests, in order. The default is 201. */
  readonly answers: Answer[];
  /** The answer to every request for which `answers` has none left. */
  always: Answer;
  /** Why requests were refused. Tests of the app expect that it stays empty. */
  readonly violations: string[];
  /** Returns the oldest message that no earlier call has returned; if there is none, waits for it. */
  nextPush(): Promise<ReceivedPush>;
  /** Resolves when the next request is left without an answer. */
  nextHang(): Promise<void>;
  /** Resolves when the client closes the connection of the next endless body. */
  nextClose(): Promise<void>;
  stop(): Promise<void>;
}

const MAX_BODY_BYTES = 4096;
const DAY_SECONDS = 86_400;

class Violation extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** @param clock the present time, by which VAPID tokens expire */
export async function startPushService({
  clock = Date.now,
}: {
  clock?: () => number;
} = {}): Promise<PushService> {
  const devices = new Map<string, { keys: DeviceKeys; publicKey: string }>();
  const ended = new Set<string>();
  const unclaimed: ReceivedPush[] = [];
  const waiting: ((push: ReceivedPush) => void)[] = [];
  let hanging = Promise.withResolvers<void>();
  let closing = Promise.withResolvers<void>();

  const app = Fastify({ forceCloseConnections: true, bodyLimit: 1_048_576 });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.all('/*', async (request, reply) => {
    if (ended.has(request.url)) return await reply.code(410).send();
    const device = devices.get(request.url);
    if (!device) return await reply.code(404).send();
    let push: ReceivedPush;
    try {
      push = await read(request, device);
    } catch (error) {
      const { status, message } =
        error instanceof Violation ? error : new Violation(400, `${error}`);
      service.violations.push(message);
      return await reply.code(status).send({ reason: message });
    }
    return await answer(service.answers.shift() ?? service.always, push, reply);
  });

  async function read(
    { method, url, headers, body }: FastifyRequest,
    { keys, publicKey }: { keys: DeviceKeys; publicKey: string },
  ): Promise<ReceivedPush> {
    const { ttl, urgency, topic } = headers as Record<string, string | undefined>;
    const content = body as Buffer;
    check(method === 'POST', 405, `The method is ${method}`);
    check(/^\d{1,10}$/.test(ttl ?? ''), 400, `TTL is ${ttl}`);
    check(/^(very-low|low|normal|high)$/.test(urgency ?? 'normal'), 400, `Urgency is ${urgency}`);
    check(/^[\w-]{1,32}$/.test(topic ?? '-'), 400, `Topic is ${topic}`);
    check(headers['content-encoding'] === 'aes128gcm', 400, 'The content coding is not aes128gcm');
    check(content.length <= MAX_BODY_BYTES, 413, `The body has ${content.length} bytes`);
    const claims = await claimsOf(headers.authorization, publicKey);
    const message = JSON.parse(new TextDecoder().decode(await decryptPush(content, keys)));
    const endpoint = `${service.origin}${url}`;
    return { endpoint, message, ttl: Number(ttl), urgency, topic, claims, bytes: content.length };
  }

  /** Verifies the header as RFC 8292 demands. */
  async function claimsOf(header = '', publicKey: string): Promise<Claims> {
    const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
    check(key === publicKey, 403, 'The key is not the one of the subscription');
    const [head = '', payload = '', signature = ''] = token.split('.');
    const curve = { name: 'ECDSA', namedCurve: 'P-256' };
    const point = Buffer.from(key, 'base64url');
    const verifier = await crypto.subtle.importKey('raw', point, curve, false, ['verify']);
    const isGenuine = await crypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      verifier,
      Buffer.from(signature, 'base64url'),
      Buffer.from(`${head}.${payload}`),
    );
    check(isGenuine, 401, 'The signature is wrong');
    check(parsed(head).alg === 'ES256', 401, 'The algorithm is not ES256');
    const claims = parsed(payload) as unknown as Claims;
    const now = clock() / 1000;
    check(claims.aud === service.origin, 401, `aud is ${claims.aud}`);
    check(claims.exp > now && claims.exp <= now + DAY_SECONDS, 401, `exp is ${claims.exp}`);
    check(/^(https?:\/\/|mailto:)./.test(claims.sub), 401, `sub is ${claims.sub}`);
    return claims;
  }

  async function answer(
    { status, headers = {}, endless }: Answer,
    push: ReceivedPush,
    reply: FastifyReply,
  ) {
    if (typeof status === 'string') {
      reply.hijack();
      if (status === 'cut') reply.raw.destroy();
      hanging.resolve();
      hanging = Promise.withResolvers();
      return undefined;
    }
    if (status < 300) {
      service.received.push(push);
      const hand = waiting.shift();
      if (hand) hand(push);
      else unclaimed.push(push);
    }
    reply.code(status).headers(headers);
    if (!endless) return await reply.send();
    const closed = closing;
    closing = Promise.withResolvers();
    reply.raw.once('close', closed.resolve);
    return await reply.send(Readable.from(repeated()));
  }

  const service: PushService = {
    origin: (await app.listen({ port: 0, host: '127.0.0.1' })).replace(/\/$/, ''),
    async subscribe(publicKey) {
      const path = `/push/${randomUUID()}`;
      const keys = await makeDeviceKeys();
      devices.set(path, { keys, publicKey });
      const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
      return {
        endpoint: `${service.origin}${path}`,
        keys: { p256dh: encode(keys.publicKey), auth: encode(keys.auth) },
      };
    },
    end: ({ endpoint }) => void ended.add(new URL(endpoint).pathname),
    received: [],
    answers: [],
    always: { status: 201 },
    violations: [],
    nextPush: async () => unclaimed.shift() ?? (await new Promise((hand) => waiting.push(hand))),
    nextHang: () => hanging.promise,
    nextClose: () => closing.promise,
    stop: () => app.close(),
  };
  return service;
}

function check(holds: boolean, status: number, message: string): void {
  if (!holds) throw new Violation(status, message);
}

function parsed(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

function* repeated() {
  for (;;) yield 'x'.repeat(65_536);
}
