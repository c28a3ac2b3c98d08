import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CallName } from '../../src/contract/calls.ts';
import type { Place } from '../../src/server/testing/databases.ts';
import {
  callOver,
  type HttpAnswer,
  type ServerProcess,
  settingsAt,
  signUpBy,
  spawnServer,
  stopServerProcess,
} from '../../src/server/testing/process.ts';

const CLOCKED = resolve(import.meta.dirname, '../../src/server/testing/clocked-server.ts');
/** The server believes the client addresses that this proxy, which is this process, gives. */
const PROXIED = { TRUST_PROXY: '127.0.0.1' };

/** A clock that several servers of one test share. */
interface SharedClock {
  readonly file: string;
  /** Sets the time (ms). */
  readonly set: (now: number) => void;
}

export async function sharedClock(): Promise<SharedClock> {
  const folder = await mkdtemp(join(tmpdir(), 'clock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'now');
  return { file, set: (now) => writeFileSync(file, String(now)) };
}

/** Starts a server behind a proxy for one test. @param clock by default, the machine's clock */
export async function doorOf(
  place: Place,
  { clock, settings = {} }: { clock?: SharedClock; settings?: Record<string, string> } = {},
): Promise<ServerProcess> {
  const all = { ...(await settingsAt(place)), ...PROXIED, ...settings };
  const server = clock ? spawnServer(all, [CLOCKED, clock.file]) : spawnServer(all);
  onTestFinished(() => stopServerProcess(server));
  await server.ready;
  return server;
}

interface TimedAnswer extends HttpAnswer {
  /** From the start of the request to the end of the answer (ms). */
  readonly tookMs: number;
}

/** A browser with a client address of its own. It keeps its cookies. */
export class Visitor {
  readonly #address: string;
  readonly #cookies = new Map<string, string>();

  constructor(address: string) {
    this.#address = address;
  }

  get cookie(): string {
    return [...this.#cookies].map((pair) => pair.join('=')).join('; ');
  }

  async call(
    server: { readonly port: number },
    name: CallName,
    input: Record<string, unknown> = {},
  ): Promise<TimedAnswer> {
    const began = performance.now();
    const from = { 'x-forwarded-for': this.#address };
    const answer = await callOver(server, name, input, this.cookie, from);
    for (const pair of answer.cookies) this.#keep(pair);
    return { ...answer, tookMs: performance.now() - began };
  }

  #keep(pair: string): void {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
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
  const userId = await signUpBy(email, (name, input) => visitor.call(server, name, input));
  return { visitor, userId, email };
}

export function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
