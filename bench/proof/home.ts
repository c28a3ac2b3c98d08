import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Agent, fetch } from 'undici';
import { expect, onTestFinished, type TestContext } from 'vitest';
import { type CallName, calls } from '../../src/contract/calls.ts';
import { type HttpAnswer, signUpBy, succeeded } from '../../src/server/testing/process.ts';

/** What the proofs of 'At home' share: other programs, a certificate, and a person who comes through a proxy. */

/** Skips the test if a command is missing, and says which of Debian's packages has it. */
export function needs(context: TestContext, packages: Readonly<Record<string, string>>): void {
  const missing = Object.entries(packages).filter(
    ([command]) => spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0,
  );
  const names = [...new Set(missing.map(([, name]) => name))].join(', ');
  context.skip(missing.length > 0, `not installed: ${names}`);
}

export function needsRoot(context: TestContext): void {
  context.skip(process.getuid?.() !== 0, 'not run as root');
}

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'home-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a program. @returns what it prints; rejects with its errors if it fails */
export async function run(
  command: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...process.env, ...settings };
  const { stdout } = await promisify(execFile)(command, args, { env, maxBuffer: 1e8 });
  return stdout.trim();
}

/** Starts a program that runs until the test ends. */
export function started(
  command: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): ChildProcess {
  const child = spawn(command, args, { env: { ...process.env, ...settings }, stdio: 'ignore' });
  onTestFinished(() => ended(child));
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** A certificate for `localhost` that only the people of the proof trust. */
export async function makeCertificate(
  folder: string,
): Promise<{ readonly certificate: string; readonly key: string }> {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', certificate];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...name,
    ...files,
  ]);
  return { certificate, key };
}

/** Somebody with a browser: keeps cookies, and trusts the certificate `ca`. */
export class Person {
  readonly email = `${randomUUID()}@example.org`;
  readonly #origin: string;
  readonly #dispatcher: Agent;
  readonly #cookies = new Map<string, string>();
  userId = '';

  constructor(origin: string, { ca = '', localAddress = '127.0.0.1' } = {}) {
    this.#origin = origin;
    this.#dispatcher = new Agent({ localAddress, ...(ca && { connect: { ca } }) });
    onTestFinished(() => this.#dispatcher.destroy());
  }

  get cookie(): string {
    return [...this.#cookies].map((pair) => pair.join('=')).join('; ');
  }

  readonly call = async (
    name: CallName,
    input: Record<string, unknown> = {},
  ): Promise<HttpAnswer> => {
    const { method, path } = calls[name];
    const url = new URL(path, this.#origin);
    if (method === 'GET')
      url.search = new URLSearchParams(input as Record<string, string>).toString();
    const response = await fetch(url, {
      method,
      dispatcher: this.#dispatcher,
      headers: { 'content-type': 'application/json', cookie: this.cookie, origin: this.#origin },
      ...(method === 'POST' && { body: JSON.stringify(input) }),
    });
    const cookies = response.headers.getSetCookie().map((set) => set.split(';')[0] ?? '');
    for (const each of cookies) {
      const [cookie = '', value = ''] = each.split(/=(.*)/s);
      this.#cookies.set(cookie, value);
    }
    const text = await response.text();
    return { status: response.status, text, cookie: cookies[0] ?? '', cookies };
  };

  async signUp(): Promise<void> {
    this.userId = await signUpBy(this.email, this.call);
  }

  /** Logs a form with a note that nobody else has, and finds it. */
  async logForm(): Promise<string> {
    const notes = `trembling ${randomUUID()}`;
    const { userId } = this;
    const formData = { symptom1: { name: 'Tremor', severity: 4, notes } };
    succeeded(await this.call('saveSymptomForm', { userId, formData }));
    await this.expectForm(notes);
    return notes;
  }

  async expectForm(notes: string): Promise<void> {
    const { text } = succeeded(await this.call('getUserForms', { userId: this.userId }));
    expect(text).toContain(notes);
  }
}

/** Waits up to a minute until an address answers with 200. @returns the body */
export async function answerOf(url: string, ca = ''): Promise<string> {
  const dispatcher = new Agent({ connect: { ...(ca && { ca }) } });
  try {
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(url, { dispatcher }).catch(() => undefined);
      const body = await response?.text();
      if (response?.status === 200 && body !== undefined) return body;
      if (tries === 300) throw new Error(`${url} answers with ${response?.status ?? 'nothing'}`);
      await setTimeout(200);
    }
  } finally {
    await dispatcher.destroy();
  }
}
