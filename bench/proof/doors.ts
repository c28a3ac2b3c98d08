import { Agent, request } from 'node:http';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type CallName, calls } from '../../src/contract/calls.ts';
import { PERSON } from '../../src/server/testing/app.ts';
import type { Place } from '../../src/server/testing/databases.ts';
import {
  type ServerProcess,
  settingsAt,
  spawnServer,
  stopServerProcess,
} from '../../src/server/testing/process.ts';

export const PASSWORD = 'correct horse 1';
const CLOCKED = resolve(import.meta.dirname, '../../src/server/testing/clocked-server.ts');
/** The server believes the client addresses that this proxy, which is this process, gives. */
const PROXIED = { TRUST_PROXY: '127.0.0.1' };

/** Starts a server behind a proxy for one test. @param clock the file with its time; without, it has the machine's */
export async function doorOf(
  place: Place,
  { clock, settings = {} }: { clock?: string; settings?: Record<string, string> } = {},
): Promise<ServerProcess> {
  const all = { ...(await settingsAt(place)), ...PROXIED, ...settings };
  const server = clock === undefined ? spawnServer(all) : spawnServer(all, [CLOCKED, clock]);
  onTestFinished(() => stopServerProcess(server));
  await server.ready;
  return server;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

export interface Answered {
  readonly status: number;
  readonly text: string;
  /** From the start of the request to the end of the answer (ms). */
  readonly tookMs: number;
}

/** A browser with a client address of its own. It keeps its cookies. */
export class Visitor {
  readonly address: string;
  readonly #cookies = new Map<string, string>();

  constructor(address: string) {
    this.address = address;
  }

  get cookie(): string {
    return [...this.#cookies].map((pair) => pair.join('=')).join('; ');
  }

  async call(
    { port }: { readonly port: number },
    name: CallName,
    input: object = {},
  ): Promise<Answered> {
    const { method, path } = calls[name];
    const began = performance.now();
    const query = method === 'GET' ? `?${new URLSearchParams(Object.entries(input))}` : '';
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': this.address,
      cookie: this.cookie,
    };
    const sent = request({ port, host: '127.0.0.1', agent, method, path: path + query, headers });
    sent.end(method === 'POST' ? JSON.stringify(input) : undefined);
    const { promise, resolve, reject } = Promise.withResolvers<Answered>();
    sent.on('error', reject);
    sent.on('response', (response) => {
      for (const set of response.headers['set-cookie'] ?? []) this.#keep(set);
      const status = response.statusCode ?? 0;
      text(response).then(
        (body) => resolve({ status, text: body, tookMs: performance.now() - began }),
        reject,
      );
    });
    return await promise;
  }

  #keep(set: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    if (value === '') this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

export interface Resident {
  readonly visitor: Visitor;
  readonly userId: string;
  readonly email: string;
}

let residents = 0;

/** Somebody with an account, a profile and one symptom, signed in at an address of their own. */
export async function resident(server: ServerProcess): Promise<Resident> {
  residents += 1;
  const visitor = new Visitor(`10.${60 + (residents >> 8)}.${residents & 255}.1`);
  const email = `resident${residents}@example.org`;
  const { text } = await succeeds(visitor.call(server, 'signUp', { email, password: PASSWORD }));
  const { userId } = JSON.parse(text) as { userId: string };
  await succeeds(visitor.call(server, 'createUser', { userId, email, ...PERSON }));
  const slots = { userId, action: 'update', symptom1: 'Tremor' };
  await succeeds(visitor.call(server, 'updateSymptoms', slots));
  return { visitor, userId, email };
}

export async function succeeds(asked: Promise<Answered>): Promise<Answered> {
  const answer = await asked;
  if (answer.status >= 300) throw new Error(`Answered with ${answer.status}: ${answer.text}`);
  return answer;
}

export function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
